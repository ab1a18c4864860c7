/** What the view that teaches the rules says. The lessons themselves come from the server. */

import { textsOf } from "../words.js";

export const words = textsOf("learn", {
  title: "Learn the rules",
  games: "Game",
  board: "Board",
  list: "Lessons",
  of: (/** @type {number} */ number, /** @type {number} */ count) => `Lesson ${number} of ${count}`,
  goal: "Your task",
  hint: "Show me",
  restart: "Start over",
  next: "Next",
  play: "Play a game",
  right: "Right!",
  solved: "done",
  goOn: "Good. Go on.",
  hintSays: (/** @type {string} */ move) => `Play ${move}.`,
  notThis: (/** @type {string} */ move) => `${move} is allowed, but it is not what the task asks for.`,
  close: "Close",
  retry: "Try again",
  loading: "Loading…",
  failed: "The lesson could not be loaded.",
  allDone: "You have finished all lessons.",
  forget: "Forget my progress",
  none: "No game here has lessons.",
});
