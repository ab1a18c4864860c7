/** `Fan`: which stack shows its pieces side by side: under a mouse that rests, a finger that stays, or after a key. */

import { svg } from "../../vendor/lit/lit.js";
import { at } from "../../boards/hexagons.js";

const REST = 350; // milliseconds that a pointer rests on a stack
const WIDE = 150; // between two pieces of a fan

/** @typedef {import("../../boards/hexagons.js").Cell} Cell */

export class Fan {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this._redraw = redraw;
    this._timer = 0;
    /** The name of the cell of the stack, as `key` writes it. @type {string | null} */
    this.cell = null;
    /** Whether a finger opened it, so that the click at its end means nothing. */
    this.held = false;
  }

  /** A pointer came to a stack, or pressed it. @param {string} cell @param {boolean} touch */
  rest(cell, touch) {
    clearTimeout(this._timer);
    if (cell === this.cell) return;
    this.held = false;
    this._timer = setTimeout(() => {
      this.held = touch;
      this.show(cell);
    }, REST);
  }

  /** @param {string | null} cell */
  show(cell) {
    clearTimeout(this._timer);
    if (cell === this.cell) return;
    this.cell = cell;
    this._redraw();
  }
}

/** The pieces of a stack side by side, the lowest first. @param {string[]} pieces @param {import("../../boards/hexagons.js").Point} place */
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
