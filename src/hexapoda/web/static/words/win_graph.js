/** The texts of the graph of a game. */

import { choose } from "../words.js";

export const words = choose({
  en: {
    graph: "Win probability",
    graphAt: (/** @type {string} */ side, /** @type {string} */ percent) => `${side} ${percent}`,
  },
  de: {
    graph: "Gewinnwahrscheinlichkeit",
    graphAt: (side, percent) => `${side} ${percent}`,
  },
});
