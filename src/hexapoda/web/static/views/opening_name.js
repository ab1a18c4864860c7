/** What people call the opening of a game, and how far it is in the book of openings. */

import { words } from "../words/steps.js";
import { sentence } from "./sentence.js";

/**
 * @param {{name: string, book: number}} opening @param {number} plies how many the game has
 */
export function openingText({ name, book }, plies) {
  const known = !book ? "" : book >= plies ? words.inBook : words.bookPlies(book);
  return [sentence(name), known].filter(Boolean).join(" · ");
}
