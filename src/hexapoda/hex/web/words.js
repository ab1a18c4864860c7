/** The text on the Hex board, mostly for screen readers. */

import { say } from "../../words.js";

export const words = {
  firstStep: say("Choose a cell for your stone."),
  stone: (/** @type {string} */ color) => say("{color} stone", { color }),
  /** The edges of each color on the screen: first with level rows, then with the board on a corner. */
  edges: [
    [say("top and bottom"), say("left and right")],
    [say("upper right and lower left"), say("upper left and lower right")],
  ],
};
