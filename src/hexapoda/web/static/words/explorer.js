/** The texts of the opening explorer. */

import { choose } from "../words.js";

export const words = choose({
  en: {
    move: "Move",
    games: "Games",
    results: "Results",
    rating: "Rating",
    score: (/** @type {number} */ value) => `${Math.round(100 * value)}%`,
    bar: (
      /** @type {string[]} */ [a, b],
      /** @type {{first: number, draws: number, second: number}} */ one,
    ) => `${a} won ${one.first}, drawn ${one.draws}, ${b} won ${one.second}`,
    same: (/** @type {string} */ moves) => `the same up to symmetry: ${moves}`,
    ended: (/** @type {number} */ value) => (value === 1 ? "1 game ends here." : `${value} games end here.`),
    more: (/** @type {number} */ value) => (value === 1 ? "and 1 more move" : `and ${value} more moves`),
    none: "No game of the library has this position.",
    loading: "Loading…",
    newest: (/** @type {number} */ shown, /** @type {number} */ all) =>
      `The newest ${shown} of ${all} games with this position`,
    all: (/** @type {number} */ value) =>
      value === 1 ? "The game with this position" : `The ${value} games with this position`,
  },
  de: {
    move: "Zug",
    games: "Partien",
    results: "Ergebnisse",
    rating: "Wertung",
    score: (value) => `${Math.round(100 * value)} %`,
    bar: ([a, b], one) => `${a} gewann ${one.first}, remis ${one.draws}, ${b} gewann ${one.second}`,
    same: (moves) => `symmetrisch dasselbe: ${moves}`,
    ended: (value) => (value === 1 ? "1 Partie endet hier." : `${value} Partien enden hier.`),
    more: (value) => (value === 1 ? "und 1 weiterer Zug" : `und ${value} weitere Züge`),
    none: "Keine Partie der Bibliothek hat diese Stellung.",
    loading: "Lädt…",
    newest: (shown, all) => `Die neuesten ${shown} von ${all} Partien mit dieser Stellung`,
    all: (value) =>
      value === 1 ? "Die Partie mit dieser Stellung" : `Die ${value} Partien mit dieser Stellung`,
  },
});
