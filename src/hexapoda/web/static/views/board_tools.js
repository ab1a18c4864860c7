/** The tools below a board: buttons that step through the game and buttons that toggle overlays. */

import { html, nothing } from "../vendor/lit/lit.js";
import { words } from "../words/steps.js";
import { icon } from "./icons.js";
import { sentence } from "./sentence.js";

/** @typedef {import("../analysis/game_tree.js").Step} Step */

/**
 * @param {import("../analysis/game_tree.js").GameTree} tree @param {(step: Step | null) => void} go
 *   @param {() => void} flip
 * @param {{play?: {on: boolean, take: () => void}, pen?: {on: boolean, take: () => void}}} tools `play`: for automatic
 *   playback; `pen`: for drawing on the board
 */
export function stepButtons(tree, go, flip, { play, pen }) {
  const button = (
    /** @type {"first" | "back" | "next" | "last"} */ id,
    /** @type {Step | null} */ to,
  ) => html`<button type="button" id=${id}
    ?disabled=${!to || to === tree.current} aria-label=${words[id]} title=${words[id]} @click=${() => go(to)}>${icon(id)}</button>`;
  const player = play?.on ? words.pause : words.play;
  return html`<div class="steps" role="group" aria-label=${words.moves}>
    ${play ? html`<button type="button" id="play" aria-label=${player} title=${player} ?disabled=${!tree.root.steps.length} @click=${play.take}>${icon(play.on ? "pause" : "resume")}</button>` : nothing}
    ${button("first", tree.root)}${button("back", tree.current.parent)}${button("next", tree.ahead())}${button("last", tree.end())}
    <button type="button" id="flip" aria-label=${words.flip} title=${words.flip} @click=${flip}>${icon("flip")}</button>
    ${pen ? html`<button type="button" id="pen" class="toggle" aria-pressed=${pen.on} aria-label=${words.pen} title=${words.aboutPen} @click=${pen.take}>${icon("pen")}</button>` : nothing}</div>`;
}

/** Return the name and the description of a kind of overlay. @param {{id: string, name: string, about: string}} kind */
export const namesOf = (kind) => [sentence(kind.name), kind.about];

/** @param {import("../analysis/overlays.js").Overlays} overlays @param {(id: string) => void} toggle */
export function overlayButtons(overlays, toggle) {
  const { kinds, on, answers, cell, trouble } = overlays;
  if (!kinds.length) return nothing;
  const waits = kinds.some((kind) => kind.cell && on.has(kind.id)) && !cell;
  const texts = answers
    .map((one) => [one.text, one.partial ? words.partial : ""].filter(Boolean).join(" "))
    .filter(Boolean);
  const upper = (/** @type {string} */ text) =>
    /^[wb][A-Z]|^[a-z]\d/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
  return html`<div class="chips" role="group" aria-label=${words.overlays}>${kinds.map(
    (kind) => html`<button type="button" class="toggle" data-overlay=${kind.id}
      aria-pressed=${on.has(kind.id)} title=${namesOf(kind)[1]} @click=${() => toggle(kind.id)}><kbd aria-hidden="true">${kind.key}</kbd>${namesOf(kind)[0]}</button>`,
  )}</div>
    <div class="overlay-says" role="status">${waits ? html`<p>${words.chooseCell}</p>` : nothing}${texts.map((text) => html`<p>${upper(text)}</p>`)}
      ${trouble ? html`<p>${trouble}</p>` : nothing}</div>`;
}
