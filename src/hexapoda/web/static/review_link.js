/** From a game that was played here to its review. */

import { noteSide } from "./own_reviews.js";
import { createReview } from "./review_api.js";

/**
 * Review a game and show the review. The server knows the review of a game that was reviewed before.
 * @param {string} played the id of the game @param {number | null} player the visitor's player, if it is one
 */
export async function reviewGame(played, player) {
  const { id } = await createReview({ played, you: player });
  noteSide(id, player);
  location.hash = `review=${id}`;
}
