/** The texts of all boards, mostly for screen readers. */

import { textsOf } from "../words.js";

export const words = textsOf("boards", {
  board: "board",
  empty: "empty",
  destination: "possible destination",
  selected: "selected",
  moves: (/** @type {number} */ count) =>
    count === 0 ? "no moves" : count === 1 ? "1 move" : `${count} moves`,
  fit: "Show the whole board",
});
