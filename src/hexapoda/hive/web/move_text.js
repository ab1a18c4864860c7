/**
 * The names of Hive pieces, and moves as text.
 *
 * @typedef {import("../../boards/hexagons.js").Cell} Cell
 */

import { words } from "./words.js";
import { DIRECTIONS, key } from "../../boards/hexagons.js";

// How a MoveString names the cell in each direction from a piece, clockwise from the east.
const AROUND = [
  (/** @type {string} */ name) => `${name}-`,
  (/** @type {string} */ name) => `${name}\\`,
  (/** @type {string} */ name) => `/${name}`,
  (/** @type {string} */ name) => `-${name}`,
  (/** @type {string} */ name) => `\\${name}`,
  (/** @type {string} */ name) => `${name}/`,
];

/** `white ant 1` for `wA1`. @param {string} piece */
export function pieceName(piece) {
  return [words.bug(piece[0], piece[1]), piece[2]].filter(Boolean).join(" ");
}

/**
 * Return a move of `piece` to `cell` as a MoveString, whether legal or not; only the piece if no other piece is
 * on or beside the cell.
 * @param {Map<string, {cell: Cell, pieces: string[]}>} stacks
 * @param {string} piece
 * @param {Cell} cell
 */
export function moveText(stacks, piece, cell) {
  const there = stacks.get(key(cell))?.pieces.findLast((one) => one !== piece);
  if (there) return `${piece} ${there}`;
  for (const [k, [dq, dr]] of DIRECTIONS.entries()) {
    const reference = stacks.get(key([cell[0] - dq, cell[1] - dr]))?.pieces.findLast((one) => one !== piece);
    if (reference) return `${piece} ${AROUND[k](reference)}`;
  }
  return piece;
}
