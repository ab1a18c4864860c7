/** What all boards say, mostly to screen readers. */

import { choose } from "../words.js";

export const words = choose({
  en: {
    board: "board",
    empty: "empty",
    destination: "possible destination",
    selected: "selected",
    moves: (/** @type {number} */ count) =>
      count === 0 ? "no moves" : count === 1 ? "1 move" : `${count} moves`,
  },
  de: {
    board: "Brett",
    empty: "leer",
    destination: "mögliches Ziel",
    selected: "gewählt",
    moves: (count) => (count === 0 ? "keine Züge" : count === 1 ? "1 Zug" : `${count} Züge`),
  },
});
