/**
 * The animations of tiles, which slide, climb in an arc, or land. When a queen is surrounded, the ring lights up.
 */

import { center, key, neighbors } from "../../boards/hexagons.js";

/**
 * @typedef {import("./board.js").Stack} Stack
 * @typedef {import("../../boards/hexagons.js").Cell} Cell
 * @typedef {{x: number, y: number, height: number}} Place where a piece is drawn
 */

/** How much higher each level of a stack is drawn. */
export const LIFT = 19;
const SLIDE = 220,
  CLIMB = 320,
  LAND = 160,
  STEP = 70; // milliseconds; STEP is the delay between two tiles of the ring
const ARC = 70; // how high a piece is carried over others

/** Return the place where each piece is drawn. @param {Iterable<Stack>} stacks @returns {Map<string, Place>} */
export function places(stacks) {
  const found = new Map();
  for (const { cell, pieces } of stacks) {
    const [x, y] = center(cell);
    for (const [height, piece] of pieces.entries()) found.set(piece, { x, y: y - LIFT * height, height });
  }
  return found;
}

/**
 * Animate pieces from where they were to where they are now.
 * @param {(piece: string) => Element | null} find the drawing of a piece @param {Map<string, Place>} before
 *   @param {Map<string, Place>} now
 * @param {string} [kind] of the last move; a thrown piece passes over the thrower
 */
export function move(find, before, now, kind) {
  for (const [piece, { x, y, height }] of now) {
    const old = before.get(piece);
    if (!old) {
      find(piece)?.animate(
        [
          { transform: "scale(1.2)", opacity: 0 },
          { transform: "none", opacity: 1 },
        ],
        { duration: LAND, easing: "ease-out" },
      );
      continue;
    }
    const [dx, dy] = [old.x - x, old.y - y];
    if (!dx && !dy) continue;
    const start = `translate(${dx}px, ${dy}px)`,
      over = kind === "throw" || height > 0 || old.height > 0;
    find(piece)?.animate(
      over
        ? [
            { transform: start },
            { transform: `translate(${dx / 2}px, ${Math.min(dy / 2, 0) - ARC}px)` },
            { transform: "none" },
          ]
        : [{ transform: start }, { transform: "none" }],
      { duration: over ? CLIMB : SLIDE, easing: "ease-out" },
    );
  }
}

/**
 * Return the key of the cell of the piece that threw another piece in the last move: a pillbug, or a mosquito beside a
 * pillbug. Null if no piece was thrown, or if two pieces could have thrown it.
 * @param {Api.MoveJson | null} last @param {Map<string, Stack>} stacks @param {string} turn the side to move
 */
export function throwerOf(last, stacks, turn) {
  if (last?.kind !== "throw" || !last.from || !last.to) return null;
  const beside = neighbors(last.to).map(key);
  const top = (/** @type {Cell} */ cell) => stacks.get(key(cell))?.pieces.at(-1) ?? "";
  const found = neighbors(last.from).filter((cell) => {
    const [color, bug] = top(cell);
    return (
      beside.includes(key(cell)) &&
      color === (turn === "White" ? "b" : "w") &&
      (bug === "P" || (bug === "M" && neighbors(cell).some((near) => top(near)[1] === "P")))
    );
  });
  return found.length === 1 ? key(found[0]) : null;
}

/**
 * Light up the pieces around each surrounded queen in turn.
 * @param {(piece: string) => Element | null} find @param {Map<string, Stack>} stacks
 */
export function closeRings(find, stacks) {
  for (const { cell, pieces } of stacks.values()) {
    if (!pieces.some((piece) => piece[1] === "Q")) continue;
    const ring = neighbors(cell).map((each) => stacks.get(key(each))?.pieces.at(-1));
    if (ring.includes(undefined)) continue;
    for (const [place, piece] of ring.entries())
      find(/** @type {string} */ (piece))?.animate(
        [
          { transform: "none" },
          { transform: "scale(1.14)", filter: "brightness(1.25)" },
          { transform: "none" },
        ],
        { duration: 3 * STEP, delay: CLIMB + place * STEP, easing: "ease-in-out" },
      );
  }
}
