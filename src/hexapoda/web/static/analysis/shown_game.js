/**
 * Opens the games that the analysis shows, and writes their addresses.
 *
 * @typedef {import("./address.js").Source} Source
 * @typedef {{tree: GameTree, keeping: Keeping, source: Source, orientation: number, lost?: string}} Shown `keeping`
 *   saves the tree, `source` is where it came from, `orientation` the player at the bottom, `lost` why only the line
 *   in its address is shown
 */

import { words } from "../words/analysis.js";
import { linkOf } from "./address.js";
import { askedGame, latestAnalysis } from "./asked_game.js";
import { GameTree } from "./game_tree.js";
import { Keeping } from "./keeping.js";
import { readRecord } from "./server.js";

/**
 * Open the game of an address. Throws `ApiError`.
 * @param {URLSearchParams} address @param {string} usual the game whose empty board is shown if the address names none
 * @param {number} [orientation] @returns {Promise<Shown>}
 */
export async function openAddress(address, usual, orientation = 0) {
  const { tree, known, unsent, source, lost } = await askedGame(address, usual),
    keeping = new Keeping(tree, known);
  if (unsent) keeping.save();
  return { tree, keeping, source: known ? {} : source, orientation, lost };
}

/** Open the analysis that this browser changed last, or an empty board if it cannot be read. @param {string} usual */
export async function openLatest(usual) {
  const latest = await latestAnalysis();
  return (
    (await (latest && openAddress(latest, usual).catch(() => null))) ??
    openAddress(new URLSearchParams(), usual)
  );
}

/**
 * Open a record as a new game. It is saved at once if it has moves.
 * @param {Api.RecordJson} record @param {number} orientation @returns {Shown}
 */
export function openRecord(record, orientation) {
  const tree = new GameTree(record),
    keeping = new Keeping(tree);
  if (tree.size > 1) keeping.save();
  return { tree, keeping, source: {}, orientation };
}

/**
 * Open a position, with the moves that led to it, as a new game.
 * @param {Api.PositionFields} position @param {number} orientation
 */
export const openPosition = async (position, orientation) =>
  openRecord((await readRecord(position)).record, orientation);

/**
 * Return a note if a game was damaged, repaired or cut short, or is too large to save; otherwise null.
 * @param {Keeping} keeping
 */
export function noteOn({ tree, fits }) {
  const { faults = [], repairs = [], cut = false } = tree.record;
  const notes = faults.length
    ? [words.damaged(faults.length, faults[0].text)]
    : repairs.length
      ? [words.repaired(repairs.length, repairs[0].text)]
      : cut
        ? [words.cut]
        : [];
  const text = [...notes, ...(fits ? [] : [words.tooLarge])].join(" ");
  return text ? { kind: "info", text } : null;
}

/**
 * Return the address of a game: that of its analysis if it has one, or else that of its source.
 * @param {Shown} shown
 */
export const linkTo = ({ tree, keeping, source }) =>
  linkOf(tree, keeping.address ? { kept: keeping.address } : source);
