/**
 * The library as the page sees it: the requests of `/library`.
 *
 * @typedef {{game: string, variant?: string, rules?: Record<string, string>, start?: string | null, moves?: string[]}} Line
 */

import { ApiError, ROOT, carrying, post, request } from "./request.js";
import { askServer } from "./server_state.js";
import { inLanguage } from "./words.js";
import { words } from "./words/library.js";

/** @returns {Promise<Api.LibraryJson>} */
export const readLibrary = () => request("/library");

/** @param {Record<string, string>} filters @param {number} offset @returns {Promise<Api.StoredGamesJson>} */
export const listGames = (filters, offset) =>
  request(`/library/games?${new URLSearchParams({ ...filters, offset: String(offset), limit: "50" })}`);

/** @param {number} id @returns {Promise<Api.StoredGameJson>} */
export const readStored = (id) => request(`/library/games/${id}`);

/** @param {number} id @param {object} header @returns {Promise<Api.EditedGameJson>} */
export const editStored = (id, header) =>
  request(`/library/games/${id}`, carrying(header, { method: "PATCH" }));

/** @param {string} token @returns {Promise<Api.UndoneJson>} */
export const undoEdit = (token) => post(`/library/undo/${encodeURIComponent(token)}`, {});

/** @param {number[]} ids */
export const deleteStored = (ids) => post("/library/delete", { ids });

/** @param {number[]} ids @returns {Promise<Api.RestoredJson>} */
export const restoreStored = (ids) => post("/library/restore", { ids });

/** The games in the trash, the last deleted first. @param {number} limit @returns {Promise<Api.TrashJson>} */
export const readTrash = (limit) => request(`/library/trash?limit=${limit}`);

/** @param {Record<string, string>} question @returns {Promise<Api.PlayersJson>} */
export const listPlayers = (question) => request(`/library/players?${new URLSearchParams(question)}`);

/** @param {Line & {player?: string}} line @param {AbortSignal} [signal] @returns {Promise<Api.ExplorerJson>} */
export const exploreLine = (line, signal) => post("/library/explore", line, signal);

/** The text of a position. @param {Line} line @returns {Promise<string>} */
export const textOf = async (line) => (await post("/positions", line)).board.text;

/** @param {string} id @returns {Promise<Api.ImportJson>} */
export const readImport = (id) => request(`/library/imports/${encodeURIComponent(id)}`);

/**
 * Send a file to be imported.
 * @param {File} file @param {(part: number) => void} progress hears how much of it has arrived, 0 to 1
 * @returns {Promise<Api.ImportJson>}
 */
export function sendFile(file, progress) {
  // Not `fetch`, which does not report the progress of what it sends.
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    sending.upload.addEventListener("progress", (event) =>
      progress(event.total ? event.loaded / event.total : 0),
    );
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
