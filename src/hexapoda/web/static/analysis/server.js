/**
 * What the analysis asks the server, and the socket on which an engine thinks.
 *
 * @typedef {{game?: string, variant?: string, rules?: Record<string, string>, start?: string | null, moves?: string[], text?: string}} Position
 * @typedef {{move: string, pv: string[], score: string, depth: number | null, nodes: number | null, win: number | null,
 *   proven: "win" | "loss" | null, win_in: number | null, [name: string]: any}} Line
 * @typedef {{lines: Line[], engine: string, seconds: number, done: boolean, why?: string}} Search
 */

import { ApiError } from "../api.js";
import { words } from "../words/page.js";

const ROOT = "/api/v1";

/** A refused request with all that the server said about it. */
export class RefusedError extends ApiError {
  /** @param {number} status @param {any} error */
  constructor(status, error) {
    super(status, error?.text ?? "");
    this.details = error ?? {};
  }
}

/** @param {string} path @param {RequestInit} [options] */
async function ask(path, options) {
  let answer;
  try {
    answer = await fetch(`${ROOT}${path}`, options);
  } catch (error) {
    if (/** @type {any} */ (error).name === "AbortError") throw error;
    throw new ApiError(0, words.unreachable);
  }
  if (answer.ok) return answer;
  const body = await answer.json().catch(() => null);
  throw new RefusedError(answer.status, body?.error ?? { text: answer.statusText });
}

/** @param {string} path @param {any} body @param {AbortSignal} [signal] */
const send = (path, body, signal) => ask(path, {
  method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), signal,
});

/** @param {string} path @param {any} body @param {AbortSignal} [signal] @returns {Promise<any>} */
const post = async (path, body, signal) => (await send(path, body, signal)).json();

/** @param {Position} position */
export const readPosition = (position) => post("/positions", position);

/** Why a move is refused. @param {Position} position @param {string} move */
export const readWhy = (position, move) => post("/positions/why", { ...position, move });

/** @param {any} wish a position, or a text with games */
export const readRecord = (wish) => post("/records", wish);

/** @param {string} id a game that is played on this server */
export const readPlayed = async (id) => (await ask(`/games/${encodeURIComponent(id)}/record`)).json();

/** @param {any} edit */
export const readSetup = (edit) => post("/positions/setup", edit);

/** @param {Position} position @param {string[]} kinds @param {[number, number] | null} cell @param {AbortSignal} signal */
export const readOverlays = (position, kinds, cell, signal) => post("/positions/overlays", { ...position, kinds, ...(cell ? { cell } : {}) }, signal);

/** A game as a file. @param {any} wish @returns {Promise<{name: string, content: Blob}>} */
export async function readExport(wish) {
  const answer = await send("/exports", wish);
  const name = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? "game.txt";
  return { name, content: await answer.blob() };
}

/**
 * The engine of the analysis.
 *
 * Events: `lines` with a `Search` as `detail`, for the latest position only; `trouble` with a text.
 */
export class AnalysisSocket extends EventTarget {
  constructor() {
    super();
    /** @type {WebSocket | null} */
    this._socket = null;
    this._ref = 0;
    /** What is sent when the connection is there. @type {object | null} */
    this._wish = null;
  }

  /** Search a position, in place of the one before. @param {any} wish */
  analyze(wish) {
    this._ref += 1;
    this._send({ type: "analyze", ref: this._ref, ...wish });
  }

  /** Stop the search; the engine is given back. */
  stop() {
    this._ref += 1;
    this._wish = null;
    this._socket?.close();
    this._socket = null;
  }

  /** @param {object} message */
  _send(message) {
    if (this._socket?.readyState === WebSocket.OPEN) {
      this._socket.send(JSON.stringify(message));
      return;
    }
    this._wish = message;
    if (!this._socket || this._socket.readyState > WebSocket.OPEN) this._connect();
  }

  _connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws", socket = new WebSocket(`${scheme}://${location.host}${ROOT}/analysis`);
    this._socket = socket;
    socket.addEventListener("open", () => {
      if (this._wish) socket.send(JSON.stringify(this._wish));
      this._wish = null;
    });
    socket.addEventListener("message", (event) => {
      const message = JSON.parse(event.data);
      if (message.type === "lines" && message.ref === this._ref) this.dispatchEvent(new CustomEvent("lines", { detail: message }));
      if (message.type === "error" && (message.ref ?? this._ref) === this._ref) this.dispatchEvent(new CustomEvent("trouble", { detail: message.text }));
    });
    socket.addEventListener("close", () => {
      if (socket === this._socket) this.dispatchEvent(new CustomEvent("trouble", { detail: words.unreachable }));
    });
  }
}
