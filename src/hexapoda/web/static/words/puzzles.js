/** The texts of the puzzles. */

import { textsOf } from "../words.js";

export const words = textsOf("puzzles", {
  title: "Puzzles",
  loading: "Loading the puzzles…",
  game: "Game",
  board: "board",
  task: (/** @type {string} */ side, /** @type {number} */ moves) => `${side} to move and win in ${moves}`,
  left: (/** @type {number} */ moves) => `Win in ${moves}`,
  solved: "Solved",
  solutionTitle: "The win, move by move",
  about: (/** @type {string} */ variant, /** @type {number} */ grade) =>
    `${variant}, difficulty ${grade} of 10`,
  only: "Exactly one first move wins in time. Find it.",
  checking: "Checking…",

  next: "Next puzzle",
  hint: "Hint",
  showMove: "Show the move",
  solution: "Solution",
  again: "Try again",
  restart: "Start over",
  back: "Back",
  forward: "Forward",
  analyze: "Analyze",

  choice: "Choose puzzles",
  theme: "Theme",
  anyTheme: "any",
  themes: (/** @type {string[]} */ titles) => `Theme: ${titles.join(", ")}`,
  variant: "Variant or size",
  anyVariant: "any",
  counted: (/** @type {string} */ text, /** @type {number} */ count) => `${text} (${count})`,
  moreLinks: (/** @type {number} */ count) => `Show ${count} more`,
  length: "Length",
  anyLength: "any",
  lengthOf: (/** @type {number} */ moves) => `win in ${moves}`,
  difficulty: "Difficulty",
  /** @type {Record<string, string>} */
  difficulties: { mine: "at my level", easy: "easy", medium: "medium", hard: "hard", all: "all" },
  all: (/** @type {number} */ count) => (count === 1 ? "1 puzzle" : `${count} puzzles`),
  puzzle: (
    /** @type {number} */ number,
    /** @type {number} */ length,
    /** @type {number} */ grade,
    /** @type {string} */ state,
  ) => `Puzzle ${number}, win in ${length}, difficulty ${grade}${state}`,
  /** @type {Record<string, string>} */
  states: { solved: ", solved", failed: ", to try again", new: "" },
  streak: "in a row",
  solvedCount: "solved",
  level: "your level",

  none: (/** @type {string} */ game) => `There are no puzzles for ${game} yet.`,
  unable: (/** @type {string} */ game) =>
    `There are no puzzles for ${game}, because it has no solver to prove wins.`,
  noMatch: "No puzzle matches. Try another theme, variant, length or difficulty.",
  failed: "The puzzle could not be loaded.",
  gone: "This puzzle was not found. Choose another one.",
  retry: "Try again",
});
