/** The texts of the commands that the page starts on the server: for matches, training runs and puzzles. */

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
  orRun: (/** @type {string} */ name) => `Or start it in a terminal. Save these lines as ${name}:`,

  makePuzzles: "Make puzzles",
  newPuzzles: "New puzzles",
  puzzlesAbout: "Engines play games. A position becomes a puzzle if exactly one move forces a win.",
  theme: "Theme",
  anyTheme: "any",
  shortest: "Shortest win, in moves",
  longest: "Longest win, in moves",
  count: "Puzzles",
  minutes: "Time limit, in minutes",
  found: (/** @type {number} */ count) => (count === 1 ? "1 puzzle" : `${en(count)} puzzles`),
  complete: "complete",

  begin: "Start",
  starting: "Starting…",
  cancel: "Cancel",

  orTerminal: "Or start one in a terminal, and watch it here:",
  /** The label of each button, and its label while the server carries out the request. */
  buttons: { stop: ["Stop", "Stopping…"], resume: ["Resume", "Resuming…"] },
  interrupted: {
    match: "The match was interrupted. Its finished games are saved.",
    run: "The training run was interrupted. Its finished iterations are saved.",
    puzzles: "The search was interrupted. The puzzles found so far are saved.",
  },
  withCommand: "Or resume it in a terminal:",
  elsewhere: "It was started in a terminal, where Ctrl+C stops it.",
  ended: "The command ended with an error:",
  remark: "The command says:",
  withServer: "It stops when the server stops, and can be resumed later.",
});
