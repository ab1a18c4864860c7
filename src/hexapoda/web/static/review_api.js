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
 *   engine: string, done: number, planned: number, again: number, again_left: number | null, place: number | null}} Progress
 * @typedef {Progress & {game: string, variant: string, rules: Record<string, string>, start: string | null,
 *   names: [string, string], result: string, ending: string, date: string,
 *   event: string, moves: string[], steps: any[], boards: any[], judgments: Judgment[], summary: Summary}} Review
 * @typedef {Judgment & {step: Step, same: boolean}} Tried
 */

import { request } from "./api.js";

const PAUSES = [300, 700, 1500, 3000, 5000]; // milliseconds before each new attempt to connect

/** @param {string} path @param {object} body */
const post = (path, body) => request(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

/** @param {{played?: string, text?: string, number?: number, moves?: object}} wish @returns {Promise<Progress>} */
export const createReview = (wish) => post("/reviews", wish);

/** @param {string} id @returns {Promise<Review>} */
export const readReview = (id) => request(`/reviews/${encodeURIComponent(id)}`);

/** The position before a move. @param {string} id @param {number} ply @returns {Promise<{board: any, legal: any[]}>} */
export const readPosition = (id, ply) => request(`/reviews/${encodeURIComponent(id)}/positions/${ply}`);

/** @param {string} id @param {number} ply @param {string} move @returns {Promise<Tried>} */
export const tryMove = (id, ply, move) => post(`/reviews/${encodeURIComponent(id)}/tries`, { ply, move });

/** @param {{id: string, player: number}[]} reviews @returns {Promise<{games: Record<string, any>, gone: string[]}>} */
export const readHabits = (reviews) => post("/review-habits", { reviews });

/** The socket of a review. Events: `message`, and `link` with true or false when the connection comes or goes. */
export class ReviewSocket extends EventTarget {
  /** @param {string} id @param {number} version what the page has seen */
  constructor(id, version) {
    super();
    this.id = id;
    this.version = version;
    this._attempts = 0;
    this._closed = false;
    /** @type {WebSocket | null} */
    this._socket = null;
    this._connect();
  }

  _connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/v1/reviews/${encodeURIComponent(this.id)}/live`);
    this._socket = socket;
    socket.addEventListener("open", () => {
      // After a lost connection everything is sent again: the versions of a server that was restarted begin anew.
      socket.send(JSON.stringify({ type: "join", version: this._attempts ? -1 : this.version }));
      this._emit("link", true);
    });
    socket.addEventListener("message", (event) => {
      const message = JSON.parse(event.data);
      if (message.type === "progress") this._attempts = 0;
      if ([403, 404].includes(message.status)) this.close();
      this._emit("message", message);
    });
    socket.addEventListener("close", () => {
      if (this._closed) return;
      this._emit("link", false);
      const pause = PAUSES[Math.min(this._attempts, PAUSES.length - 1)];
      this._attempts += 1;
      setTimeout(() => { if (!this._closed) this._connect(); }, pause);
    });
  }

  /** @param {string} name @param {any} detail */
  _emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** @param {"stop" | "resume"} type */
  send(type) {
    if (this._socket?.readyState === WebSocket.OPEN) this._socket.send(JSON.stringify({ type }));
  }

  close() {
    this._closed = true;
    this._socket?.close();
  }
}
