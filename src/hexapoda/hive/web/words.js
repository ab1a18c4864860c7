/** The text on the Hive board, mostly for screen readers. */

import { say } from "../../words.js";

/** @type {Record<string, string>} */
const COLORS = { w: "white {bug}", b: "black {bug}" };
/** @type {Record<string, string>} */
const BUGS = {
  Q: "queen bee",
  S: "spider",
  B: "beetle",
  G: "grasshopper",
  A: "ant",
  M: "mosquito",
  L: "ladybug",
  P: "pillbug",
};

export const words = {
  /** @param {string} color @param {string} bug by their letters */
  bug: (color, bug) => say(COLORS[color], { bug: (form) => say(BUGS[bug], {}, form) }),
  on: say(" on "),
  firstStep: say("Choose one of your pieces, then its cell."),
  handEmpty: say("all pieces are on the board"),
  handOf: (/** @type {string} */ side) => say("{side}'s hand", { side }),
  left: (/** @type {number} */ count) => say("{count} in hand", { count }),
};
