/** The visitor's chances against the levels, as text. */

import { words } from "../words/level_rating.js";

/** Return an expected score as text. @param {number} expected from 0 to 1 */
export function percent(expected) {
  const value = Math.round(100 * expected);
  return value < 1 ? words.below : value > 99 ? words.above : words.percent(value);
}

/**
 * Return the text about the visitor's chances in the option for a level; empty if they are unknown.
 * @param {Api.LevelRatingJson | null} rating @param {string} id of the level
 */
export function chanceOf(rating, id) {
  const expected = rating?.levels.find((one) => one.id === id)?.expected ?? null;
  if (expected === null) return "";
  return rating?.next === id ? words.fits(percent(expected)) : percent(expected);
}
