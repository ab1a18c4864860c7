/** What the board of Hex says, mostly to screen readers. */

import { choose } from "../../words.js";

export const words = choose({
  en: {
    firstStep: "Choose a cell for your stone.",
    stone: (/** @type {string} */ color) => `${color} stone`,
    /** The edges of each color on the screen, when rows are level and when the board stands on a corner. */
    edges: [
      ["top and bottom", "left and right"],
      ["upper right and lower left", "upper left and lower right"],
    ],
  },
  de: {
    firstStep: "Wähle ein Feld für deinen Stein.",
    stone: (color) => `Stein, ${color}`,
    edges: [
      ["oben und unten", "links und rechts"],
      ["rechts oben und links unten", "links oben und rechts unten"],
    ],
  },
});
