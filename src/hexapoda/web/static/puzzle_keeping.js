/**
 * What the visitor has solved, as the server keeps it. What a browser had before is brought there once.
 *
 * @typedef {import("./puzzle_progress.js").Progress} Progress
 */

import { copyProgress, doubtCopy, isKept, readProgress } from "./puzzle_progress.js";
import { ApiError, carrying, post, request } from "./request.js";

const PLACE = "/puzzles/progress";
const MOST = 500; // cards of one request

/** The progress as the page has it, with times in milliseconds. @param {Api.PuzzleProgressJson} found @returns {Progress} */
const ofPage = ({ level, streak, cards }) => ({
  level,
  streak,
  cards: Object.fromEntries(
    Object.entries(cards).map(([id, card]) => [id, { ...card, due: 1000 * card.due }]),
  ),
});

/** What the page does without an answer: it shows its copy, and brings it the next time. @param {unknown} error @returns {Progress} */
function withoutAnswer(error) {
  if (!(error instanceof ApiError)) throw error;
  doubtCopy();
  return readProgress();
}

/** What the server knows, or else what this browser knows. @returns {Promise<Progress>} */
export const keptProgress = () => askProgress().catch(withoutAnswer);

/** Count an attempt, which the copy has counted already; return the progress with what the server says. @param {string} puzzle @param {boolean} solved
 * @param {string} attempt @returns {Promise<Progress>} */
export const keepAttempt = (puzzle, solved, attempt) =>
  countAttempt(puzzle, solved, attempt).catch(withoutAnswer);

/** Bring what this browser has, if the server does not know it yet; return what it knows. @returns {Promise<Progress>} */
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
