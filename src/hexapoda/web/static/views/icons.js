/** The icons of buttons. */

import { svg } from "../vendor/lit/lit.js";

/** @type {Record<string, string>} */
const PATHS = {
  undo: "M8 5 4 9l4 4M4 9h9a5 5 0 0 1 0 10h-3",
  redo: "M16 5l4 4-4 4M20 9h-9a5 5 0 0 0 0 10h3",
  hint: "M9 17h6M10 20h4M12 3a6 6 0 0 0-3.5 10.9V15h7v-1.1A6 6 0 0 0 12 3Z",
  help: "M12 21a9 9 0 1 1 0-18 9 9 0 0 1 0 18ZM9.5 9.500a2.500 2.500 0 1 1 3.500 2.300c-.7.3-1 .8-1 1.700M12 16.500h.01",
  draw: "M5 9.5h14M5 14.5h14",
  resume: "M8 5l11 7-11 7Z",
  copy: "M9 9h10v11H9ZM5 15V4h10",
  gear: "M19.4 13.5a7.6 7.6 0 0 0 0-3l2-1.6-2-3.4-2.4 1a7.6 7.6 0 0 0-2.6-1.5L14 2.500h-4l-.4 2.500A7.6 7.6 0 0 0 7 6.500l-2.4-1-2 3.4 2 1.600a7.6 7.6 0 0 0 0 3l-2 1.6 2 3.4 2.4-1a7.6 7.6 0 0 0 2.6 1.500l.4 2.500h4l.4-2.500a7.6 7.6 0 0 0 2.6-1.500l2.4 1 2-3.400ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z",
  first: "M6 6v12M18 6l-7 6 7 6",
  back: "M15 5l-7 7 7 7",
  next: "M9 5l7 7-7 7",
  last: "M18 6v12M6 6l7 6-7 6",
  unfold: "M5 9l7 7 7-7",
  flip: "M8 4v15M8 4 4.5 8M8 4l3.5 4M16 20V5M16 20l-3.5-4M16 20l3.5-4",
  load: "M4 19V6h6l2 2.5h8V19ZM4 12h16",
  pen: "M4 20l1-4L16 5l3 3L8 19ZM14 7l3 3",
  setUp: "M12 3l7 4v8l-7 4-7-4V7ZM12 8.5v6M9 11.5h6",
  share: "M12 15V4M8 8l4-4 4 4M5 12v8h14v-8",
  keys: "M3.5 6.5h17v11h-17ZM7 10h.01M10.5 10h.01M14 10h.01M17.5 10h.01M8 14h8",
  analyze: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.5 15.5 20 20",
  promote: "M12 19V6M7 11l5-5 5 5",
  remove: "M5 7h14M10 7V4.5h4V7M7 7l1 13h8l1-13",
  pause: "M9 5v14M15 5v14",
  resign: "M6 21V4M6 5h11l-2.5 4L17 13H6",
};

/** @param {string} name */
export const icon = (name) =>
  svg`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${PATHS[name]} /></svg>`;
