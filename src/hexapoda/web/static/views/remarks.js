/**
 * The coach's remarks about a move. Each states a fact about a position of a line, with the cells that prove it.
 *
 * @typedef {Api.RemarkJson} Remark
 */

import { html, nothing } from "../vendor/lit/lit.js";
import { words } from "../words/remarks.js";

/**
 * A list of remarks; each can be shown on the board.
 * @param {Remark[]} remarks @param {Remark | null} shown @param {(remark: Remark | null) => void} show null for none
 * @param {string[]} [labels] the words before a good and a bad remark: which line or side it is about
 */
export function remarkList(remarks, shown, show, labels = words.sides) {
  if (!remarks.length) return nothing;
  return html`<ul class="remarks" aria-label=${words.remarks}>${remarks.map((remark) => {
    const active = shown?.text === remark.text;
    return html`<li><button type="button" class="remark ${remark.good ? "good" : "bad"}" aria-pressed=${active} title=${words.show}
      @click=${() => show(active ? null : remark)}><b>${labels[remark.good ? 0 : 1]}</b> ${remark.text}</button></li>`;
  })}</ul>`;
}

/**
 * Return the overlays that mark the cells of a remark on the board.
 * @param {Remark | null} remark @returns {import("../boards/overlay.js").Overlay[]}
 */
export const remarkOverlays = (remark) =>
  remark
    ? [{ cells: remark.cells.map((cell) => ({ cell, tone: remark.good ? "good" : "bad" })), lines: [] }]
    : [];

/**
 * Return which line leads to the position of a remark, and the index of the step there. Return null if the line is too
 * short, or if the position is the one before or right after the judged move.
 * @param {Remark} remark @param {string} move the judged move @param {Api.StepJson[]} better
 *   @param {Api.StepJson[]} refutation
 * @returns {{better: boolean, at: number} | null}
 */
export function placeOf({ line }, move, better, refutation) {
  if (!line.length) return null;
  if (line[0] === move)
    return line.length > 1 && refutation[line.length - 2] ? { better: false, at: line.length - 2 } : null;
  return better[line.length - 1] ? { better: true, at: line.length - 1 } : null;
}
