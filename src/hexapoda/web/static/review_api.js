/**
 * Reviews as the server offers them: requests, and the socket of one review, which connects again by itself.
 *
 * @typedef {{move: any, board: any}} Step a move, and the board after it
 * @typedef {{ply: number, side: number, player: string, move: string, judgment: string, glyph: string, error: boolean,
 *   best: string, text: string, reason: string, win: number, win_before: number, win_probability_loss: number,
 *   missed_win: number | null, allowed_win: number | null, only: boolean, deep: boolean, better: Step[], refutation: Step[]}} Judgment
 * @typedef {{player: string, name: string, moves: number, accuracy: number | null, counts: Record<string, number>,
 *   worst: number[], missed_wins: number[], allowed_wins: number[]}} Side
 * @typedef {{players: [Side, Side], remark: string, result: string,
 *   opening: null | {plies: number, games: number, score: number | null, new_move: string | null}}} Summary
 * @typedef {{id: string, status: "waiting" | "fast" | "deep" | "done" | "stopped" | "failed", trouble: string, version: number,
 *   engine: string, done: number, planned: number, again: number, again_left: number | null, place: number | null, saved: boolean}} Progress
 * @typedef {Progress & {game: string, variant: string, rules: Record<string, string>, start: string | null,
 *   names: [string, string], result: string, ending: string, date: string,
 *   event: string, moves: string[], steps: any[], boards: any[], judgments: Judgment[], summary: Summary}} Review
 * @typedef {Judgment & {step: Step, same: boolean}} Tried
 */

import { LastingSocket } from "./lasting_socket.js";
import { post, request } from "./request.js";

/** @param {{played?: string, stored?: number, text?: string, number?: number, moves?: object}} wish @returns {Promise<Progress>} */
export const createReview = (wish) => post("/reviews", wish);

/** @param {string} id @returns {Promise<Review>} */
export const readReview = (id) => request(`/reviews/${encodeURIComponent(id)}`);

/** The game with what the review says about it. @param {string} id @returns {Promise<{record: any}>} */
export const readReviewed = (id) => request(`/reviews/${encodeURIComponent(id)}/record`);

/** The position before a move. @param {string} id @param {number} ply @returns {Promise<{board: any, legal: any[]}>} */
export const readPosition = (id, ply) => request(`/reviews/${encodeURIComponent(id)}/positions/${ply}`);

/** @param {string} id @param {number} ply @param {string} move @returns {Promise<Tried>} */
export const tryMove = (id, ply, move) => post(`/reviews/${encodeURIComponent(id)}/tries`, { ply, move });

/** @param {{id: string, player: number}[]} reviews @returns {Promise<{games: Record<string, any>, gone: string[]}>} */
export const readHabits = (reviews) => post("/review-habits", { reviews });

/** The socket of a review, which connects again by itself; its events are those of `LastingSocket`. */
export class ReviewSocket extends LastingSocket {
  /** @param {string} id @param {number} version what the page has seen */
  constructor(id, version) {
    // After a lost connection everything is sent again: the versions of a server that was restarted begin anew.
    super(`/reviews/${encodeURIComponent(id)}/live`, { greeting: (again) => ({ type: "join", version: again ? -1 : version }), settled: "progress" });
    this.addEventListener("message", (event) => {
      if ([403, 404].includes(/** @type {CustomEvent} */ (event).detail.status)) this.close();
    });
  }
}
