/** The texts of games between people: names, open offers, and turns in other games. */

import { textsOf } from "../words.js";

export const words = textsOf("people", {
  yourTurns: (/** @type {number} */ count) =>
    count === 1 ? "Your turn in 1 game" : `Your turn in ${count} games`,
  waits: (/** @type {string} */ name) => `${name} is waiting for you in a game`,
  wantsRematch: (/** @type {string} */ name) => `${name} wants a rematch`,
  somebody: "somebody",
  yourName: "Your display name",
  noName: "Anonymous",

  offered: "Games waiting for an opponent",
  nothingOffered: "Nobody is waiting for an opponent. Offer a game: New game, opponent “anyone here”.",
  anyone: "anyone here, through an open offer",
  yourOffer: "your offer",
  youPlay: (/** @type {string} */ side) => `you play ${side}`,
  sideDrawn: "random colors",
  noClock: "no clock",
  ownStart: "from a custom position",
  isHere: "is here",
  isAway: "is away",
  accept: "Accept",
  withdraw: "Withdraw",
  waitsForOpponent: "Waiting for an opponent",
  waiting: "Your game is offered to everyone",
  waitingSays:
    "Everyone who opens this page sees it under “Your games”. You can close the page; the offer stays open for a week.",
  accepted: (/** @type {string} */ name) => `${name} accepted your game.`,
  withdrawn: "The offer was withdrawn.",

  allowHelp: "Allow engine help",
  aboutHelp: "Hints and analysis for both, if the other player agrees. The game record will say so.",
  withHelp: "with engine help",
  askHelp: "Offer help",
  helpOffer: (/** @type {string} */ side) =>
    `${side} suggests that both of you may use hints and analysis during the game.`,
  ownHelpOffer: "You suggested that both of you may use hints and analysis during the game.",
  helpRefused: "Your suggestion to allow engine help was declined.",
  helpAgreed: "Both players have agreed that the engine may help them.",

  daysFor: "Days per move",
  yourMove: "your turn",
  left: (/** @type {string} */ time) => `${time} left`,
  days: (/** @type {number} */ days, /** @type {number} */ hours) =>
    hours ? `${days} d ${hours} h` : `${days} d`,
  hours: (/** @type {number} */ hours) => `${hours} h`,
  minutes: (/** @type {number} */ minutes) => `${minutes} min`,
});
