/** The texts of what the page starts on the server: matches, training runs, puzzles. */

import { figures } from "../figures.js";
import { textsOf } from "../words.js";

const en = figures("en");

export const words = textsOf("commands", {
  newMatch: "New match",
  game: "Game",
  variant: "Variant",
  rules: "Rules",
  engines: "Engines",
  engine: (/** @type {number} */ number) => `Engine ${number}`,
  ownLimit: "Its limit",
  ownLimitOf: (/** @type {number} */ number) => `Limit of engine ${number}`,
  sameLimit: "as below",
  addEngine: "Add an engine",
  removeEngine: (/** @type {number} */ number) => `Remove engine ${number}`,
  format: "Who plays whom",
  /** @type {Record<string, string>} */
  formats: { "round-robin": "each against all others", gauntlet: "the first against all others" },
  games: "Games",
  gamesEach: "Games per pair",
  limit: "Limit per move",
  secondsOf: (/** @type {number} */ value) =>
    value === 1 ? "1 second" : `${en(value, value < 1 ? 1 : 0)} seconds`,
  nodesOf: (/** @type {number} */ count) => (count === 1 ? "1 node" : `${en(count)} nodes`),
  atOnce: "Concurrent games",
  even: "Each opening is played twice, with the sides swapped: an odd number is rounded up.",
  name: "Name",
  nameForm: "Letters, digits, '.', '_' and '-'",

  newRun: "New training run",
  runAbout: (/** @type {string} */ board) =>
    `A small network learns ${board} by playing against itself, starting from random moves. It needs PyTorch and takes from a few minutes to several hours.`,
  iterations: "Iterations",
  gamesAnIteration: "Games per iteration",
  simulations: "Simulations per move",
  orRun: (/** @type {string} */ name) => `Or begin in a terminal. Save these lines as ${name}:`,

  makePuzzles: "Make puzzles",
  newPuzzles: "New puzzles",
  puzzlesAbout: "Engines play games. A position becomes a puzzle if exactly one move forces a win.",
  theme: "Theme",
  anyTheme: "any",
  shortest: "Shortest win, in moves",
  longest: "Longest win, in moves",
  count: "Puzzles",
  minutes: "Minutes at most",
  found: (/** @type {number} */ count) => (count === 1 ? "1 puzzle" : `${en(count)} puzzles`),
  complete: "complete",

  begin: "Start",
  starting: "Starting…",
  cancel: "Cancel",

  orTerminal: "Or start one in a terminal, and watch it here:",
  /** What a button says, and what it says while the server is at it. */
  buttons: { stop: ["Stop", "Stopping…"], resume: ["Resume", "Resuming…"] },
  interrupted: {
    match: "The match was interrupted. Its finished games are saved.",
    run: "The training run was interrupted. Its finished iterations are saved.",
    puzzles: "It was interrupted. The puzzles so far are saved.",
  },
  withCommand: "Or resume it in a terminal:",
  elsewhere: "It was started in a terminal, where Ctrl+C stops it.",
  ended: "The command ended with an error:",
  remark: "The command says:",
  withServer: "It stops with the server and can be resumed later.",
});
