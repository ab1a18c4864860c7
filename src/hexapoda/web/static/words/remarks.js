/** The texts around what the coach says. Its sentences come from the server. */

import { textsOf } from "../words.js";

export const words = textsOf("remarks", {
  remarks: "Why",
  show: "Show it on the board",
  sides: ["For it:", "Against it:"],
  lines: ["Better:", "Played:"],

  ask: "Is this move good? Why?",
  asking: "Looking at the move…",
  does: "What the move does",
  nothing: "The move changes nothing that could be named.",
  ends: "The move ends the game.",
  silent: "No reason that could be checked explains the difference.",
  better: "Better",
  refutation: "What refutes it",
  best: "There is no better move here.",
});
