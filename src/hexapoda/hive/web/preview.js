/** A preview of the Hive tiles for the settings: two bugs of each side. */

import { svg } from "../../vendor/lit/lit.js";

const SHOWN = [
  ["wQ", 0],
  ["bA1", 170],
  ["wM", 340],
  ["bL", 510],
];

/** Draw the preview for an SVG with the view box `SIZE`. The shapes of the board must be in the page. */
export const preview = () =>
  svg`${SHOWN.map(([piece, x]) => svg`<use href="#hexapoda-light-piece-${piece}" x=${x} y="0"></use>`)}`;

export const SIZE = "-95 -110 700 220";
