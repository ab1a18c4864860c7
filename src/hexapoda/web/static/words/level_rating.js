/** The texts about the visitor's rating against the engine levels. */

import { textsOf } from "../words.js";

const list = (/** @type {string[]} */ texts) => new Intl.ListFormat("en-GB").format(texts);

export const words = textsOf("levelRating", {
  rating: (
    /** @type {number} */ elo,
    /** @type {number} */ low,
    /** @type {number} */ high,
    /** @type {number} */ games,
    /** @type {string} */ variant,
  ) =>
    `Your rating against the levels: ${elo} (${low} to ${high}) after ${games === 1 ? "1 game" : `${games} games`} of ${variant}.`,
  next: (/** @type {string} */ level) => `Next: ${level}.`,
  play: (/** @type {string} */ level) => `Play ${level}`,
  about:
    "With 95% confidence, your rating is in this range. It measures your results against these levels, not against people.",
  fits: (/** @type {string} */ percent) => `fits you: about ${percent}`,
  percent: (/** @type {number} */ value) => `${value}%`,
  below: "less than 1%",
  above: "more than 99%",
  expected: (/** @type {string} */ percent, /** @type {boolean} */ fits) =>
    `${fits ? "This level fits you" : "From your games against the levels"}: you can expect ${percent} of the points.`,
  ratedIn: (/** @type {string[]} */ variants) =>
    `The levels are rated on ${list(variants)}. Play ${variants.length === 1 ? "it" : "one of them"} to get a rating of your own.`,
  uncounted: (/** @type {string} */ reasons) => `This game does not count: ${reasons}.`,
  variant: (/** @type {string[]} */ variants) => `the levels are rated on ${list(variants)} only`,
  /** @type {Record<string, string>} */
  help: {
    undo: "a move was taken back",
    hint: "you used a hint",
    check: "your moves were checked",
    lines: "engine lines were shown",
    analysis: "you opened it on the analysis board",
    time: "the engine had less time than usual",
    moves: "it began with given moves",
    unknown: "it is not known whether you had help",
  },
});
