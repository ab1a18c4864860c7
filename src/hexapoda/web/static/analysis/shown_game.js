/**
 * The games that the analysis shows: how each is opened, and its address.
 *
 * @typedef {import("./address.js").Source} Source
 * @typedef {{tree: GameTree, keeping: Keeping, source: Source, orientation: number, lost?: string}} Shown `keeping` saves the tree,
 *   `source` is where it came from, `orientation` the player at the bottom, `lost` why it is only the line of its address
 */

import { words } from "../words/analysis.js";
import { linkOf } from "./address.js";
import { askedGame, latestAnalysis } from "./asked_game.js";
import { GameTree } from "./game_tree.js";
import { Keeping } from "./keeping.js";
import { readRecord } from "./server.js";

/** The game of an address. Throws `ApiError`. @param {URLSearchParams} address @param {string} usual the game whose board is shown if it names none @param {number} [orientation] @returns {Promise<Shown>} */
export async function openAddress(address, usual, orientation = 0) {
  const { tree, known, unsent, source, lost } = await askedGame(address, usual),
    keeping = new Keeping(tree, known);
  if (unsent) keeping.save();
  return { tree, keeping, source: known ? {} : source, orientation, lost };
}

/** The analysis that this browser has worked on last, or an empty board. @param {string} usual */
export async function openLatest(usual) {
  const latest = await latestAnalysis();
  return (
    (await (latest && openAddress(latest, usual).catch(() => null))) ??
    openAddress(new URLSearchParams(), usual)
  );
}

/** A game that is new here: a file that was opened, which is saved at once, or an empty board. @param {Api.RecordJson} record @param {number} orientation @returns {Shown} */
export function openRecord(record, orientation) {
  const tree = new GameTree(record),
    keeping = new Keeping(tree);
  if (tree.size > 1) keeping.save();
  return { tree, keeping, source: {}, orientation };
}

/** The game of a position. @param {Api.PositionFields} position @param {number} orientation */
export const openPosition = async (position, orientation) =>
  openRecord((await readRecord(position)).record, orientation);

/** What a visitor should know about a game that opens. @param {Keeping} keeping */
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

/** The address of a game: an analysis has one of its own. @param {Shown} shown */
export const linkTo = ({ tree, keeping, source }) =>
  linkOf(tree, keeping.address ? { kept: keeping.address } : source);
