/** What boards say, mostly to screen readers. */

import { choose } from "../words.js";

export const words = choose({
  en: {
    board: "board",
    /** @type {Record<string, string>} */
    colors: { w: "white", b: "black" },
    /** @type {Record<string, string>} */
    bugs: { Q: "queen bee", S: "spider", B: "beetle", G: "grasshopper", A: "ant", M: "mosquito", L: "ladybug", P: "pillbug" },
    on: " on ",
    empty: "empty",
    destination: "possible destination",
    selected: "selected",
    handEmpty: "all pieces are on the board",
    handOf: (/** @type {string} */ side) => `${side}'s hand`,
    left: (/** @type {number} */ count) => `${count} in hand`,
    moves: (/** @type {number} */ count) => (count === 0 ? "no moves" : count === 1 ? "1 move" : `${count} moves`),
    stone: (/** @type {string} */ color) => `${color} stone`,
  },
  de: {
    board: "Brett",
    colors: { w: "weiß", b: "schwarz" },
    bugs: { Q: "Bienenkönigin", S: "Spinne", B: "Käfer", G: "Grashüpfer", A: "Ameise", M: "Moskito", L: "Marienkäfer", P: "Assel" },
    on: " auf ",
    empty: "leer",
    destination: "mögliches Ziel",
    selected: "gewählt",
    handEmpty: "alle Steine sind auf dem Brett",
    handOf: (side) => `Vorrat von ${side}`,
    left: (count) => `${count} im Vorrat`,
    moves: (count) => (count === 0 ? "keine Züge" : count === 1 ? "1 Zug" : `${count} Züge`),
    stone: (color) => `Stein, ${color}`,
  },
});
