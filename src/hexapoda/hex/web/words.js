/** What the board of Hex says, mostly to screen readers. */

import { choose } from "../../words.js";

export const words = choose({
  en: { stone: (/** @type {string} */ color) => `${color} stone` },
  de: { stone: (color) => `Stein, ${color}` },
});
