/**
 * Requests to `/library`, the library of stored games.
 *
 * @typedef {{game: string, variant?: string, rules?: Record<string, string>, start?: string | null, moves?: string[]}}
 *   Line the moves from a start to a position
 */

import { ApiError, ROOT, carrying, post, request } from "./request.js";
import { askServer } from "./server_state.js";
import { inLanguage } from "./words.js";
import { words } from "./words/library.js";

const MOST_NAME = 200; // characters of the name of a file

/** @returns {Promise<Api.LibraryJson>} */
export const readLibrary = () => request("/library");

/**
 * Return at most 50 of the matching games, skipping the first `offset`.
 * @param {Record<string, string>} filters @param {number} offset @returns {Promise<Api.StoredGamesJson>}
 */
export const listStoredGames = (filters, offset) =>
  request(`/library/games?${new URLSearchParams({ ...filters, offset: String(offset), limit: "50" })}`);

/** @param {number} id @returns {Promise<Api.StoredGameJson>} */
export const readStoredGame = (id) => request(`/library/games/${id}`);

/**
 * Correct the header of a game.
 * @param {number} id @param {Api.NewHeader} header @returns {Promise<Api.EditedGameJson>}
 */
export const editStoredGame = (id, header) =>
  request(`/library/games/${id}`, carrying(header, { method: "PATCH" }));

/** @param {string} token the `undo` of an edited game @returns {Promise<Api.UndoneJson>} */
export const undoEdit = (token) => post(`/library/undo/${encodeURIComponent(token)}`, {});

/** Move games to the trash. @param {number[]} ids */
export const deleteStoredGames = (ids) => post("/library/delete", { ids });

/** @param {number[]} ids @returns {Promise<Api.RestoredJson>} */
export const restoreStoredGames = (ids) => post("/library/restore", { ids });

/**
 * Return the games in the trash, the most recently deleted first.
 * @param {number} limit
 * @returns {Promise<Api.TrashJson>}
 */
export const readTrash = (limit) => request(`/library/trash?limit=${limit}`);

/** @param {Record<string, string>} question @returns {Promise<Api.PlayersJson>} */
export const listPlayers = (question) => request(`/library/players?${new URLSearchParams(question)}`);

/** @param {Line & {player?: string}} line @param {AbortSignal} [signal] @returns {Promise<Api.ExplorerJson>} */
export const exploreLine = (line, signal) => post("/library/explore", line, signal);

/** Return the progress of an import, with its faults so far. @param {string} id @returns {Promise<Api.ImportJson>} */
export const readImport = (id) => request(`/library/imports/${encodeURIComponent(id)}`);

/** Return the JSON of an answer, or null if it is not JSON, as from a proxy. @param {XMLHttpRequest} sending */
function answerOf(sending) {
  try {
    return inLanguage(JSON.parse(sending.responseText));
  } catch {
    return null;
  }
}

/**
 * Send a file to be imported. Throws `ApiError`.
 * @param {File} file @param {(part: number) => void} progress called with the fraction of the file that has been sent
 * @returns {Promise<Api.ImportJson>}
 */
export function sendFile(file, progress) {
  const name = file.name.slice(-MOST_NAME).toWellFormed(); // the end, because the extension may determine the format
  const sending = new XMLHttpRequest(); // not `fetch`, which does not report how much it has sent
  return new Promise((resolve, reject) => {
    sending.upload.addEventListener("progress", ({ loaded, total }) => progress(total ? loaded / total : 0));
    sending.addEventListener("load", () => {
      const { status, statusText } = sending,
        answer = answerOf(sending);
      if (status >= 300) reject(new ApiError(status, answer?.error?.text ?? statusText));
      else if (answer) resolve(answer);
      else reject(new ApiError(0, words.sendFailed)); // not from this server
    });
    sending.addEventListener("error", () => {
      askServer();
      reject(new ApiError(0, words.sendFailed));
    });
    sending.open("POST", `${ROOT}/library/imports?name=${encodeURIComponent(name)}`);
    sending.setRequestHeader("content-type", "application/octet-stream");
    sending.send(file);
  });
}
