/** Requests for reviews, and the socket of one review. */

import { ReconnectingSocket } from "./reconnecting_socket.js";
import { carrying, post, request } from "./request.js";

/** @param {Api.NewReview} wish @returns {Promise<Api.ReviewProgressJson>} */
export const createReview = (wish) => post("/reviews", wish);

/** @param {string} id @returns {Promise<Api.ReviewJson>} */
export const readReview = (id) => request(`/reviews/${encodeURIComponent(id)}`);

/** Tell the server which player the visitor was (null for none): that player's mistakes become exercises.
 * @param {string} id
 * @param {number | null} you
 * @returns {Promise<Api.ReviewSideAnswerJson>} */
export const sayWhoIWas = (id, you) =>
  request(`/reviews/${encodeURIComponent(id)}/you`, carrying({ you }, { method: "PUT" }));

/**
 * Return the reviewed game as a record that includes the review.
 * @param {string} id @returns {Promise<Api.PlayedRecordJson>}
 */
export const readReviewed = (id) => request(`/reviews/${encodeURIComponent(id)}/record`);

/** Return the position before a move. @param {string} id @param {number} ply @returns {Promise<Api.PlayableJson>} */
export const readPosition = (id, ply) => request(`/reviews/${encodeURIComponent(id)}/positions/${ply}`);

/** @param {string} id @param {number} ply @param {string} move @returns {Promise<Api.TriedMoveJson>} */
export const tryMove = (id, ply, move) => post(`/reviews/${encodeURIComponent(id)}/tries`, { ply, move });

/** @param {Api.ReviewedSide[]} reviews @returns {Promise<Api.HabitsJson>} */
export const readHabits = (reviews) => post("/review-habits", { reviews });

/**
 * Return the socket of a review; it reconnects automatically.
 * @param {string} id @param {number} version the version that the page has
 *   @param {import("./reconnecting_socket.js").Ends} ends
 */
export function reviewSocket(id, version, { hear, link }) {
  const socket = new ReconnectingSocket(
    `/reviews/${encodeURIComponent(id)}/live`,
    {
      // After a lost connection, ask for everything again: a restarted server counts versions from the beginning.
      greeting: (again) => ({ type: "join", version: again ? -1 : version }),
      settled: "progress",
    },
    {
      hear: (message) => {
        hear(message);
        if ([403, 404].includes(message.status)) socket.close();
      },
      link,
    },
  );
  return socket;
}
