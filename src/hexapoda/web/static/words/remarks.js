/** The texts around the coach's remarks. The remarks themselves come from the server. */

import { textsOf } from "../words.js";

export const words = textsOf("remarks", {
  remarks: "Why",
  show: "Show it on the board",
  sides: ["For it:", "Against it:"],
  lines: ["Better:", "Played:"],

  ask: "Is this move good? Why?",
  asking: "Looking at the move…",
  does: "What the move does",
  nothing: "No particular effect was found.",
  ends: "The move ends the game.",
  silent: "No verified reason explains the difference.",
  better: "Better",
  refutation: "What refutes it",
  best: "There is no better move here.",
});
