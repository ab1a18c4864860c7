/**
 * The library as the page sees it: the requests of `/library`.
 *
 * @typedef {{id: number, game: string, variant: string, players: [string, string], result: string, ending: string,
 *   plies: number, date: string, event: string, source: string}} Summary
 * @typedef {{name: string, writable: boolean, games: number, variants: Record<string, Record<string, number>>, trouble: string}} LibraryInfo
 * @typedef {{id: string, file: string, state: string, games: number, added: number, duplicates: number, completed: number,
 *   bad: number, faults: {line: number | null, text: string}[], note: string}} ImportState
 * @typedef {{games: number, first: number, draws: number, second: number, unfinished: number}} Totals
 * @typedef {Totals & {text: string, same: string[], move: any, rating: number | null}} PlayedMove
 * @typedef {{game: string, variant?: string, rules?: Record<string, string>, start?: string | null, moves?: string[]}} Line
 * @typedef {Summary & {deleted: string, reason: string}} Deleted `deleted`: when; `reason`: `deleted`, or with which game it was merged
 * @typedef {{game: string, board: any, legal: any[], last: any, totals: Totals, ended: number, moves: PlayedMove[], more: number,
 *   games: (Summary & {at: number})[]}} Explored
 */

import { ApiError, ROOT, carrying, post, request } from "./request.js";
import { askServer } from "./server_state.js";
import { inLanguage } from "./words.js";
import { words } from "./words/library.js";

/** @returns {Promise<LibraryInfo>} */
export const readLibrary = () => request("/library");

/** @param {Record<string, string>} filters @param {number} offset @returns {Promise<{games: Summary[], total: number, offset: number}>} */
export const listGames = (filters, offset) => request(`/library/games?${new URLSearchParams({ ...filters, offset: String(offset), limit: "50" })}`);

/** @param {number} id @returns {Promise<Summary & {record: any}>} */
export const readStored = (id) => request(`/library/games/${id}`);

/** @param {number} id @param {object} header @returns {Promise<{game: Summary, undo: string | null}>} */
export const editStored = (id, header) => request(`/library/games/${id}`, carrying(header, { method: "PATCH" }));

/** @param {string} token @returns {Promise<{game: Summary}>} */
export const undoEdit = (token) => post(`/library/undo/${encodeURIComponent(token)}`, {});

/** @param {number[]} ids */
export const deleteStored = (ids) => post("/library/delete", { ids });

/** @param {number[]} ids @returns {Promise<{restored: number[]}>} */
export const restoreStored = (ids) => post("/library/restore", { ids });

/** The games in the trash, the last deleted first. @param {number} limit @returns {Promise<{games: Deleted[]}>} */
export const readTrash = (limit) => request(`/library/trash?limit=${limit}`);

/** @param {Record<string, string>} question @returns {Promise<{players: any[], total: number}>} */
export const listPlayers = (question) => request(`/library/players?${new URLSearchParams(question)}`);

/** @param {Line & {player?: string}} line @param {AbortSignal} [signal] @returns {Promise<Explored>} */
export const exploreLine = (line, signal) => post("/library/explore", line, signal);

/** The text of a position. @param {Line} line @returns {Promise<string>} */
export const textOf = async (line) => (await post("/positions", line)).board.text;

/** @param {string} id @returns {Promise<ImportState>} */
export const readImport = (id) => request(`/library/imports/${encodeURIComponent(id)}`);

/**
 * Send a file to be imported.
 * @param {File} file @param {(part: number) => void} progress hears how much of it has arrived, 0 to 1
 * @returns {Promise<ImportState>}
 */
export function sendFile(file, progress) {
  // Not `fetch`, which does not report the progress of what it sends.
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    sending.upload.addEventListener("progress", (event) => progress(event.total ? event.loaded / event.total : 0));
    sending.addEventListener("load", () => {
      let body = null;
      try {
        body = inLanguage(JSON.parse(sending.responseText));
      } catch {
        // Not from this server: the status says enough.
      }
      if (sending.status < 300 && body) resolve(body);
      else reject(new ApiError(sending.status, body?.error?.text ?? sending.statusText));
    });
    sending.addEventListener("error", () => {
      askServer();
      reject(new ApiError(0, words.sendFailed));
    });
    sending.open("POST", `${ROOT}/library/imports?name=${encodeURIComponent(file.name.slice(-200))}`);
    sending.setRequestHeader("content-type", "application/octet-stream");
    sending.send(file);
  });
}
