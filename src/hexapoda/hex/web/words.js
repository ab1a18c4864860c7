/** What the board of Hex says, mostly to screen readers. */

import { say } from "../../words.js";

export const words = {
  firstStep: say("Choose a cell for your stone."),
  stone: (/** @type {string} */ color) => say("{color} stone", { color }),
  /** The edges of each color on the screen, when rows are level and when the board stands on a corner. */
  edges: [
    [say("top and bottom"), say("left and right")],
    [say("upper right and lower left"), say("upper left and lower right")],
  ],
};
