/**
 * Requests to `/puzzles`. The server judges the moves and proves the solutions.
 *
 * @typedef {Api.JudgedMoveJson | Api.RefusedMoveJson} Judgment
 */

import { post, request } from "./request.js";

/** @param {string} id */
const place = (id) => `/puzzles/${encodeURIComponent(id)}`;

/** @returns {Promise<Api.PuzzlesJson>} */
export const listPuzzles = () => request("/puzzles");
/** @param {string} id @returns {Promise<Api.PuzzleJson>} */
export const readPuzzle = (id) => request(place(id));
/** @param {string} id @param {string[]} moves @param {string} move @returns {Promise<Judgment>} */
export const judgeMove = (id, moves, move) => post(`${place(id)}/answer`, { moves, move });
/** @param {string} id @param {string[]} moves @param {number} level
 * @returns {Promise<Api.HintJson>} */
export const askHint = (id, moves, level) => post(`${place(id)}/hint`, { moves, level });
/** @param {string} id @returns {Promise<Api.SolutionJson>} */
export const readSolution = (id) => request(`${place(id)}/solution`);
