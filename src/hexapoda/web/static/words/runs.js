/** The texts of training runs. */

import { duration } from "../duration.js";
import { figures } from "../figures.js";
import { textsOf } from "../words.js";

const en = figures("en");

/**
 * Return the name of the network after an iteration; 0 is the network after the warm start or at the start of the run.
 * @param {number} iteration @param {boolean} begun whether the run began with a network from a file
 */
const enNetwork = (iteration, begun) =>
  iteration
    ? `The network after iteration ${en(iteration)}`
    : begun
      ? "The network at the start"
      : "The network after the warm start";

export const words = textsOf("runs", {
  title: "Training runs",
  loading: "Loading the training runs…",
  failed: "The training runs cannot be shown.",
  retry: "Try again",
  lost: "The server does not answer. Trying again…",
  list: "All training runs",
  more: (/** @type {number} */ count) =>
    count === 1 ? "1 older run is not listed." : `${en(count)} older runs are not listed.`,
  gone: "This training run was not found.",
  empty: "No training runs yet",
  emptyAbout: "A network learns a game by playing against itself, and you watch it here.",
  emptySave: (/** @type {string} */ name) => `Save these lines as ${name}:`,
  emptyHow: "Then start the run in a terminal:",
  emptyNeeds: "Training needs PyTorch:",

  running: "running",
  finished: "finished",
  stopped: "stopped",
  damaged: "damaged",
  progress: (/** @type {number} */ done, /** @type {number} */ total) =>
    `${en(done)} of ${en(total)} iterations`,
  iterations: (/** @type {number} */ count) => (count === 1 ? "1 iteration" : `${en(count)} iterations`),
  left: (/** @type {string} */ time) => `about ${time} left`,
  duration,
  changed: (/** @type {string} */ date) => `last changed ${date}`,
  date: (/** @type {string} */ text) =>
    new Date(text).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" }),
  works: {
    "reading games": (/** @type {number} */ _, /** @type {number} */ done, /** @type {number} */ all) =>
      `Reading the recorded games: ${en(done)} of ${en(all)} files`,
    "warm start": (/** @type {number} */ _, /** @type {number} */ done, /** @type {number} */ all) =>
      `Warm start: ${en(done)} of ${en(all)} recorded positions`,
    "self-play": (/** @type {number} */ iteration, /** @type {number} */ done, /** @type {number} */ all) =>
      `Iteration ${en(iteration)}, self-play: ${en(done)} of ${en(all)} games`,
    learning: (/** @type {number} */ iteration, /** @type {number} */ done, /** @type {number} */ all) =>
      `Iteration ${en(iteration)}, learning: ${en(done)} of ${en(all)} steps`,
    match: (/** @type {number} */ iteration, /** @type {number} */ done, /** @type {number} */ all) =>
      `Match after iteration ${en(iteration)}: ${en(done)} of ${en(all)} games`,
    "": (/** @type {number} */ iteration) => `Iteration ${en(iteration)}`,
  },
  trouble: "A file of this run is damaged. What could be read is shown.",
  unreadable: "The settings of this run cannot be read.",
  resume: "The run has not ended. To resume it, repeat the command that started it, such as:",
  ended: "The training run has ended.",

  warmStart: "Warm start",
  warmStartAbout: (/** @type {number} */ positions, /** @type {number} */ games) =>
    `Before it played itself, the network learned from ${en(positions)} positions of ${en(games)} recorded games.`,
  warmStartMeasured: (
    /** @type {string} */ predicted,
    /** @type {number} */ policy,
    /** @type {number} */ value,
  ) =>
    `In ${predicted} of the positions from games that it has not seen, its first choice is the move that was played. Its policy loss on these positions is ${en(policy, 3)}, and its value loss ${en(value, 3)}.`,
  leftOut: (/** @type {number} */ count) =>
    count === 1
      ? "1 game was left out: its variant or rules differ, or it is not legal."
      : `${en(count)} games were left out: their variant or rules differ, or they are not legal.`,

  strength: "Strength",
  strengthNow: (/** @type {number} */ iteration, /** @type {boolean} */ begun) =>
    `${enNetwork(iteration, begun)}, which is published`,
  strengthAbout:
    "From the matches of this run's networks; the first network is at 0. The lines are 95% intervals of the difference from it.",
  published: "published",
  notPublished: "not published",
  drawnGameAdded:
    "Some networks won every game against the others, so a drawn game was added for each pair that met.",
  noMatchUntil: (/** @type {number} */ iteration) =>
    `The first network is measured after ${iteration ? `iteration ${en(iteration)}` : "the warm start"}.`,
  noMatches:
    "This run plays no matches, so the strength of its networks is not measured. The setting gate.every turns them on.",
  oneMatch: (/** @type {number} */ iteration, /** @type {boolean} */ begun) =>
    `${enNetwork(iteration, begun)} was the first to be measured. Later networks play against it.`,
  elo: "Elo",
  eloAt: (
    /** @type {number} */ iteration,
    /** @type {string} */ elo,
    /** @type {boolean} */ published,
    /** @type {boolean} */ begun,
  ) =>
    `${iteration ? `Iteration ${en(iteration)}` : begun ? "Start" : "Warm start"}: ${elo}${published ? "" : ", not published"}`,
  curve: (/** @type {string} */ first, /** @type {string} */ last) =>
    `Elo by iteration. ${first}. ${last}. The table below has all values.`,
  plusMinus: (/** @type {number} */ value, /** @type {number} */ error) =>
    `${value > 0 ? "+" : ""}${en(value)} ± ${en(error)}`,
  signed: (/** @type {number} */ value) => (value > 0 ? "+" : "") + en(value),

  matches: "Matches",
  network: "Network",
  isPublished: "Published",
  after: (/** @type {number} */ iteration, /** @type {boolean} */ begun) =>
    iteration ? `after ${en(iteration)}` : begun ? "start" : "warm start",
  against: "Against",
  result: "Result",
  results: (/** @type {number} */ wins, /** @type {number} */ draws, /** @type {number} */ losses) =>
    `+${wins} =${draws} −${losses}`,
  resultText: (/** @type {number} */ wins, /** @type {number} */ draws, /** @type {number} */ losses) =>
    `${wins} won, ${draws} drawn, ${losses} lost`,
  difference: "Difference",
  between: (/** @type {string} */ elo, /** @type {string} */ low, /** @type {string} */ high) =>
    `${elo} [${low}, ${high}]`,
  allWon: "won all",
  allLost: "lost all",
  first: "the first one",
  games: "Games",
  gamesOf: (/** @type {number} */ iteration) => `Games of the match after iteration ${en(iteration)}`,
  countGames: (/** @type {number} */ count) => (count === 1 ? "1 game" : `${en(count)} games`),
  yes: "yes",
  no: "no",
  moreMatches: (/** @type {number} */ count) =>
    count === 1 ? "1 older match is not listed." : `${en(count)} older matches are not listed.`,

  figures: "Iteration by iteration",
  noIteration: "The first iteration is not complete yet.",
  decisive: "Decisive games",
  plies: "Game length",
  policyLoss: "Policy loss",
  valueLoss: "Value loss",
  gamesPerHour: "Games per hour",
  positionsPerSecond: "Positions per second",
  decisiveAbout: "with a winner",
  pliesAbout: "mean, in moves",
  policyAbout: "cross-entropy, in nats",
  valueAbout: "squared error",
  gamesAbout: "in self-play",
  positionsAbout: "searched in self-play",
  unmeasured: "not measured",
  percent: (/** @type {number} */ share, /** @type {number | undefined} */ digits = 0) =>
    `${en(100 * share, digits)}%`,
  figure: (/** @type {number} */ value, /** @type {number | undefined} */ digits = 0) => en(value, digits),
  at: (/** @type {number} */ iteration, /** @type {string} */ value) =>
    `Iteration ${en(iteration)}: ${value}`,
  chart: (/** @type {string} */ name, /** @type {string} */ first, /** @type {string} */ last) =>
    `${name} by iteration. ${first}. ${last}. The table below has all values.`,
  every: (/** @type {number} */ count) => `1 in ${en(count)} iterations is shown.`,

  table: "Iterations",
  iteration: "Iteration",
  firstIteration: (/** @type {boolean} */ begun) => (/** @type {number} */ iteration) =>
    iteration ? `Iteration ${en(iteration)}` : begun ? "Start" : "Warm start",
  selfPlay: "Self-play time",
  learning: "Learning time",
  seconds: (/** @type {number} */ value) =>
    value < 100 ? `${en(value, 1)} s` : value < 6000 ? `${en(value / 60, 1)} min` : duration(value),
  someGames: "Some games",
  openGame: (/** @type {number} */ number, /** @type {number} */ iteration) =>
    `Analyze game ${number} of iteration ${en(iteration)}`,
  showAll: (/** @type {number} */ count) => `Show all ${en(count)}`,
  settings: "Settings",
  name: "Name",
});
