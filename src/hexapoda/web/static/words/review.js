/** The texts of reviews. Sentences about a move come from the server. */

import { textsOf } from "../words.js";

export const words = textsOf("review", {
  board: "board",
  loading: "Loading the review…",
  failed: "The review could not be loaded.",
  gone: "That review no longer exists.",
  offline: "The connection is lost. Trying again…",
  analyze: "Analyze",
  otherReviews: "All reviews",

  title: "Review a game",
  intro: "Paste a game or drop a file: every move is checked, and you see where it was won and lost.",
  paste: "Game as text",
  placeholder: "A GameString, a file from BoardSpace or Board Game Arena, a HexWorld link, PGN, SGF…",
  openFile: "Open a file",
  begin: "Review",
  beginning: "Reading the game…",
  dropHere: "Drop the file here",
  tooLarge: "The file is too large.",
  number: "Game number",
  yours: "Your reviews",
  none: "No reviews yet. After a game, choose “Review the game” beside the result.",
  plies: (/** @type {number} */ count) => `${count} moves`,
  against: (/** @type {string} */ a, /** @type {string} */ b) => `${a} – ${b}`,
  you: "You",
  youWere: (/** @type {string} */ side) => `you: ${side}`,
  forget: "Remove from the list",

  habits: "What goes wrong most often",
  habitsNone:
    "Say in your reviews which side you played (“Who were you?”). Then your games are compared here.",
  habitsGames: (/** @type {number} */ games, /** @type {string} */ game) =>
    `${game}: ${games} ${games === 1 ? "game" : "games"} of yours`,
  habitsAccuracy: (/** @type {number} */ accuracy) => `${Math.round(accuracy)}% accuracy`,
  phases: ["beginning", "middle", "end"],
  phase: (/** @type {string} */ part, /** @type {number} */ errors, /** @type {number} */ moves) =>
    `${errors} of ${moves} moves in the ${part}`,
  mostIn: (/** @type {string} */ part) => `Most of your errors come in the ${part} of the game.`,
  missedThemes: "What you allowed or missed",
  times: (/** @type {number} */ count) => (count === 1 ? "once" : `${count} times`),
  costliest: "Your costliest moves",
  moveNumber: (/** @type {number} */ ply) => `move ${ply}`,
  lost: (/** @type {string} */ percent) => `−${percent}`,

  waiting: (/** @type {number} */ place) => `Waiting: number ${place} in the queue`,
  waitingNow: "About to begin…",
  fast: (/** @type {number} */ done, /** @type {number} */ all) => `A quick look: ${done} of ${all} moves`,
  deep: (/** @type {number} */ done, /** @type {number} */ all) =>
    `A closer look at ${all} moments: ${done} done`,
  stopped: "Stopped.",
  failedReview: "The review failed:",
  notSaved: "This review cannot be saved: it will be lost when the server stops.",
  doneFor: (/** @type {number} */ all, /** @type {number} */ again) =>
    `${all} moves reviewed, ${again} of them closely`,
  stop: "Stop",
  resume: "Go on",

  accuracy: "accuracy",
  who: "Who were you?",
  both: "Nobody",
  whoEach: "Both",
  practiced: "Your mistakes in this game are exercises now.",
  practicedLater: "Your mistakes become exercises when the review is done.",
  practice: "Practice",
  graphStart: "start",
  moveList: "Moves",
  first: "First position",
  back: "One move back",
  forward: "One move forward",
  last: "Last position",
  nextMistake: "Next mistake",
  previousMistake: "Previous mistake",
  startText: "Go through the game with ← and →, or from mistake to mistake with n.",
  /** @type {Record<string, string>} */
  judgments: {
    best: "Best move",
    good: "Good move",
    inaccuracy: "Inaccuracy",
    mistake: "Mistake",
    blunder: "Blunder",
    "missed win": "Missed win",
    "allowed win": "Allowed win",
  },
  /** @type {Record<string, string>} */
  counts: {
    inaccuracy: "inaccuracies",
    mistake: "mistakes",
    blunder: "blunders",
    "missed win": "missed wins",
    "allowed win": "allowed wins",
  },
  /** The singular forms of `counts`. @type {Record<string, string>} */
  counted: {
    inaccuracy: "inaccuracy",
    mistake: "mistake",
    blunder: "blunder",
    "missed win": "missed win",
    "allowed win": "allowed win",
  },
  onlyMove: "The only legal move",
  notYet: "Not reviewed yet",
  given: "This move was given when the game began: it is not judged.",
  best: "Best",
  better: "Better",
  forcedWin: "Forced win",
  refutation: "How it is punished",
  backToGame: "Back to the game",
  lineOf: (/** @type {number} */ at, /** @type {number} */ all) => `Step ${at} of ${all} of the line`,
  retry: "Retry this move",
  retryOther: "Find the better move",
  retryTask: (/** @type {string} */ side, /** @type {string} */ move) =>
    `${side} played ${move}. Find something better.`,
  checking: "Checking your move…",
  retrySame: "That is the move of the game. Try another one.",
  retryBest: (/** @type {string} */ move) => `${move}: exactly right, the best move.`,
  retryGood: (/** @type {string} */ move) => `${move}: good. It keeps your chances.`,
  retrySlight: (/** @type {string} */ move, /** @type {number} */ points) =>
    `${move}: not quite. It lowers your winning chances by ${points} percentage points.`,
  retryBad: (/** @type {string} */ move, /** @type {number} */ points) =>
    `${move}: not better. It lowers your winning chances by ${points} percentage points.`,
  retryBetter: (/** @type {string} */ move, /** @type {number} */ points, /** @type {number} */ before) =>
    `${move}: better than the move of the game, but not the best. It lowers your winning chances by ${points} percentage points, the move of the game by ${before}.`,
  retryEscapes: (/** @type {string} */ move, /** @type {number} */ points) =>
    `${move}: better, because no forced loss was found after it. But it lowers your winning chances by ${points} percentage points.`,
  retryLoses: (/** @type {string} */ move) => `${move}: still loses by force.`,
  again: "Try again",
  solution: "Show the solution",
  end: "End",
  opening: (/** @type {number} */ plies, /** @type {number} */ games, /** @type {string} */ score) =>
    `Opening: the first ${plies} moves are known from ${games} games${score}.`,
  openingScore: (/** @type {string} */ side, /** @type {string} */ percent) =>
    `, in which ${side} scored ${percent}`,
  newMove: (/** @type {number} */ ply, /** @type {string} */ move) =>
    ` Move ${ply}, ${move}, occurs in at most one game.`,
  legend: "Marks",
  review: "Review",
});
