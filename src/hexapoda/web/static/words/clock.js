/** The time controls that the page offers, and their texts. */

import { textsOf } from "../words.js";

export const CLOCKS = ["180+2", "300+3", "600+5", "1800+20"];
export const DAYS = ["1d", "3d", "7d", "14d"]; // per move, for games between people who need not be online together

export const words = textsOf("clock", {
  number: (/** @type {number} */ value) => value.toLocaleString("en"),
  game: (/** @type {string} */ base) => `${base} a game`,
  move: (/** @type {string} */ seconds) => `${seconds} s a move`,
  days: (/** @type {number} */ days) => (days === 1 ? "1 day a move" : `${days} days a move`),
});

/** Return the text of a time control, which the server writes as `300+3`, `2s` or `3d`. @param {string} text */
export function clockText(text) {
  if (text.endsWith("d")) return words.days(parseInt(text, 10));
  if (text.endsWith("s")) return words.move(words.number(parseFloat(text)));
  const [base, increment] = text.split("+").map(Number);
  const whole = base % 60 ? `${words.number(base)} s` : `${words.number(base / 60)} min`;
  return increment ? `${whole} + ${words.move(words.number(increment))}` : words.game(whole);
}
