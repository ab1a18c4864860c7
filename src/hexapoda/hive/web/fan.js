/**
 * `Fan`: decides which stack shows its pieces side by side. The visitor chooses it by resting the mouse on it, by a
 * long touch, or with a key.
 */

import { svg } from "../../vendor/lit/lit.js";
import { at } from "../../boards/hexagons.js";

const REST = 350; // milliseconds for which a pointer must rest on a stack
const WIDE = 150; // the distance between two pieces of a fan

/** @typedef {import("../../boards/hexagons.js").Cell} Cell */

export class Fan {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this._redraw = redraw;
    this._timer = 0;
    /** The `key` of the cell of the fanned stack; null if there is none. @type {string | null} */
    this.cell = null;
    /** Whether a long touch opened the fan, so that the click at its end is ignored. */
    this.held = false;
  }

  /**
   * Open the fan if the pointer stays on the stack that it entered or pressed.
   * @param {string} cell @param {boolean} touch
   */
  rest(cell, touch) {
    clearTimeout(this._timer);
    if (cell === this.cell) return;
    this.held = false;
    this._timer = setTimeout(() => {
      this.held = touch;
      this.show(cell);
    }, REST);
  }

  /** Fan out the stack on a cell, or none. @param {string | null} cell */
  show(cell) {
    clearTimeout(this._timer);
    if (cell === this.cell) return;
    this.cell = cell;
    this._redraw();
  }
}

/**
 * Draw the pieces of a stack side by side, the lowest first.
 * @param {string[]} pieces @param {import("../../boards/hexagons.js").Point} place the center of their cell
 */
export function fanned(pieces, [x, y]) {
  const half = (pieces.length * WIDE) / 2 + 20;
  return svg`<g class="fan" transform=${at([x, y - 215])}>
    <path class="stem" d="M-26 118L0 150L26 118Z" />
    <rect class="card" x=${-half} y="-122" width=${2 * half} height="242" rx="34" />
    ${pieces.map(
      (piece, k) => svg`<g data-fan=${piece} transform=${at([(k - (pieces.length - 1) / 2) * WIDE, 0])}>
      <use href="#hexapoda-light-piece-${piece}" transform="scale(0.86)" />
      <text class="count" y="112">${k + 1}</text>
    </g>`,
    )}
  </g>`;
}
