/** What stands beside a board on which a game is looked through: the steps, the moves, the chance to win, the marks. */

import { choose } from "../words.js";

export const words = choose({
  en: {
    moves: "Moves and variations",
    noMoves: "Play any move on the board, for either side.",
    first: "To the start",
    back: "One move back",
    next: "One move forward",
    last: "To the end of the line",
    flip: "Turn the board",
    chance: (/** @type {string} */ side, /** @type {string} */ percent) => `${side} ${percent}`,
    noChance: "No evaluation yet",
    proven: (/** @type {string} */ side, /** @type {number | null} */ plies) =>
      `${side} wins${plies === null ? "" : plies === 1 ? " with the next move" : ` within ${plies} moves of either side`}, proven`,
    overlays: "Show on the board",
    chooseCell: "Choose a piece on the board.",
    partial: "There was no time to find everything.",
  },
  de: {
    moves: "Züge und Varianten",
    noMoves: "Spiele irgendeinen Zug auf dem Brett, für beide Seiten.",
    first: "Zum Anfang",
    back: "Einen Zug zurück",
    next: "Einen Zug vor",
    last: "Zum Ende der Variante",
    flip: "Brett drehen",
    chance: (side, percent) => `${side} ${percent}`,
    noChance: "Noch keine Bewertung",
    proven: (side, plies) =>
      `${side} gewinnt${plies === null ? "" : plies === 1 ? " mit dem nächsten Zug" : ` in höchstens ${plies} Zügen beider Seiten`}, bewiesen`,
    overlays: "Auf dem Brett zeigen",
    chooseCell: "Wähle einen Stein auf dem Brett.",
    partial: "Die Zeit reichte nicht, um alles zu finden.",
  },
});
