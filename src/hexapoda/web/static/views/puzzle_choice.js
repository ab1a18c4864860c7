/**
 * The choice of puzzles: fields for theme, variant, length and difficulty, and small links to the matching puzzles.
 * Each option of a field shows how many puzzles match it.
 *
 * @typedef {import("./puzzles.js").PuzzlesView} PuzzlesView
 * @typedef {import("../puzzle_progress.js").Filter} Filter
 * @typedef {[value: string | number, text: string]} Option
 */

import { html, nothing } from "../vendor/lit/lit.js";
import { filtered, stateOf } from "../puzzle_progress.js";
import { words } from "../words/puzzles.js";

export const DIFFICULTIES = ["mine", "easy", "medium", "hard", "all"];
const LINKS = 120; // the number of links drawn at a time

/** The fields of the filter; nothing for a game without puzzles. @param {PuzzlesView} view */
export function filterFields(view) {
  const own = view.own();
  if (!own.length) return nothing;
  const themes = view.themes.filter((theme) => theme.game === view.game);
  const options = {
    theme: [["", words.anyTheme], ...themes.map(({ name, title }) => [name, title])],
    variant: [["", words.anyVariant], ...optionsOf(own.map(({ variant }) => variant))],
    length: [
      [0, words.anyLength],
      ...optionsOf(
        own.map(({ length }) => length),
        words.lengthOf,
      ),
    ],
    difficulty: DIFFICULTIES.map((name) => [name, words.difficulties[name]]),
  };
  const names = /** @type {(keyof Filter)[]} */ (Object.keys(options));
  return html`<div class="choice" role="group" aria-label=${words.choice}>${names.map((name) => filterField(view, own, name, /** @type {Option[]} */ (options[name])))}</div>`;
}

/**
 * Return an option for each distinct value. Shorter values come first, so that 9x9 is before 10x10.
 * @template {string | number} Value
 * @param {Value[]} values @param {(value: Value) => string} [text]
 * @returns {Option[]}
 */
function optionsOf(values, text = String) {
  const sorted = [...new Set(values)].sort((a, b) => String(a).length - String(b).length || (a < b ? -1 : 1));
  return sorted.map((value) => [value, text(value)]);
}

/**
 * A field of the filter.
 * @param {PuzzlesView} view @param {Api.PuzzleRowJson[]} own @param {keyof Filter} name @param {Option[]} options
 */
function filterField(view, own, name, options) {
  const { filter } = view;
  const choose = (/** @type {Event} */ event) => {
    const { selectedIndex } = /** @type {HTMLSelectElement} */ (event.target);
    view.choose({ [name]: options[selectedIndex][0] });
  };
  return html`<label class="pick"><span>${words[name]}</span><select id=${name} @change=${choose}>
    ${options.map(([value, text]) => {
      const count = filtered(own, { ...filter, [name]: value }).length,
        chosen = value === filter[name];
      return html`<option value=${value} ?selected=${chosen} ?disabled=${!count && !chosen}>${words.counted(text, count)}</option>`;
    })}
  </select></label>`;
}

/**
 * Links to the matching puzzles, easiest first. They are drawn when the visitor opens the list, `LINKS` at a time.
 * @param {PuzzlesView} view
 */
export function puzzleLinks(view) {
  const puzzles = view.pool().sort((a, b) => a.grade - b.grade || a.length - b.length);
  if (!puzzles.length) return nothing;
  const shown = puzzles.slice(0, view.links),
    left = puzzles.length - shown.length;
  const toggle = (/** @type {Event} */ event) =>
    view.drawLinks(/** @type {HTMLDetailsElement} */ (event.target).open ? Math.max(view.links, LINKS) : 0);
  return html`<details class="all" ?open=${view.links > 0} @toggle=${toggle}><summary>${words.all(puzzles.length)}</summary>
    <div class="tiles">${shown.map((puzzle, k) => {
      const state = stateOf(view.progress, puzzle.id),
        label = words.puzzle(k + 1, puzzle.length, puzzle.grade, words.states[state]);
      return html`<a class="tile ${state}" href="#puzzles=${puzzle.id}" aria-label=${label} title=${label} aria-current=${puzzle.id === view.puzzle?.id ? "true" : nothing}>${k + 1}</a>`;
    })}</div>
    ${shown.length && left ? html`<button type="button" id="more-puzzles" @click=${() => view.drawLinks(view.links + LINKS)}>${words.moreLinks(Math.min(LINKS, left))}</button>` : nothing}
  </details>`;
}
