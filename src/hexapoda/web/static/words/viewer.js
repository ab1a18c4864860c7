/** The texts of a page that shows games without a server. */

import { textsOf } from "../words.js";

export const words = textsOf("viewer", {
  title: "Hexapoda",
  games: (/** @type {number} */ count) => (count === 1 ? "1 game" : `${count} games`),
  found: (/** @type {number} */ count, /** @type {number} */ all) =>
    count === all ? "" : `${count} of ${all}`,
  more: (/** @type {number} */ count) => `${count} more: type part of a name to find them.`,
  search: "Find a game",
  list: "Games",
  nothing: "No game matches.",
  number: (/** @type {number} */ id) => `Game ${id}`,
  unknown: "?",
  plies: (/** @type {number} */ count) => (count === 1 ? "1 move" : `${count} moves`),
  bad: (/** @type {number} */ count) =>
    count === 1 ? "1 game cannot be shown" : `${count} games cannot be shown`,
  line: (/** @type {number} */ line) => `line ${line}`,
  loading: "Opening the game…",
  failed: "The game could not be opened.",
  old: "This browser is too old for this page.",
  missing: (/** @type {number} */ count, /** @type {string} */ text) =>
    count === 1
      ? `Part of this game is missing: ${text}`
      : `${count} parts of this game are missing. The first: ${text}`,
  cut: "The game has more variations than fit on this page.",

  position: "Position",
  moves: "Moves",
  start: "Start",
  of: (/** @type {number} */ count) => ` of ${count}`,
  after: (/** @type {number} */ count) => `Board after ${count === 1 ? "1 move" : `${count} moves`}`,
  before: "Previous game",
  next: "Next game",
  keys: "← → step, ↑ ↓ choose a variation, Home and End jump",

  book: "opening book",
  score: (/** @type {number} */ score) => `score ${score}`,
  winIn: (/** @type {number} */ plies) =>
    `${plies >= 0 ? "win" : "loss"} in ${Math.abs(plies) === 1 ? "1 ply" : `${Math.abs(plies)} plies`}`,
  depth: (/** @type {number} */ depth) => `depth ${depth}`,
  nodes: (/** @type {number} */ nodes) => `${nodes.toLocaleString("en")} node${nodes === 1 ? "" : "s"}`,
  seconds: (/** @type {number} */ seconds) =>
    seconds < 1 ? `${Math.round(10000 * seconds) / 10} ms` : `${seconds.toFixed(1)} s`,
  reply: (/** @type {string} */ moves) => `The reply: ${moves}`,
});
