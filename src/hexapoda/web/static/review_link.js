/** From a game that was played here to its review. */

import { noteSide, reviewOf } from "./own_reviews.js";
import { createReview } from "./review_api.js";

/**
 * Review a game and show the review; a game that was reviewed before is not reviewed again, unless it has other moves.
 * @param {string} played the id of the game @param {string} moves its moves @param {number | null} player the visitor's player, if it is one
 */
export async function reviewGame(played, moves, player) {
  const key = `${played} ${moves}`;
  let id = reviewOf(key);
  if (!id) {
    ({ id } = await createReview({ played }));
    noteSide(id, key, player);
  }
  location.hash = `review=${id}`;
}
