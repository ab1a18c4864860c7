/**
 * The coach's remarks about a move: facts, each with the cells that prove it, in a position of a line.
 *
 * @typedef {Api.RemarkJson} Remark
 */

import { html, nothing } from "../vendor/lit/lit.js";
import { words } from "../words/remarks.js";

/**
 * A list of remarks; each can be shown on the board.
 * @param {Remark[]} remarks @param {Remark | null} shown @param {(remark: Remark | null) => void} show null for none
 * @param {string[]} [labels] what is read out before a good remark and before a bad one
 */
export function remarkList(remarks, shown, show, labels = words.sides) {
  if (!remarks.length) return nothing;
  return html`<ul class="remarks" aria-label=${words.remarks}>${remarks.map((remark) => {
    const active = shown?.text === remark.text;
    return html`<li><button type="button" class="remark ${remark.good ? "good" : "bad"}" aria-pressed=${active} title=${words.show}
      @click=${() => show(active ? null : remark)}><span class="hidden">${labels[remark.good ? 0 : 1]} </span>${remark.text}</button></li>`;
  })}</ul>`;
}

/**
 * The cells of a remark as the board draws them.
 * @param {Remark | null} remark @returns {import("../boards/overlay.js").Overlay[]}
 */
export const remarkOverlays = (remark) =>
  remark
    ? [{ cells: remark.cells.map((cell) => ({ cell, tone: remark.good ? "good" : "bad" })), lines: [] }]
    : [];

/**
 * Return the line that leads to the position of a remark, and the index of the step in it; null if the line does not go
 * that far, or if the position is that before or right after the judged move.
 * @param {Remark} remark @param {string} move the move that is judged @param {Api.StepJson[]} better
 *   @param {Api.StepJson[]} refutation
 * @returns {{better: boolean, at: number} | null}
 */
export function placeOf({ line }, move, better, refutation) {
  if (!line.length) return null;
  if (line[0] === move)
    return line.length > 1 && refutation[line.length - 2] ? { better: false, at: line.length - 2 } : null;
  return better[line.length - 1] ? { better: true, at: line.length - 1 } : null;
}
