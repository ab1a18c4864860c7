/**
 * Marks that users draw on a board: arrows, lines, labels and shapes on cells, as records store them.
 *
 * @typedef {import("./hexagons.js").Point} Point
 */

import { nothing, svg } from "../vendor/lit/lit.js";
import { at } from "./hexagons.js";
import { arrowPath } from "./overlay.js";

/** The shapes of marks on a cell. @type {Record<string, string>} */
const SHAPES = {
  circle: "M70 0A70 70 0 1 1 -70 0A70 70 0 1 1 70 0Z",
  square: "M-58-58H58V58H-58Z",
  triangle: "M0-72L64 42H-64Z",
  cross: "M-50-50L50 50M50-50L-50 50",
};

/**
 * @param {Api.MarkJson} mark
 * @param {(cell: string) => Point | null} spot the center of a named cell, null if the board has no such cell
 */
function drawn({ kind, cells, color, text }, spot) {
  const name = `drawn ${color || "own"}`,
    [from, to] = cells.map(spot);
  if (!from || to === null) return nothing; // a file may name cells that the board does not have
  if (kind === "arrow") return svg`<path class="${name} arrow" d=${arrowPath(from, to, 24)} />`;
  if (kind === "line")
    return svg`<path class=${name} d=${`M${from.map((value) => value.toFixed(1))}L${to.map((value) => value.toFixed(1))}`} />`;
  if (kind === "label") return svg`<text class=${name} transform=${at(from)} y="18">${text}</text>`;
  return svg`<path class=${name} d=${SHAPES[kind]} transform=${at(from)} />`;
}

/** Draw all marks. @param {Api.MarkJson[]} marks @param {(cell: string) => Point | null} spot */
export const drawings = (marks, spot) =>
  marks.length ? svg`<g class="drawings">${marks.map((mark) => drawn(mark, spot))}</g>` : nothing;

/** Return the cell under a pointer, null if there is none. @param {PointerEvent} event */
const cellAt = ({ clientX, clientY }) =>
  document.elementFromPoint(clientX, clientY)?.closest("[data-cell]")?.getAttribute("data-cell") ?? null;

/** Return the color of a stroke, which depends on the modifier keys. @param {PointerEvent} event */
const colorOf = (event) => (event.shiftKey ? "red" : event.altKey ? "blue" : "green");

/** `Pencil`: strokes between cells, with the right mouse button, or with any pointer while the pen is in hand. */
export class Pencil {
  constructor() {
    /** @type {{pointer: number, from: string, x: number, y: number} | null} */
    this._stroke = null;
  }

  /**
   * Begin a stroke if the press starts one; return whether it does.
   * @param {PointerEvent} event @param {boolean} inHand whether every pointer draws
   */
  press(event, inHand) {
    const from = inHand || event.button === 2 ? cellAt(event) : null;
    const { pointerId: pointer, clientX: x, clientY: y } = event;
    this._stroke = from === null ? null : { pointer, from, x, y };
    return from !== null;
  }

  /**
   * Give up the stroke when a second finger presses, because two fingers zoom. Return that stroke, or null.
   * @param {PointerEvent} event
   */
  giveUp(event) {
    const stroke = this._stroke;
    if (!stroke || event.pointerType !== "touch" || stroke.pointer === event.pointerId) return null;
    this._stroke = null;
    return stroke;
  }

  /** End the stroke. Return its cells and color, or null if it does not end on a cell. @param {PointerEvent} event */
  lift(event) {
    const stroke = this._stroke;
    if (stroke?.pointer !== event.pointerId) return null;
    this._stroke = null;
    const to = event.type === "pointerup" ? cellAt(event) : null;
    return to === null ? null : { from: stroke.from, to, color: colorOf(event) };
  }
}
