/** The texts of the analysis. */

import { textsOf } from "../words.js";

export const words = textsOf("analysis", {
  title: "Analysis",
  loading: "Setting up the board…",
  newBoard: "New board",
  board: "board",
  game: "Game",
  variant: "Variant",
  toMove: (/** @type {string} */ side) => `${side} to move`,
  options: "Other moves",
  /** @type {Record<string, string>} */
  special: { pass: "Pass", "swap-pieces": "Swap pieces", "swap-sides": "Swap sides" },
  close: "Close",
  cancel: "Cancel",
  position: (/** @type {number} */ ply, /** @type {string} */ move) =>
    move ? `Move ${ply}: ${move}.` : "Start of the game.",
  repaired: (/** @type {number} */ count, /** @type {string} */ first) =>
    `${first}${count === 1 ? "" : ` (and ${count - 1} more)`}`,
  damaged: (/** @type {number} */ count, /** @type {string} */ first) =>
    `${count === 1 ? "Part of the game is missing" : `${count} parts of the game are missing`}: ${first}`,
  cut: "The game has too many moves; the rest is left out.",

  engine: "Engine",
  engineOff: "off",
  engineSearches: "The engine is searching.",
  searching: (/** @type {number} */ seconds) => `searching, ${seconds} s`,
  /** How a search ended. @type {Record<string, (seconds: number) => string>} */
  ended: {
    time: (seconds) => `done after ${seconds} s`,
    stopped: (seconds) => `stopped after ${seconds} s`,
    proven: (seconds) => `proven after ${seconds} s`,
    complete: (seconds) => `finished after ${seconds} s`,
  },
  deeper: "Deeper",
  stop: "Stop",
  settings: "Engine settings",
  lineCount: "Lines",
  strongest: "the strongest",
  lines: "Engine lines",
  playTo: "Play the line up to here",
  thinking: "thinking…",
  nothingFound: "no line",
  isOver: "The game is over.",
  depth: (/** @type {number} */ depth) => `depth ${depth}`,
  nodes: (/** @type {string} */ nodes) => `${nodes} nodes`,
  chancesOf: (/** @type {string} */ side) => `Winning chances for ${side}`,
  provenScore: (/** @type {boolean} */ win, /** @type {number | null} */ plies) =>
    `${win ? "win" : "loss"}${plies === null ? "" : ` in ${plies}`} ✓`,

  noteOf: (/** @type {string} */ move) => (move ? `Comment on ${move}` : "Comment on the game"),
  marks: "Marks",
  /** @type {Record<string, string>} */
  markNames: {
    "!": "good move",
    "?": "mistake",
    "!!": "brilliant move",
    "??": "blunder",
    "!?": "interesting move",
    "?!": "dubious move",
  },
  promote: "Make main line",
  remove: "Delete from here",
  removed: "Deleted.",
  undo: "Undo",

  load: "Open",
  loadTitle: "Open a game or a position",
  loadText: "Paste text",
  loadPlace: "A game, a list of moves, a position or a HexWorld link",
  loadFile: "Choose a file…",
  loadDrop: "or drop a file anywhere on the page.",
  loadGo: "Open",
  several: (/** @type {number} */ count) => `${count} games`,
  pick: "Choose one:",
  plies: (/** @type {number} */ count) => `${count} moves`,
  tooBig: "The file is larger than 1 MB.",
  dropHere: "Drop the file to open it",

  share: "Share",
  shareTitle: "Share or save",
  link: "Link to this position",
  bareLink: "Short link to this position only",
  copy: "Copy",
  copied: "Copied.",
  notCopied: "The browser does not allow copying. Select the text and copy it yourself.",
  files: "Game with variations and comments",
  file: "Game",
  pictures: "Picture of the board",
  gif: "GIF of the line",
  gifProgress: "Making the animation",
  gifDone: (/** @type {number} */ done, /** @type {number} */ all) => `${done} of ${all}`,
  gifFailed: "The animation could not be made.",

  shareTree: "Link with variations, comments and drawings",
  treeTooLarge: "There are too many variations for a link. Save the game as a file.",
  badLink: "the link is damaged: part of it is missing",
  onlyLine: (/** @type {string} */ why) => `Only this line could be opened: ${why}`,

  header: "Game and analysis",
  name: "Name of the analysis",
  namePlace: "Name this analysis",
  yours: "Your analyses",
  /** @type {Record<import("../analysis/keeping.js").SaveState, string>} */
  states: { new: "", saving: "saving…", saved: "saved", waiting: "not saved", refused: "not saved" },
  waiting: "The server does not answer. This browser keeps your changes and sends them as soon as it can.",
  busy: (/** @type {string} */ why) => `${why} This browser keeps your changes and sends them later.`,
  refused: (/** @type {string} */ why) => `The server did not save this: ${why}`,
  parted: "This analysis was changed in another tab or browser, so your version is now a separate analysis.",
  copyOf: (/** @type {string} */ name, /** @type {number | null} */ number) =>
    `${name || `Analysis ${number}`} (copy)`,
  showOther: "Show the other one",
  tooLarge: "With its comments, the game is larger than 8 MB: changes cannot be saved.",

  openings: "Openings in the library",
  noGame: "no game",
  opened: (/** @type {string} */ names) => `${names} is open.`,
  backToOwn: "Back to your analysis",

  setUp: "Set up",
  setUpTitle: "Set up a position",
  setUpHow: "Choose a piece, then a cell. Choose a piece on the board to move it.",
  setUpMany: "Choose a color, then the cells. Choose a stone to take it away.",
  trayTitle: "Pieces",
  takeAway: "Take away",
  clear: "Empty board",
  whoMoves: "To move",
  valid: "This position is possible.",
  analyze: "Analyze",

  keys: "Keys",
});
