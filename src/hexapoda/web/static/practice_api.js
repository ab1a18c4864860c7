/**
 * Requests to `/practice`: the visitor's exercises. The server stores and schedules them, and judges the answers.
 *
 * @typedef {Api.AnsweredJson | Api.RefusedMoveJson} Answer
 * @typedef {{attempt: string, moves: string[], move: string, hints: number, seconds: number}} Given
 */

import { post, request } from "./request.js";

/** @param {string} id */
const place = (id) => `/practice/exercises/${encodeURIComponent(id)}`;
/** @param {string} game empty for all games */
const only = (game) => (game ? `game=${encodeURIComponent(game)}` : "");

/** @param {string} game empty for all games @returns {Promise<Api.PracticeJson>} */
export const readPractice = (game) => request(`/practice?${only(game)}`);
/** @param {string} game @param {boolean} removed @param {number} offset @returns {Promise<Api.ExercisesJson>} */
export const listExercises = (game, removed, offset) =>
  request(`/practice/exercises?${only(game)}&removed=${removed}&offset=${offset}`);
/** @param {string} id @returns {Promise<Api.ExerciseJson>} */
export const readExercise = (id) => request(place(id));
/** @param {string} id @param {Given} given @returns {Promise<Answer>} */
export const answerExercise = (id, given) => post(`${place(id)}/answer`, given);
/** @param {string} id @param {string[]} moves @param {number} level @returns {Promise<Api.HintJson>} */
export const hintAtExercise = (id, moves, level) => post(`${place(id)}/hint`, { moves, level });
/** @param {string} id @param {string} attempt @returns {Promise<Api.ExerciseSolutionJson>} */
export const giveUpExercise = (id, attempt) => post(`${place(id)}/solution`, { attempt });
/**
 * Return which of the visitor's last games are being reviewed, and how many more could be.
 * @returns {Promise<Api.LastGamesJson>}
 */
export const readLastGames = () => request("/practice/reviews");
/** Review the last games that have no review. @param {number} games @returns {Promise<Api.LastGamesJson>} */
export const reviewLastGames = (games) => post("/practice/reviews", { games });
/** Stop these reviews. @returns {Promise<Api.LastGamesJson>} */
export const stopLastGames = () => request("/practice/reviews", { method: "DELETE" });
/**
 * Put a line into the repertoire.
 * @param {Api.PositionFields} line @param {number} you the player whose moves are practiced
 * @returns {Promise<Api.AddedLineJson>}
 */
export const addLine = (line, you) => post("/practice/repertoire", { line, you });
/** @param {string} id @returns {Promise<Api.RemovedExerciseJson>} */
export const removeExercise = (id) => request(place(id), { method: "DELETE" });
/** @param {string} id @returns {Promise<Api.RemovedExerciseJson>} */
export const restoreExercise = (id) => post(`${place(id)}/restore`, {});
