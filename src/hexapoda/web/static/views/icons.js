/** Small pictures on buttons. */

import { svg } from "../vendor/lit/lit.js";

/** @type {Record<string, string>} */
const PATHS = {
  undo: "M8 5 4 9l4 4M4 9h9a5 5 0 0 1 0 10h-3",
  redo: "M16 5l4 4-4 4M20 9h-9a5 5 0 0 0 0 10h3",
  hint: "M9 17h6M10 20h4M12 3a6 6 0 0 0-3.5 10.9V15h7v-1.1A6 6 0 0 0 12 3Z",
  resign: "M6 21V4M6 5h11l-2.5 4L17 13H6",
};

/** @param {string} name */
export const icon = (name) => svg`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${PATHS[name]} /></svg>`;
