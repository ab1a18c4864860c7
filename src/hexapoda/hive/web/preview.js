/** A look at the tiles of Hive as the settings have them: two bugs of each side. */

import { svg } from "../../vendor/lit/lit.js";

const SHOWN = [
  ["wQ", 0],
  ["bA1", 170],
  ["wM", 340],
  ["bL", 510],
];

/** What is drawn, in a box of `SIZE`. The shapes of the board must be in the page. */
export const preview = () =>
  svg`${SHOWN.map(([piece, x]) => svg`<use href="#hexapoda-light-piece-${piece}" x=${x} y="0"></use>`)}`;

export const SIZE = "-95 -110 700 220";
