/** The marks of errors: each kind has its own shape and color. */

import { nothing, svg } from "../vendor/lit/lit.js";

/** The kinds that have a mark, the least serious first. */
export const KINDS = ["inaccuracy", "mistake", "blunder", "missed win", "allowed win"];

/** SVG paths in a 16 x 16 square, with the origin at its center. @type {Record<string, string>} */
const SHAPES = {
  inaccuracy: "M0-4.6A4.6 4.6 0 1 0 0 4.6A4.6 4.6 0 1 0 0-4.6Z",
  mistake: "M0-6L6.2 5H-6.2Z",
  blunder: "M0-7L7 0L0 7L-7 0Z",
  "missed win": "M0-7.4L2-2.4L7.2-2.2L3.2 1.2L4.6 6.4L0 3.5L-4.6 6.4L-3.2 1.2L-7.2-2.2L-2-2.4Z",
  "allowed win": "M-3-6.5H3V-3H6.5V3H3V6.5H-3V3H-6.5V-3H-3Z",
};

/** Return the CSS class of a kind. @param {string} kind */
export const kindClass = (kind) => kind.replace(" ", "-");

/** The mark alone, for use in a drawing. @param {string} kind */
export const markShape = (kind) =>
  SHAPES[kind] ? svg`<path class="mark ${kindClass(kind)}" d=${SHAPES[kind]} />` : nothing;

/** The mark as an icon beside text. @param {string} kind */
export const judgmentMark = (kind) =>
  SHAPES[kind]
    ? svg`<svg class="judgment-mark" viewBox="-8 -8 16 16" width="16" height="16" aria-hidden="true">${markShape(kind)}</svg>`
    : nothing;
