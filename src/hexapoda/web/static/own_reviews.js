/**
 * The reviews that this browser has opened, and which player the visitor was in each.
 *
 * @typedef {{id: string, game: string, variant: string, names: [string, string], result: string, date: string,
 *   plies: number, player: number | null, played?: string}} OwnReview
 */

const NAME = "hexapoda.reviews";
const MOST = 50;

/** @returns {OwnReview[]} the latest first */
export function ownReviews() {
  try {
    const found = JSON.parse(localStorage.getItem(NAME) ?? "[]");
    return Array.isArray(found) ? found.filter((one) => typeof one?.id === "string") : [];
  } catch {
    return []; // damaged, or storage is not allowed
  }
}

/** @param {OwnReview[]} reviews */
function write(reviews) {
  try {
    localStorage.setItem(NAME, JSON.stringify(reviews.slice(0, MOST)));
  } catch {
    // Without storage the list ends with the page.
  }
}

/** Put a review first; which game it was played as stays known. @param {OwnReview} review */
export const keepReview = (review) => write([{ ...ownReviews().find((one) => one.id === review.id), ...review }, ...ownReviews().filter((one) => one.id !== review.id)]);

/** Note the player of the visitor before the review is read. @param {string} id @param {string} played the id and the moves of the game
 * @param {number | null} player */
export const noteSide = (id, played, player) => keepReview({ id, played, player, game: "", variant: "", names: ["", ""], result: "*", date: "", plies: 0 });

/** The review of a game that was played here. @param {string} played its id and its moves @returns {string | undefined} */
export const reviewOf = (played) => ownReviews().find((one) => one.played === played)?.id;

/** @param {string} id */
export const forgetReview = (id) => write(ownReviews().filter((one) => one.id !== id));

/** Note which player the visitor was; null if none. @param {string} id @param {number | null} player */
export const playedAs = (id, player) => write(ownReviews().map((one) => (one.id === id ? { ...one, player } : one)));
