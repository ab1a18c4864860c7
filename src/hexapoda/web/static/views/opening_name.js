/** The name of the opening of a game, and how far the game follows the opening book. */

import { words } from "../words/steps.js";
import { sentence } from "./sentence.js";

/**
 * @param {{name: string, book: number}} opening `book`: how many plies are in the book @param {number} plies of the
 *   game
 */
export function openingText({ name, book }, plies) {
  const known = !book ? "" : book >= plies ? words.inBook : words.bookPlies(book);
  return [sentence(name), known].filter(Boolean).join(" · ");
}
