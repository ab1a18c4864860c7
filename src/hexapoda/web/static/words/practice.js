/** The texts of practice. Sentences about a move come from the server. */

import { textsOf } from "../words.js";

export const words = textsOf("practice", {
  title: "Practice",
  loading: "Loading your exercises…",
  game: "Game",
  board: "board",
  all: "All games",
  failed: "The exercise could not be loaded.",
  gone: "This exercise was not found. Choose another one.",
  retry: "Try again",

  howTitle: "How it works",
  how: [
    "Review one of your games, and say which side you played.",
    "Each mistake becomes an exercise: the position, and a better move to find.",
    "Exercises that you solve come back after longer and longer intervals; the others come back soon.",
  ],
  none: "Nothing to practice yet. Review one of your games and say which side you played: your mistakes become exercises.",
  toReview: "Review a game",
  lastGames: "Your last games",
  unreviewed: (/** @type {number} */ games) =>
    games === 1 ? "One of them has not been reviewed yet." : `${games} of them have not been reviewed yet.`,
  lastOpen: (/** @type {number} */ games) =>
    games === 1
      ? "One of your last games has not been reviewed yet."
      : `${games} of your last games have not been reviewed yet.`,
  reviewGames: (/** @type {number} */ games) =>
    games === 1 ? "Review my last game" : `Review my last ${games} games`,
  reviewing: (/** @type {number} */ number, /** @type {number} */ games) =>
    `Reviewing game ${number} of ${games}…`,
  stopReviews: "Stop",
  noneDue: "Nothing is due. Well done.",
  nextDue: (/** @type {string} */ when) => `The next exercise is due ${when}.`,
  someDue: (/** @type {number} */ count) =>
    count === 1 ? "1 exercise is still due." : `${count} exercises are still due.`,
  goOn: "Practice",
  anyway: "Practice one anyway",

  /** @type {Record<string, (side: string, move: string) => string>} */
  tasks: {
    mistake: (_side, move) => `You played ${move}. Find a better move.`,
    win: (_side, move) => `You played ${move} and missed a forced win. Find it.`,
    opening: (side) => `${side} to move: what is your repertoire move?`,
  },
  left: (/** @type {number} */ moves) => (moves === 1 ? "One more move" : `${moves} more moves`),
  solved: "Solved",
  better: "What was better",
  wasPlayed: (/** @type {string} */ move) => `What followed ${move}`,
  why: "Why",
  from: (/** @type {string} */ game, /** @type {number} */ move, /** @type {string} */ date) =>
    `${game}, move ${move}${date ? `, ${date}` : ""}`,
  against: (/** @type {string} */ a, /** @type {string} */ b) => `${a} – ${b}`,
  again: (/** @type {number} */ times) => `in ${times} games`,
  comesBack: (/** @type {string} */ when) => `Comes back ${when}.`,
  notCounted: "Only the first answer counts.",
  tooEarly: "It was not due yet: only a failure would have counted.",
  /** @type {Record<string, string>} */
  ratings: {
    again: "Counts as failed.",
    hard: "Counts as solved with help.",
    good: "Counts as solved.",
    easy: "Counts as solved at once.",
  },
  next: "Next exercise",
  finish: "See how you are doing",
  remove: "Do not ask again",
  removed: "Removed: you will not be asked this again.",
  restore: "Put it back",

  addLine: "Add to my repertoire",
  addLineAbout:
    "Practice will ask for each of your moves in the line to this position until you know it. If you later add another move for the same position, it replaces this one.",
  whoseMoves: "Which side do you play?",
  playAs: (/** @type {string} */ side) => `I play ${side}`,
  lineAdded: (
    /** @type {number} */ added,
    /** @type {number} */ merged,
    /** @type {number} */ left,
    /** @type {number} */ cut,
  ) =>
    [
      added ? `${added} ${added === 1 ? "position" : "positions"} added.` : "",
      merged ? `${merged} ${merged === 1 ? "was" : "were"} already there.` : "",
      left ? `There was no room for ${left}.` : "",
      cut ? `The line is too long: its last ${cut === 1 ? "move was" : `${cut} moves were`} left out.` : "",
    ]
      .filter(Boolean)
      .join(" "),

  figures: "How you are doing",
  due: "due",
  learning: "learning",
  known: "known",
  themes: "By theme",
  theme: "Theme",
  exercises: "Exercises",
  dueColumn: "Due",
  knownColumn: "Known",
  rightColumn: "Right",
  weeks: "Over time",
  week: "Week of",
  answers: "Answers",
  newColumn: "New",
  chart: (/** @type {string} */ latest) => `Share of right answers by week; the latest is ${latest}.`,
  point: (/** @type {string} */ week, /** @type {number} */ right, /** @type {number} */ answers) =>
    `${week}: ${right} of ${answers} right`,
  weekOf: (/** @type {number} */ number) => `week ${number}`,
  /** @type {Record<string, string>} */
  kinds: {
    mistake: "Mistakes",
    blunder: "Blunders",
    "missed win": "Missed wins",
    "allowed win": "Allowed wins",
    opening: "Repertoire",
  },
  list: (/** @type {number} */ count) => (count === 1 ? "1 exercise" : `${count} exercises`),
  listed: (/** @type {string} */ side, /** @type {string} */ move, /** @type {string} */ state) =>
    `${side}, ${move}, ${state}`,
  /** @type {Record<string, string>} */
  states: { new: "new", learning: "learning", known: "known" },
  trash: (/** @type {number} */ count) => `${count} removed`,
  more: "More",
  damaged: (/** @type {number} */ count) =>
    count === 1 ? "1 exercise cannot be read." : `${count} exercises cannot be read.`,
});
