/** What the board of Hive says, mostly to screen readers. */

import { choose } from "../../words.js";

export const words = choose({
  en: {
    /** @type {Record<string, string>} */
    colors: { w: "white", b: "black" },
    /** @type {Record<string, string>} */
    bugs: {
      Q: "queen bee",
      S: "spider",
      B: "beetle",
      G: "grasshopper",
      A: "ant",
      M: "mosquito",
      L: "ladybug",
      P: "pillbug",
    },
    on: " on ",
    firstStep: "Choose one of your pieces, then its cell.",
    handEmpty: "all pieces are on the board",
    handOf: (/** @type {string} */ side) => `${side}'s hand`,
    left: (/** @type {number} */ count) => `${count} in hand`,
  },
  de: {
    colors: { w: "weiß", b: "schwarz" },
    bugs: {
      Q: "Bienenkönigin",
      S: "Spinne",
      B: "Käfer",
      G: "Grashüpfer",
      A: "Ameise",
      M: "Moskito",
      L: "Marienkäfer",
      P: "Assel",
    },
    on: " auf ",
    firstStep: "Wähle einen deiner Steine, dann sein Feld.",
    handEmpty: "alle Steine sind auf dem Brett",
    handOf: (side) => `Vorrat von ${side}`,
    left: (count) => `${count} im Vorrat`,
  },
});
