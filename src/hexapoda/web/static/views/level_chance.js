/** What a visitor can expect against the levels, as texts. */

import { words } from "../words/level_rating.js";

/** A chance as a text. @param {number} expected from 0 to 1 */
export function percent(expected) {
  const value = Math.round(100 * expected);
  return value < 1 ? words.below : value > 99 ? words.above : words.percent(value);
}

/** What an option of a level says about the visitor's chances. @param {Api.LevelRatingJson | null} rating @param {string} id of the level */
export function chanceOf(rating, id) {
  const expected = rating?.levels.find((one) => one.id === id)?.expected ?? null;
  if (expected === null) return "";
  return rating?.next === id ? words.fits(percent(expected)) : percent(expected);
}
