/**
 * The visitor's puzzle progress: the level in each game, and when each puzzle is due again.
 *
 * A solved puzzle moves one box up and comes back later; a failed one goes back to the first box. The server keeps the
 * progress (`puzzle_keeping.js`); the browser has a copy, which counts each attempt at once.
 *
 * @typedef {{box: number, due: number, solved: number, failed: number}} Card
 * @typedef {{level: Record<string, number>, streak: number, cards: Record<string, Card>}} Progress
 * @typedef {{theme: string, variant: string, length: number, difficulty: string}} Filter `""` and 0 stand for any
 */

import { remember, remembered } from "./browser_storage.js";

const NAME = "hexapoda.puzzles";
const MINUTE = 60_000,
  DAY = 24 * 60 * MINUTE;
const PAUSES = [10 * MINUTE, DAY, 3 * DAY, 7 * DAY, 21 * DAY, 60 * DAY]; // by box
const FIRST_LEVEL = 3;
const SPREAD = 3; // a puzzle this many grades above the level is expected to be solved once in eleven attempts
const STEP = 0.6; // an attempt changes the level by less than this
/** The lowest and the highest grade of each difficulty. @type {Record<string, [number, number]>} */
const GRADES = { easy: [1, 3], medium: [4, 6], hard: [7, 10], mine: [1, 10], all: [1, 10] };

/** Whether the server has all of this browser's progress. */
export const isKept = () => remembered(NAME)?.kept === true;

/** Replace the copy with the server's progress. @param {Progress} progress */
export const copyProgress = (progress) => remember(NAME, { ...progress, kept: true });

/** Note that the server may lack some of this browser's progress. */
export const doubtCopy = () => remember(NAME, { ...readProgress(), kept: false });

/** @returns {Progress} */
export function readProgress() {
  const found = remembered(NAME);
  if (found && typeof found.level === "object" && typeof found.cards === "object")
    return { level: { ...found.level }, streak: Number(found.streak) || 0, cards: { ...found.cards } };
  return { level: {}, streak: 0, cards: {} };
}

/** @param {Progress} progress @param {string} game */
export const levelOf = (progress, game) => progress.level[game] ?? FIRST_LEVEL;

/**
 * Count an attempt in the copy; return the new progress.
 * @param {Api.PuzzleRowJson} puzzle @param {boolean} solved @param {number} [now]
 */
export function recordAttempt(puzzle, solved, now = Date.now()) {
  const progress = readProgress(),
    level = levelOf(progress, puzzle.game);
  const old = progress.cards[puzzle.id] ?? { box: 0, due: 0, solved: 0, failed: 0 };
  const box = solved ? Math.min(old.box + 1, PAUSES.length - 1) : 0;
  progress.cards[puzzle.id] = {
    box,
    due: now + PAUSES[box],
    solved: old.solved + Number(solved),
    failed: old.failed + Number(!solved),
  };
  progress.streak = solved ? progress.streak + 1 : 0;
  const expected = 1 / (1 + 10 ** ((puzzle.grade - level) / SPREAD));
  progress.level[puzzle.game] = Math.min(10, Math.max(1, level + STEP * (Number(solved) - expected)));
  remember(NAME, { ...progress, kept: isKept() });
  return progress;
}

/** @param {Progress} progress @param {string} id @returns {"solved" | "failed" | "new"} */
export function stateOf(progress, id) {
  const card = progress.cards[id];
  if (!card) return "new";
  return card.box > 0 ? "solved" : "failed";
}

/** Return the puzzles that match a filter. @param {Api.PuzzleRowJson[]} puzzles @param {Filter} filter */
export function filtered(puzzles, { theme, variant, length, difficulty }) {
  const [least, most] = GRADES[difficulty] ?? GRADES.all;
  return puzzles.filter(
    (one) =>
      (!theme || one.themes.includes(theme)) &&
      (!variant || one.variant === variant) &&
      (!length || one.length === length) &&
      one.grade >= least &&
      one.grade <= most,
  );
}

/**
 * Return the puzzle to solve next: the one that has been due longest, else a new one whose grade is closest to the
 * level, else the one that is due first.
 * @param {Api.PuzzleRowJson[]} puzzles of one game @param {Progress} progress @param {string | null} shown the id of
 *   the puzzle on the board, which is returned only if there is no other
 * @param {number} [now] @returns {Api.PuzzleRowJson | null}
 */
export function nextPuzzle(puzzles, progress, shown, now = Date.now()) {
  const others = puzzles.filter((one) => one.id !== shown),
    pool = others.length ? others : puzzles;
  if (!pool.length) return null;
  const due = (/** @type {Api.PuzzleRowJson} */ one) => progress.cards[one.id]?.due ?? Infinity;
  const late = pool.filter((one) => due(one) <= now).sort((a, b) => due(a) - due(b));
  if (late.length) return late[0];
  const fresh = pool.filter((one) => !progress.cards[one.id]),
    level = levelOf(progress, pool[0].game);
  if (fresh.length)
    return fresh.sort(
      (a, b) => Math.abs(a.grade - level) - Math.abs(b.grade - level) || a.length - b.length,
    )[0];
  return pool.sort((a, b) => due(a) - due(b))[0];
}
