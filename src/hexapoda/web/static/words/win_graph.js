/** The texts of the graph of win probabilities. */

import { textsOf } from "../words.js";

export const words = textsOf("winGraph", {
  graph: "Win probability",
  graphAt: (/** @type {string} */ side, /** @type {string} */ percent) => `${side} ${percent}`,
});
