/**
 * The visitor's puzzle progress on the server. This browser's copy is sent if the server may lack some of it.
 *
 * @typedef {import("./puzzle_progress.js").Progress} Progress
 */

import { copyProgress, doubtCopy, isKept, readProgress } from "./puzzle_progress.js";
import { ApiError, carrying, post, request } from "./request.js";

const PLACE = "/puzzles/progress";
const MOST = 500; // cards per request

/**
 * Convert progress from the server: the page keeps times in milliseconds.
 * @param {Api.PuzzleProgressJson} found @returns {Progress}
 */
const ofPage = ({ level, streak, cards }) => ({
  level,
  streak,
  cards: Object.fromEntries(
    Object.entries(cards).map(([id, card]) => [id, { ...card, due: 1000 * card.due }]),
  ),
});

/**
 * Return the copy if the server did not answer, and mark it to be sent next time.
 * @param {unknown} error @returns {Progress}
 */
function withoutAnswer(error) {
  if (!(error instanceof ApiError)) throw error;
  doubtCopy();
  return readProgress();
}

/** Return the server's progress, or this browser's copy if the server does not answer. @returns {Promise<Progress>} */
export const keptProgress = () => askProgress().catch(withoutAnswer);

/** Count an attempt on the server, after the copy has counted it; return the merged progress. @param {string} puzzle
 * @param {boolean} solved
 * @param {string} attempt @returns {Promise<Progress>} */
export const keepAttempt = (puzzle, solved, attempt) =>
  countAttempt(puzzle, solved, attempt).catch(withoutAnswer);

/** Send the copy if the server may lack some of it; return the server's progress. @returns {Promise<Progress>} */
async function askProgress() {
  const { level, streak, cards } = readProgress(),
    rows = Object.entries(cards);
  /** @type {Api.PuzzleProgressJson | null} */
  let found = null;
  if (!isKept())
    for (let from = 0; from < rows.length; from += MOST) {
      const some = rows.slice(from, from + MOST).map(([id, card]) => [id, { ...card, due: card.due / 1000 }]);
      found = await request(
        PLACE,
        carrying({ level, streak, cards: Object.fromEntries(some) }, { method: "PUT" }),
      );
    }
  const progress = ofPage(found ?? (await request(PLACE)));
  copyProgress(progress);
  return progress;
}

/** @param {string} puzzle @param {boolean} solved @param {string} attempt @returns {Promise<Progress>} */
async function countAttempt(puzzle, solved, attempt) {
  const found = ofPage(await post(PLACE, { puzzle, solved, attempt })),
    known = readProgress();
  const progress = { ...found, cards: { ...known.cards, ...found.cards } };
  if (isKept()) copyProgress(progress);
  return progress;
}
