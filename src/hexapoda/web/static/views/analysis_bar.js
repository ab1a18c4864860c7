/** The bar above the analysis: the game, the variant, and the buttons for dialogs. */

import { html, nothing } from "../vendor/lit/lit.js";
import { words } from "../words/analysis.js";
import { icon } from "./icons.js";

/**
 * @param {{games: Api.GameJson[], game: string, variant: string, begin: (game: string, variant?: string) => void,
 *   open: (dialog: string) => void, keys: () => void, setUp: () => void}} bar
 * `begin` shows an empty board, `open` opens a dialog, `keys` shows the list of keys
 */
export function analysisBar({ games, game, variant, begin, open, keys, setUp }) {
  const info = games.find((one) => one.name === game);
  const variants = info?.variants.includes(variant) ? info.variants : [variant, ...(info?.variants ?? [])];
  const button = (/** @type {"load" | "setUp" | "share" | "keys"} */ id, /** @type {() => void} */ act) =>
    html`<button type="button" id=${id} title=${words[id]} @click=${act}>${icon(id)}<span class="hidden">${words[id]}</span></button>`;
  return html`<section class="bar tools" aria-label=${words.title}>
    <h1 class="hidden">${words.title}</h1>
    <nav aria-label=${words.game}>${games.map(
      (one) =>
        html`<button type="button" class="tab" aria-current=${one.name === game ? "page" : nothing} @click=${() => {
          if (one.name !== game) begin(one.name);
        }}>${one.title}</button>`,
    )}</nav>
    <label class="variant"><span class="hidden">${words.variant}</span><select @change=${(/** @type {Event} */ event) => begin(game, /** @type {HTMLSelectElement} */ (event.target).value)}>${variants.map((one) => html`<option ?selected=${one === variant}>${one}</option>`)}</select></label>
    ${button("load", () => open("open-game"))}
    ${info?.setup ? button("setUp", setUp) : nothing}
    ${button("share", () => open("share-game"))}
    ${button("keys", keys)}
  </section>`;
}
