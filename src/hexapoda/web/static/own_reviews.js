/**
 * The reviews that this browser has opened, and which player the visitor was in each.
 *
 * @typedef {{id: string, game: string, variant: string, names: [string, string], result: string, date: string,
 *   plies: number, player: number | null}} OwnReview
 */

import { remember, remembered } from "./browser_storage.js";
import { reviewLastGames } from "./practice_api.js";

const NAME = "hexapoda.reviews";
const MOST = 50;

/** @returns {OwnReview[]} the latest first */
export function ownReviews() {
  const found = remembered(NAME);
  return Array.isArray(found) ? found.filter((one) => typeof one?.id === "string") : [];
}

/** @param {OwnReview[]} reviews */
const write = (reviews) => remember(NAME, reviews.slice(0, MOST));

/** Put a review first. @param {OwnReview} review */
export const keepReview = (review) => write([review, ...ownReviews().filter((one) => one.id !== review.id)]);

/**
 * Note which player the visitor was in a new review, before it is read, and what is known of its game.
 * @param {string} id @param {number | null} player @param {Partial<OwnReview>} [known]
 */
export function noteSide(id, player, known = {}) {
  const unread = { game: "", variant: "", names: /** @type {[string, string]} */ (["", ""]), date: "" };
  if (!ownReviews().some((one) => one.id === id))
    keepReview({ ...unread, result: "*", plies: 0, ...known, id, player });
}

/** @param {string} id */
export const forgetReview = (id) => write(ownReviews().filter((one) => one.id !== id));

/**
 * Change which player the visitor was in a known review; null for none.
 * @param {string} id @param {number | null} player
 */
export const playedAs = (id, player) =>
  write(ownReviews().map((one) => (one.id === id ? { ...one, player } : one)));

/** The number of recent games that one click reviews. */
export const LAST = 3;

/**
 * Review the visitor's last games, whose mistakes become exercises. Throws `ApiError`.
 * @returns {Promise<Api.LastGamesJson>}
 */
export async function reviewLast() {
  const found = await reviewLastGames(LAST);
  for (const { progress, player, ...known } of found.reviews) noteSide(progress.id, player, known);
  return found;
}
