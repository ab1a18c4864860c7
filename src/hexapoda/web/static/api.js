/**
 * The server as the page sees it: a few requests, and the socket of a game, which connects again by itself.
 *
 * @typedef {{name: string, title: string, notice: string, players: string[], variants: string[], board: string, review?: boolean, lessons?: number,
 *   rules: {name: string, choices: string[], summary: string}[], friendly: string | null, draws: boolean,
 *   opponents: {id: string, name: string, note: string}[]}} GameInfo
 * @typedef {{game: string, variant?: string, rules?: Record<string, string>, start?: string, seats: [string, string],
 *   clock?: {base: number, increment: number}, seconds?: [number | null, number | null]}} Wish
 * @typedef {{human: boolean, name: string, thinking: boolean, opponent?: string | null, seconds: number | null, present: boolean}} Seat
 * @typedef {{ply: number, move: string, judgment: string, win: [number, number], better: string, reply: any, line: string[], text: string}} Lesson
 * @typedef {{id: string, version: number, board: any, legal: any[], last: any, seats: [Seat, Seat],
 *   result: null | {winner: number | null, text: string}, clock: null | {left: [number, number], running: number | null, base: number, increment: number},
 *   undo: boolean, redo: boolean, trouble: string, keys?: string[], own?: number[],
 *   offer: null | {kind: "draw" | "undo", by: number}, paused: boolean, teaching: boolean, lesson: Lesson | null}} State
 */

import { words } from "./words/page.js";

const ROOT = "/api/v1";
const PAUSES = [300, 700, 1500, 3000, 5000]; // milliseconds before each new attempt to connect

/** A refused request; `status` is 0 if the server could not be reached. */
export class ApiError extends Error {
  /** @param {number} status @param {string} text @param {string} [field] the part of the request that is wrong */
  constructor(status, text, field = "") {
    super(text);
    this.status = status;
    this.field = field;
  }
}

/** @param {string} path @param {RequestInit} [options] @returns {Promise<any>} */
export async function request(path, options) {
  let answer;
  try {
    answer = await fetch(`${ROOT}${path}`, options);
  } catch {
    throw new ApiError(0, words.unreachable);
  }
  const body = await answer.json().catch(() => null);
  if (!answer.ok) throw new ApiError(answer.status, body?.error?.text ?? answer.statusText, body?.error?.field);
  return body;
}

/** @returns {Promise<GameInfo[]>} */
export const catalog = async () => (await request("/catalog")).games;

/** @param {Wish} wish @returns {Promise<State>} */
export const createGame = (wish) => request("/games", {
  method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(wish),
});

/** @param {string} id @returns {Promise<State>} */
export const readGame = (id) => request(`/games/${encodeURIComponent(id)}`);

/** A game as a record, with the boards after all moves. @param {string} id @returns {Promise<any>} */
export const readGameRecord = async (id) => (await request(`/games/${encodeURIComponent(id)}/record`)).record;

/** The shapes that a board draws with. @param {string} name @returns {Promise<SVGSVGElement>} */
export async function readShapes(name) {
  const answer = await fetch(`${ROOT}/boards/${name}.svg`);
  if (!answer.ok) throw new ApiError(answer.status, answer.statusText);
  const parsed = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
  return /** @type {any} */ (document.importNode(parsed.documentElement, true));
}

/**
 * The socket of one game.
 *
 * Events: `message` with the message as `detail`; `link` with `detail` true or false when the connection comes or goes.
 */
export class GameSocket extends EventTarget {
  /** @param {string} id @param {string[]} keys */
  constructor(id, keys) {
    super();
    this.id = id;
    this.keys = keys;
    this._attempts = 0;
    this._closed = false;
    /** @type {WebSocket | null} */
    this._socket = null;
    /** Messages for a connection that is being made. @type {object[]} */
    this._waiting = [];
    this._connect();
  }

  _connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${ROOT}/games/${encodeURIComponent(this.id)}/live`);
    this._socket = socket;
    socket.addEventListener("open", () => {
      for (const message of [{ type: "join", keys: this.keys }, ...this._waiting.splice(0)]) socket.send(JSON.stringify(message));
      this._emit("link", true);
    });
    socket.addEventListener("message", (event) => {
      const message = JSON.parse(event.data);
      if (message.type === "state") this._attempts = 0; // only now: a server that refuses the page accepts the socket first
      this._emit("message", message);
    });
    socket.addEventListener("close", () => {
      if (this._closed) return;
      this._waiting = [];
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

  /** Send a message; false if there is no connection. @param {object} message */
  send(message) {
    const state = this._socket?.readyState;
    if (state === WebSocket.CONNECTING) this._waiting.push(message);
    else if (state === WebSocket.OPEN) this._socket?.send(JSON.stringify(message));
    return state === WebSocket.CONNECTING || state === WebSocket.OPEN;
  }

  close() {
    this._closed = true;
    this._socket?.close();
  }
}
