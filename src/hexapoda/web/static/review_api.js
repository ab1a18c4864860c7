/** Reviews as the server offers them: requests, and the socket of one review, which connects again by itself. */

import { ReconnectingSocket } from "./reconnecting_socket.js";
import { carrying, post, request } from "./request.js";

/** @param {Api.NewReview} wish @returns {Promise<Api.ReviewProgressJson>} */
export const createReview = (wish) => post("/reviews", wish);

/** @param {string} id @returns {Promise<Api.ReviewJson>} */
export const readReview = (id) => request(`/reviews/${encodeURIComponent(id)}`);

/** Say who the visitor was: the mistakes of that player are practiced. @param {string} id @param {number | null} you
 * @returns {Promise<Api.ReviewSideAnswerJson>} */
export const sayWhoIWas = (id, you) =>
  request(`/reviews/${encodeURIComponent(id)}/you`, carrying({ you }, { method: "PUT" }));

/** The game with what the review says about it. @param {string} id @returns {Promise<Api.PlayedRecordJson>} */
export const readReviewed = (id) => request(`/reviews/${encodeURIComponent(id)}/record`);

/** The position before a move. @param {string} id @param {number} ply @returns {Promise<Api.PlayableJson>} */
export const readPosition = (id, ply) => request(`/reviews/${encodeURIComponent(id)}/positions/${ply}`);

/** @param {string} id @param {number} ply @param {string} move @returns {Promise<Api.TriedMoveJson>} */
export const tryMove = (id, ply, move) => post(`/reviews/${encodeURIComponent(id)}/tries`, { ply, move });

/** @param {Api.ReviewedSide[]} reviews @returns {Promise<Api.HabitsJson>} */
export const readHabits = (reviews) => post("/review-habits", { reviews });

/**
 * The socket of a review, which connects again by itself.
 * @param {string} id @param {number} version what the page has seen @param {import("./reconnecting_socket.js").Ends} ends
 */
export function reviewSocket(id, version, { hear, link }) {
  const socket = new ReconnectingSocket(
    `/reviews/${encodeURIComponent(id)}/live`,
    {
      // After a lost connection everything is sent again: the versions of a server that was restarted begin anew.
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
