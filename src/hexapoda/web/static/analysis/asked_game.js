/**
 * Opens the game that an address asks for, from its source or from the line in the address itself.
 *
 * @typedef {{id: number | null, revision: string, name: string, key?: string}} Known the server's data about an
 *   analysis; `key` is the key of its copy in this browser
 * @typedef {{record: Api.RecordJson, known?: Known, unsent?: boolean}} Found `unsent`: whether the server lacks some
 *   of the changes
 */

import { remember, remembered } from "../browser_storage.js";
import { readAnalysis } from "../analysis_api.js";
import { readStoredGame } from "../library_api.js";
import { readMatchGame } from "../match_api.js";
import { ApiError } from "../request.js";
import { readReviewed } from "../review_api.js";
import { words } from "../words/analysis.js";
import { readAddress, sourceOf } from "./address.js";
import { allCopies } from "./copies.js";
import { GameTree } from "./game_tree.js";
import { sendCopies } from "./keeping.js";
import { unpackTree } from "./packed_tree.js";
import { readPlayed, readRecord } from "./server.js";

const PLACE = "hexapoda.analysis";

/** Whether an address asks for a game. @param {URLSearchParams} address */
export const asksForGame = (address) =>
  Boolean(readAddress(address) || Object.keys(sourceOf(address)).length);

/**
 * Read an analysis by its number, or by its key in this browser. Unsent changes in this browser are sent first.
 * @param {string} kept @returns {Promise<Found>}
 */
async function readKept(kept) {
  const [copy] = await sendCopies(
    (one) => one.key === kept || (String(one.id) === kept && Boolean(one.record)),
  );
  if (copy?.record && !(copy.busy && copy.id !== null)) {
    const { id, revision, name, key } = copy,
      found = await readRecord({ record: copy.record });
    // Changes that another tab has yet to save are only shown: a change here creates a separate analysis.
    return copy.busy ? found : { ...found, known: { id, revision, name, key }, unsent: true };
  }
  const { id, revision, name, record } = await readAnalysis(copy?.id ?? Number(kept));
  return { record, known: { id, revision, name } }; // no `key`: another tab may use that copy
}

/** @param {string} text @returns {Promise<Found>} */
async function readPacked(text) {
  let record;
  try {
    record = await unpackTree(text);
  } catch {
    throw new ApiError(400, words.badLink);
  }
  return readRecord({ record });
}

/** @param {import("./address.js").Source} source @returns {Promise<Found> | null} */
function readSource(source) {
  if (source.kept) return readKept(source.kept);
  if (source.stored) return readStoredGame(Number(source.stored));
  if (source.match) return readMatchGame(source.match, Number(source.number));
  if (source["game-id"]) return readPlayed(source["game-id"]);
  if (source.review) return readReviewed(source.review);
  if (source.tree) return readPacked(source.tree);
  return null;
}

/**
 * Return the game at the position that the address names. If the server cannot provide the source, fall back on
 * the line in the address, if any. Throws `ApiError` if that fails too, or at once if the server cannot be reached.
 * @param {URLSearchParams} address @param {string} usual the game whose empty board is shown if the address names none
 * @returns {Promise<{tree: GameTree, source: import("./address.js").Source, known: Known | undefined,
 *   unsent: boolean, lost: string}>} `lost`: why the source could not be read, or ""
 */
export async function askedGame(address, usual) {
  const line = readAddress(address),
    source = sourceOf(address);
  /** @type {Found | null} */
  let found = null;
  let lost = "";
  try {
    found = await readSource(source);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0 || !line) throw error;
    lost = error.message;
  }
  const { record, known, unsent = false } = found ?? (await readRecord(line?.position ?? { game: usual }));
  const tree = new GameTree(record);
  if (line) tree.follow(line.position.moves, line.at);
  else {
    let step = tree.root;
    for (
      let left = address.has("at") ? Number(address.get("at")) : Infinity;
      left > 0 && step.steps[0];
      left -= 1
    )
      [step] = step.steps;
    tree.go(step);
  }
  return { tree, source: found ? source : {}, known, unsent, lost };
}

/** Remember the address of the current analysis and ply. @param {string} link */
export const rememberPlace = (link) => remember(PLACE, link);

/** Return the address of the analysis that this browser changed last, or null if there is none. */
export async function latestAnalysis() {
  const [copy] = await allCopies(),
    place = new URLSearchParams(String(remembered(PLACE) ?? "").slice(1)),
    kept = place.get("kept");
  if (!copy) return null;
  return kept === copy.key || kept === String(copy.id)
    ? place
    : new URLSearchParams({ kept: copy.id === null ? copy.key : String(copy.id) });
}
