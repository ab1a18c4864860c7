/**
 * The requests about positions, and the socket to the engine of the analysis.
 *
 * @typedef {Api.PositionFields} Position
 * @typedef {Api.AnalysisLineJson} Line
 * @typedef {{lines: Line[], engine: string, seconds: number, done: boolean, why?: string, count?: number,
 *   asked?: string}} Search `count` lines were requested from the engine `asked`
 */

import { ReconnectingSocket } from "../reconnecting_socket.js";
import { ask, carrying, post, request } from "../request.js";
import { words } from "../words/page.js";

/** @param {Position} position @returns {Promise<Api.PositionJson>} */
export const readPosition = (position) => post("/positions", position);

/** Ask whether a move is legal and, if not, why not. @param {Position} position @param {string} move */
export const readWhy = (position, move) => post("/positions/why", { ...position, move });

/**
 * Search a position and judge a move in it.
 * @param {Position} position @param {string} move @returns {Promise<Api.MoveJudgmentJson>}
 */
export const judgeMove = (position, move) => post("/positions/judge", { ...position, move });

/** @param {Api.RecordSource} wish */
export const readRecord = (wish) => post("/records", wish);

/** @param {string} id of a game that was played on this server @returns {Promise<Api.PlayedRecordJson>} */
export const readPlayed = (id) => request(`/games/${encodeURIComponent(id)}/record`);

/** @param {Api.SetupFields} edit @returns {Promise<Api.SetupJson>} */
export const readSetup = (edit) => post("/positions/setup", edit);

/**
 * @param {Position} position @param {string[]} kinds @param {[number, number] | null} cell @param {AbortSignal} signal
 * @returns {Promise<Api.OverlaysJson>}
 */
export const readOverlays = (position, kinds, cell, signal) =>
  post("/positions/overlays", { ...position, kinds, ...(cell ? { cell } : {}) }, signal);

/** Return a game as a file. @param {Api.ExportFields} wish @returns {Promise<{name: string, content: Blob}>} */
export async function readExport(wish) {
  const response = await ask("/exports", carrying(wish));
  const name =
    /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "game.txt";
  return { name, content: await response.blob() };
}

/**
 * The connection to the engine of the analysis. It reconnects by itself and repeats an unfinished request.
 */
export class AnalysisSocket {
  /**
   * @param {(search: Search) => void} onLines called with the lines of the latest request only
   * @param {(text: string) => void} onTrouble called with an error, or with "" once it is gone
   */
  constructor(onLines, onTrouble) {
    this._onLines = onLines;
    this._onTrouble = onTrouble;
    /** @type {ReconnectingSocket | null} */
    this._socket = null;
    this._ref = 0;
    /** The unfinished request, which is sent once there is a connection. @type {object | null} */
    this._wish = null;
    /** The server's latest error, in case the server then closes the connection; empty if there is none. */
    this._refusal = "";
  }

  /** Search a position instead of the previous one. @param {Omit<Api.AnalyzeFields, "type">} wish */
  analyze(wish) {
    this._ref += 1;
    const message = { type: "analyze", ref: this._ref, ...wish };
    this._wish = message;
    if (!this._socket) this._connect();
    else if (this._socket.linked) this._socket.send(message);
  }

  /** Stop the search, and close the connection, so that the server can use the engine for other visitors. */
  stop() {
    this._ref += 1;
    this._wish = null;
    this._socket?.close();
    this._socket = null;
  }

  _connect() {
    this._socket = new ReconnectingSocket(
      "/analysis",
      { greeting: () => this._wish, settled: "lines" },
      {
        hear: (message) => this._hear(message),
        link: (linked) => {
          if (!linked) this._onTrouble(this._refusal || words.unreachable);
          else if (!this._wish) this._onTrouble("");
        },
      },
    );
  }

  /** @param {Api.AnalysisMessage & {ref?: number}} message */
  _hear(message) {
    if (message.type === "lines" && message.ref === this._ref) {
      this._refusal = "";
      if (message.done) this._wish = null;
      this._onLines(message);
    }
    if (message.type === "error" && (message.ref ?? this._ref) === this._ref) {
      this._refusal = message.text;
      this._onTrouble(message.text);
    }
  }
}
