/** Opens the review of a game that was played here. */

import { noteSide } from "./own_reviews.js";
import { createReview } from "./review_api.js";

/**
 * Review a game and show the review. If the game already has a review, the server returns it.
 * @param {string} played the id of the game @param {number | null} player which player the visitor was; null if none
 */
export async function reviewGame(played, player) {
  const { id } = await createReview({ played, you: player });
  noteSide(id, player);
  location.hash = `review=${id}`;
}
