/** The texts beside a board for stepping through a game: the buttons, the moves, the evaluation and the overlays. */

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
    "Draw from cell to cell for an arrow, or on one cell for a circle; draw it again to remove it. The right mouse button always draws. Shift: red, Alt: blue.",
  chance: (/** @type {string} */ side, /** @type {string} */ percent) => `${side} ${percent}`,
  noChance: "No evaluation yet",
  proven: (/** @type {string} */ side, /** @type {number | null} */ plies) =>
    `${side} wins${plies === null ? "" : plies === 1 ? " with the next move" : ` within ${plies} plies`}, proven`,
  overlays: "Show on the board",
  chooseCell: "Choose a piece on the board.",
  partial: "There was not enough time to find everything.",
});
