/** A preview of the Hex board for the settings: cells with their shading, and two stones. */

import { svg } from "../../vendor/lit/lit.js";
import { at, center, hexagon, key } from "../../boards/hexagons.js";
import { shadeOf } from "./shading.js";

const COLUMNS = 7,
  ROWS = 5,
  CELL = hexagon(100);
/** The colors of the stones by cell. @type {Record<string, string>} */
const STONES = { "2,2": "black", "4,1": "white" };

/** Draw the preview for an SVG with the view box `SIZE`. The style sheet of the board must be in the page. */
export const preview = () =>
  svg`<g class="hex-preview">${Array.from({ length: ROWS * COLUMNS }, (_, k) => {
    const cell = /** @type {[number, number]} */ ([k % COLUMNS, Math.floor(k / COLUMNS)]),
      stone = STONES[key(cell)];
    return svg`<g class="cell ${shadeOf(cell, COLUMNS, ROWS)}" transform=${at(center(cell))}><path d=${CELL}></path>${stone ? svg`<g class="stone ${stone}"><circle r="70"></circle></g>` : ""}</g>`;
  })}</g>`;

export const SIZE = "-100 -110 1600 820";
