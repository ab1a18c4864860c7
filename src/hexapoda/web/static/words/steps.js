/** What stands beside a board on which a game is looked through: the steps, the moves, the chance to win, the marks. */

import { textsOf } from "../words.js";

export const words = textsOf("steps", {
  moves: "Moves and variations",
  noMoves: "Play any move on the board, for either side.",
  unfold: "All moves as a list",
  level: (/** @type {string} */ number) => `Level ${number}`,
  opening: "Opening",
  inBook: "in the book",
  bookPlies: (/** @type {number} */ plies) =>
    plies === 1 ? "in the book for 1 ply" : `in the book for ${plies} plies`,
  first: "To the start",
  back: "One move back",
  next: "One move forward",
  last: "To the end of the line",
  play: "Play",
  pause: "Pause",
  flip: "Turn the board",
  pen: "Draw on the board",
  aboutPen:
    "Draw: from cell to cell for an arrow, on one cell for a circle; again removes it. The right mouse button always draws. Shift: red, Alt: blue.",
  chance: (/** @type {string} */ side, /** @type {string} */ percent) => `${side} ${percent}`,
  noChance: "No evaluation yet",
  proven: (/** @type {string} */ side, /** @type {number | null} */ plies) =>
    `${side} wins${plies === null ? "" : plies === 1 ? " with the next move" : ` within ${plies} moves of either side`}, proven`,
  overlays: "Show on the board",
  chooseCell: "Choose a piece on the board.",
  partial: "There was no time to find everything.",
});
