/** What people call the opening of a game, and how far it is in the book of openings. */

import { turnOf } from "../move_numbers.js";
import { words } from "../words/steps.js";
import { sentence } from "./sentence.js";

/**
 * @param {{name: string, book: number}} opening @param {string} game
 * @param {number} plies how many the game has
 */
export function openingText({ name, book }, game, plies) {
  const known = !book ? "" : book >= plies ? words.inBook : words.bookTo(turnOf(game, book));
  return [sentence(name), known].filter(Boolean).join(" · ");
}
