/**
 * Which puzzles the visitor wants: by theme, variant, length and difficulty, each with how many there are; and the
 * puzzles of that choice as small links.
 *
 * @typedef {import("./puzzles.js").PuzzlesView} PuzzlesView
 * @typedef {import("../puzzle_progress.js").Filter} Filter
 */

import { html, nothing } from "../vendor/lit/lit.js";
import { filtered, stateOf } from "../puzzle_progress.js";
import { words } from "../words/puzzles.js";

export const DIFFICULTIES = ["mine", "easy", "medium", "hard", "all"];
/** How many links are drawn at a time. */
export const LINKS = 120;

/** The four lists to choose from. @param {PuzzlesView} view */
export function choice(view) {
  const own = view.own();
  if (!own.length) return nothing;
  const themes = view.themes.filter((one) => one.game === view.game);
  return html`<div class="choice" role="group" aria-label=${words.choice}>
    ${pick(
      view,
      own,
      "theme",
      words.theme,
      words.anyTheme,
      themes.map((one) => [one.name, one.title]),
    )}
    ${pick(
      view,
      own,
      "variant",
      words.variant,
      words.anyVariant,
      values(own, (one) => one.variant),
    )}
    ${pick(
      view,
      own,
      "length",
      words.length,
      words.anyLength,
      values(own, (one) => one.length, words.lengthOf),
    )}
    ${pick(
      view,
      own,
      "difficulty",
      words.difficulty,
      "",
      DIFFICULTIES.map((name) => [name, words.difficulties[name]]),
    )}
  </div>`;
}

/** The values that some puzzles have, with their texts: shorter ones first, so that 9x9 is before 10x10.
 * @template {string | number} T
 * @param {Api.PuzzleRowJson[]} puzzles @param {(puzzle: Api.PuzzleRowJson) => T} of @param {(value: T) => string} text
 * @returns {[T, string][]} */
function values(puzzles, of, text = String) {
  const found = [...new Set(puzzles.map(of))];
  const sorted = found.sort((a, b) => String(a).length - String(b).length || (a < b ? -1 : 1));
  return sorted.map((value) => [value, text(value)]);
}

/** @param {PuzzlesView} view @param {Api.PuzzleRowJson[]} own @param {keyof Filter} name @param {string} label
 * @param {string} any @param {[string | number, string][]} values */
function pick(view, own, name, label, any, values) {
  const { filter } = view;
  const every = any ? /** @type {[string | number, string][]} */ ([[name === "length" ? 0 : "", any]]) : [];
  const change = (/** @type {Event} */ event) => {
    const { value } = /** @type {HTMLSelectElement} */ (event.target);
    view.choose({ [name]: name === "length" ? Number(value) : value });
  };
  return html`<label class="pick"><span>${label}</span><select id=${name} @change=${change}>
    ${[...every, ...values].map(([value, text]) => {
      const count = filtered(own, { ...filter, [name]: value }).length,
        chosen = value === filter[name];
      return html`<option value=${value} ?selected=${chosen} ?disabled=${!count && !chosen}>${words.counted(text, count)}</option>`;
    })}
  </select></label>`;
}

/** The puzzles of this choice, drawn when the visitor opens the list, some at a time. @param {PuzzlesView} view */
export function list(view) {
  const pool = view.pool();
  if (!pool.length) return nothing;
  const shown = pool.sort((a, b) => a.grade - b.grade || a.length - b.length).slice(0, view.links);
  const toggle = (/** @type {Event} */ event) =>
    view.drawLinks(/** @type {HTMLDetailsElement} */ (event.target).open ? Math.max(view.links, LINKS) : 0);
  return html`<details class="all" ?open=${view.links > 0} @toggle=${toggle}><summary>${words.all(pool.length)}</summary>
    <div class="tiles">${shown.map((one, k) => {
      const state = stateOf(view.progress, one.id),
        label = words.puzzle(k + 1, one.length, one.grade, words.states[state]);
      return html`<a class="tile ${state}" href="#puzzles=${one.id}" aria-label=${label} title=${label} aria-current=${one.id === view.puzzle?.id ? "true" : nothing}>${k + 1}</a>`;
    })}</div>
    ${shown.length && shown.length < pool.length ? html`<button type="button" id="more-puzzles" @click=${() => view.drawLinks(view.links + LINKS)}>${words.moreLinks(Math.min(LINKS, pool.length - shown.length))}</button>` : nothing}
  </details>`;
}
