/** The texts of matches and tournaments. */

import { duration } from "../duration.js";
import { figures } from "../figures.js";
import { textsOf } from "../words.js";

const en = figures("en");
const PAIR_POINTS = ["0", "½", "1", "1½", "2"];

export const words = textsOf("matches", {
  title: "Matches",
  loading: "Loading the matches…",
  failed: "The matches cannot be shown.",
  retry: "Try again",
  lost: "The server does not answer. Trying again…",
  list: "All matches",
  more: (/** @type {number} */ count) =>
    count === 1 ? "1 older match is not listed." : `${en(count)} older matches are not listed.`,
  empty: "No matches yet",
  emptyHow: "Start a match between two engines in a terminal, and watch it here:",
  single: "Or watch a single game: Play, New game, Watch",
  command: "Command",
  gone: "This match was not found.",
  partOf: (/** @type {string} */ run) => `of the training run ${run}`,

  running: "running",
  finished: "finished",
  stopped: "stopped",
  damaged: "damaged",
  kind: /** @type {Record<string, string>} */ ({
    match: "Match",
    "round-robin": "Round robin",
    gauntlet: "Gauntlet",
    list: "Rating list",
  }),
  versus: "against",
  leads: (/** @type {string} */ name) => `${name} leads`,
  games: (/** @type {number} */ count) => (count === 1 ? "1 game" : `${en(count)} games`),
  progress: (/** @type {number} */ played, /** @type {number} */ total, /** @type {boolean} */ atMost) =>
    `${en(played)} of ${atMost ? "at most " : ""}${en(total)} games`,
  tournament: (/** @type {string} */ kind, /** @type {number} */ count) => `${kind} of ${count} engines`,
  timeLeft: (/** @type {string} */ time, /** @type {boolean} */ atMost) =>
    atMost ? `at most ${time} left` : `about ${time} left`,
  duration,
  reading: (/** @type {number} */ share) => `Reading the games: ${Math.floor(100 * share)}%`,
  trouble: "The journal of this match is damaged. What could be read is shown.",
  unreadable: "The settings of this match cannot be read.",
  resume: "The match was interrupted. To continue it, run:",

  ratingOf: (/** @type {string} */ name) => `Rating of ${name}`,
  score: "Score",
  percent: (/** @type {number} */ share) => `${en(100 * share, 1)}%`,
  won: (/** @type {number} */ count) => (count === 1 ? "1 win" : `${en(count)} wins`),
  drawn: (/** @type {number} */ count) => (count === 1 ? "1 draw" : `${en(count)} draws`),
  lostGames: (/** @type {number} */ count) => (count === 1 ? "1 loss" : `${en(count)} losses`),
  scoreOf: (/** @type {string} */ name, /** @type {string} */ results) => `${name}: ${results}`,
  elo: "Elo difference",
  signed: (/** @type {number} */ value, /** @type {number} */ digits) =>
    (value > 0 ? "+" : "") + en(value, digits),
  atLeast: (/** @type {string} */ value) => `at least ${value}`,
  atMost: (/** @type {string} */ value) => `at most ${value}`,
  between: (/** @type {string} */ low, /** @type {string} */ high) => `95% interval: ${low} to ${high}`,
  oneBound: "With 95% confidence. There is no upper bound yet, because no point was lost",
  oneBoundLow: "With 95% confidence. There is no lower bound yet, because no point was won",
  tooFew: "too few games",
  los: (/** @type {string} */ name) => `Likelihood that ${name} is stronger`,
  sprt: "Sequential test (SPRT)",
  sprtAsks: (
    /** @type {string} */ name,
    /** @type {string} */ elo0,
    /** @type {string} */ elo1,
    /** @type {boolean} */ normalized,
  ) => `Is ${name} better by ${elo1} (H1) or by ${elo0} (H0)${normalized ? " normalized" : ""} Elo?`,
  llr: (/** @type {string} */ value, /** @type {string} */ low, /** @type {string} */ high) =>
    `LLR ${value} between ${low} and ${high}`,
  undecided: "undecided",
  accepted: (/** @type {string} */ what, /** @type {number} */ pairs) =>
    `${what} accepted after ${en(pairs)} pairs`,
  pairs: "Pairs of games",
  pairsAbout: (/** @type {string} */ name) => `Points of ${name} in both games of an opening`,
  pairNames: PAIR_POINTS,
  pairsOf: (/** @type {number[]} */ counts) =>
    counts.map((count, k) => `${PAIR_POINTS[k]} points: ${count}`).join(", "),

  standings: "Standings",
  crossTable: "Cross table",
  crossAbout:
    "Points of the engine in the row against the engine in the column, colored if one of the two is clearly stronger.",
  change: "Change",
  new: "new",
  checks: "Checks",
  checksPassed: (/** @type {number} */ passed, /** @type {number} */ all) => `${en(passed)} of ${en(all)}`,
  retired: "retired",
  listAbout: (/** @type {string} */ anchor, /** @type {string} */ elo, /** @type {string} */ day) =>
    `The rating of ${anchor} is fixed at ${elo}. The intervals are for the difference from it.${day && ` Change: since the start of ${new Date(day).toLocaleDateString("en", { dateStyle: "medium", timeZone: "UTC" })} (UTC).`}`,
  rank: "Rank",
  engine: "Engine",
  points: "Points",
  rating: "Elo",
  wins: "Won",
  draws: "Drawn",
  losses: "Lost",
  pace: "Time per move",
  depth: "Depth",
  limits: "Limit",
  seconds: (/** @type {number} */ value) =>
    value < 0.1
      ? `${en(1000 * value, value < 0.001 ? 2 : value < 0.01 ? 1 : 0)} ms`
      : `${en(value, value < 10 ? 2 : 0)} s`,
  figure: (/** @type {number} */ value, /** @type {number} */ digits) => en(value, digits),

  beingPlayed: "Being played",
  moreBeingPlayed: (/** @type {number} */ count) =>
    count === 1 ? "1 more game is being played." : `${en(count)} more games are being played.`,
  noMoves: "No moves yet: the engines are starting. Games on a cluster appear when they end.",
  number: (/** @type {number} */ number) => `Game ${number}`,
  plies: (/** @type {number} */ count) => (count === 1 ? "1 move" : `${en(count)} moves`),
  depthOf: (/** @type {number} */ depth) => `depth ${depth}`,
  scoreIs: (/** @type {number} */ score) =>
    `score ${(score > 0 ? "+" : "") + en(score, Math.abs(score) < 10 && score % 1 ? 1 : 0)}`,
  winIn: (/** @type {number} */ plies) =>
    `${plies >= 0 ? "win" : "loss"} in ${Math.abs(plies) === 1 ? "1 ply" : `${Math.abs(plies)} plies`}`,
  thinks: (/** @type {number} */ seconds) => `${Math.floor(seconds)} s`,
  toMove: "to move",
  noBoard: "This game cannot be shown:",

  finishedGames: "Finished games",
  noneOver: "No game has ended yet.",
  showMore: "Show more games",
  analyzeGame: (/** @type {number} */ number) => `Analyze game ${number}`,
  length: "Moves",
  /** @type {Record<string, string>} */
  endings: {
    normal: "on the board",
    timeout: "out of time",
    "illegal move": "illegal move",
    crash: "crash",
    stall: "no answer",
    resign: "resigned",
    adjudicated: "adjudicated",
    "move cap": "move limit",
    repetition: "repetition",
    "rules differ": "rules differ",
    "busy machine": "busy machine",
    interrupted: "interrupted",
    unknown: "",
  },
  faultsTitle: "Faults",
  faultsAbout:
    "Games that an engine lost by a crash, no answer, an illegal move or on time. The logs are in the folder of the match.",
  faultsMore: (/** @type {number} */ count) => `The latest of ${en(count)}.`,

  details: "Settings",
  openings: "Openings",
  /** @type {Record<string, string>} */
  openingSources: { suite: "the built-in set", none: "the empty board" },
  openingsOf: (/** @type {string} */ source, /** @type {number} */ count) =>
    count ? `${en(count)} from ${source}` : source,
  randomPlies: (/** @type {string} */ count) => (count === "1" ? "1 random move" : `${count} random moves`),
  rules: "Rules",
  earlyEndings: "Early endings",
  resign: (/** @type {number} */ score, /** @type {number} */ moves) =>
    `resignation at score −${score} for ${moves} moves`,
  winScore: (/** @type {number} */ score, /** @type {number} */ moves) =>
    `win when both agree on score ${score} for ${moves} moves`,
  drawScore: (/** @type {number} */ score, /** @type {number} */ moves, /** @type {number} */ ply) =>
    `draw at scores up to ${score} for ${moves} moves, after the first ${ply} moves`,
  moveCap: (/** @type {number} */ plies) => `draw after ${plies} moves`,
  seed: "Seed",
  concurrency: "Concurrent games",
  begun: "Created",
  name: "Name",
  nodes: (/** @type {number} */ nodes) => (nodes === 1 ? "1 node per move" : `${en(nodes)} nodes per move`),
  toDepth: (/** @type {number} */ depth) => `depth ${depth}`,
  whichGames: "Which games",
  allGames: "All games",
  onlyFaults: (/** @type {number} */ count) => `With faults (${en(count)})`,
  onlyDrawn: "Drawn",
  onlyUnscored: "Not scored",
  sideWon: (/** @type {string} */ side) => `${side} won`,
  noneOfThese: "No games match this filter.",
  notShown: (/** @type {number} */ count) =>
    count === 1 ? "1 game is not in this file." : `${en(count)} games are not in this file.`,
  back: "Back to the match",

  normalized: (/** @type {string} */ value, /** @type {string} */ error) =>
    `Normalized Elo: ${value} ± ${error}`,
  interval: "95% interval",
  overTime: "Score over time",
  overTimeAbout: (/** @type {string} */ name) => `Points per game of ${name} with the 95% interval.`,
  overTimeAll: "Points per game of each engine with the 95% interval.",
  afterGames: (/** @type {number} */ count, /** @type {string} */ share) =>
    `${share} after ${count === 1 ? "1 game" : `${en(count)} games`}`,
  firstGames: (/** @type {number} */ count) => (count === 1 ? "1 game" : `${count} games`),
  wholePercent: (/** @type {number} */ share) => `${en(100 * share)}%`,
  lengths: "Game lengths",
  lengthsOf: (
    /** @type {number} */ shortest,
    /** @type {number} */ longest,
    /** @type {number} */ average,
  ) =>
    shortest === longest
      ? `${en(longest)} moves each.`
      : `${en(shortest)} to ${en(longest)} moves, ${en(average)} on average.`,
  column: (
    /** @type {number} */ from,
    /** @type {number} */ to,
    /** @type {number} */ count,
    /** @type {string} */ kind,
  ) => `${from === to ? from : `${from} to ${to}`} moves, ${kind}: ${en(count)}`,
  endingsTitle: "How the games ended",
  bySide: "By side",
  asSide: (/** @type {string} */ side) => `As ${side}`,
  firstScores: (
    /** @type {string} */ side,
    /** @type {string} */ share,
    /** @type {string} */ elo,
    /** @type {string} */ bounds,
  ) => `${side} scores ${share}: ${elo} Elo${bounds ? ` (${bounds})` : ""}.`,
  effort: "Effort",
  slowest: "Slowest",
  waiting: "Waiting",
  nodesTitle: "Nodes",
  effortAbout:
    "Opening moves are not counted. Depth and nodes are averages of what the engines report. Waiting is the share of an engine's time during which it had no processor because the machine was busy.",
  openingsBook: "The moves of the book.",
  openingsFree: "The first four moves, because no book was used.",
  openingsAbout: "Rotated and mirrored openings count as one.",
  openingsLeft: (/** @type {number} */ count, /** @type {number} */ games) =>
    `Not shown: ${count === 1 ? "1 opening" : `${en(count)} openings`} in ${games === 1 ? "1 game" : `${en(games)} games`}.`,
  ended: (/** @type {string} */ sentence) => `The match has ended. ${sentence}`,
  date: (/** @type {string} */ text) =>
    new Date(text).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" }),
});
