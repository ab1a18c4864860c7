/** The texts of the opening explorer. */

import { textsOf } from "../words.js";

export const words = textsOf("explorer", {
  move: "Move",
  games: "Games",
  results: "Results",
  rating: "Rating",
  score: (/** @type {number} */ value) => `${Math.round(100 * value)}%`,
  bar: (/** @type {string[]} */ [a, b], /** @type {{first: number, draws: number, second: number}} */ one) =>
    `${a} won ${one.first}, drawn ${one.draws}, ${b} won ${one.second}`,
  same: (/** @type {string} */ moves) => `the same by symmetry: ${moves}`,
  ended: (/** @type {number} */ value) => (value === 1 ? "1 game ends here." : `${value} games end here.`),
  more: (/** @type {number} */ value) => (value === 1 ? "and 1 more move" : `and ${value} more moves`),
  none: "No game in the library has this position.",
  loading: "Loading…",
  tree: "Opening tree",
  chance: "Chance",
  engineGames: "Games between engines",
  newest: (/** @type {number} */ shown, /** @type {number} */ all) =>
    `The newest ${shown} of ${all} games with this position`,
  all: (/** @type {number} */ value) =>
    value === 1 ? "The game with this position" : `The ${value} games with this position`,
});
