/** The header of an analysis: who played the game, the name of the analysis, and whether it is saved. */

import { html, live, nothing } from "../vendor/lit/lit.js";
import { engineName } from "../engine_names.js";
import { words } from "../words/analysis.js";
import { openingText } from "./opening_name.js";
import { sentence } from "./sentence.js";

/** @typedef {import("../analysis/keeping.js").Keeping} Keeping */

/** The players, the result, the date and the event, if the record has them. @param {Api.RecordJson} record */
function game({ game, names, result, headers }) {
  const { date = "", event = "" } = headers ?? {},
    players = (names ?? []).some(Boolean);
  if (!players && !result && !date && !event) return nothing;
  const [first, second] = (names ?? ["", ""]).map(
    (/** @type {string} */ name) => engineName(name, game) || "?",
  );
  return html`<p class="analyzed">${players ? html`<b>${first} – ${second}</b>` : nothing}${result ? html` <span class="result">${result}</span>` : nothing}
    <span class="quiet">${[date.slice(0, 10), event].filter(Boolean).join(" · ")}</span></p>`;
}

/** The name of the opening. @param {import("../analysis/game_tree.js").GameTree} tree */
function opening(tree) {
  const found = tree.opening();
  return found ? html`<p class="quiet" id="opening">${openingText(found, tree.current.ply)}</p>` : nothing;
}

/** A note about a problem with saving, or about an analysis that was split off. @param {Keeping} keeping */
function note({ state, trouble, parted }) {
  if (state === "refused") return words.refused(sentence(trouble));
  if (state === "waiting") return trouble ? words.busy(sentence(trouble)) : words.waiting;
  return parted === null
    ? nothing
    : html`${words.parted} <a href=${`#analysis&kept=${parted}`}>${words.showOther}</a>`;
}

/** @param {import("../analysis/game_tree.js").GameTree} tree @param {Keeping} keeping */
export function analysisHead(tree, keeping) {
  const { state } = keeping,
    text = note(keeping),
    look = state === "refused" || state === "waiting" ? "save-trouble" : "quiet";
  return html`<section class="analysis-head" aria-label=${words.header}>
    ${game(tree.record)}
    ${opening(tree)}
    <div class="kept-row"><input id="analysis-name" maxlength="200" autocomplete="off" aria-label=${words.name} placeholder=${words.namePlace} .value=${live(keeping.name)}
        @keydown=${(/** @type {KeyboardEvent} */ event) => {
          if (event.key === "Enter") /** @type {HTMLElement} */ (event.target).blur();
        }}
        @change=${(/** @type {Event} */ event) => keeping.rename(/** @type {HTMLInputElement} */ (event.target).value.trim())}>
      <span class="save-state ${state}" id="save-state" data-state=${state}>${words.states[state]}</span>
      <a class="quiet-link" href="#library&tab=analyses">${words.yours}</a></div>
    <p role="status" class=${text === nothing ? "hidden" : look}>${text}</p>
  </section>`;
}
