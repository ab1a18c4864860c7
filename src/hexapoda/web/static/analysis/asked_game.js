/** The game that an address asks for: a line, a game of the library or of a match, or one that is played on this server. */

import { readStored } from "../library_api.js";
import { readMatchGame } from "../match_api.js";
import { readAddress } from "./address.js";
import { GameTree } from "./game_tree.js";
import { readPlayed, readRecord } from "./server.js";

/** Whether an address asks for a game. @param {URLSearchParams} address */
export const asksForGame = (address) => Boolean(readAddress(address) || address.get("game-id") || address.get("match") || Number(address.get("stored")));

/**
 * The game, at the position that the address names. Throws `ApiError`.
 * @param {URLSearchParams} address @param {string} usual the game whose empty board is shown if the address asks for none
 */
export async function askedGame(address, usual) {
  const line = readAddress(address), played = address.get("game-id"), stored = Number(address.get("stored")), match = address.get("match");
  const { record } = stored ? await readStored(stored) : match ? await readMatchGame(match, Number(address.get("number"))) : played ? await readPlayed(played) : await readRecord(line?.position ?? { game: usual });
  const tree = new GameTree(record), named = address.has("at") ? Number(address.get("at")) : Infinity;
  let step = tree.root;
  for (let left = line ? line.at : named; left > 0 && step.steps[0]; left -= 1) [step] = step.steps;
  tree.go(step);
  return tree;
}
