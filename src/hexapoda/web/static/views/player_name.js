/** The names of the players of games played here. The server records names such as `human` and `alphabeta level 2`. */

import { engineName } from "../engine_names.js";
import { sideName } from "../sides.js";
import { words } from "../words/review.js";

/** The library's name for its owner. */
export const LIBRARY_NAME = "you";

/**
 * Return the name of a player: "you", the side, the level of an engine, or the name itself.
 * @param {string} name as the server records it @param {number} player @param {Api.GameJson | undefined} info
 * @param {number | null} [own] the visitor's player number
 */
export function playerName(name, player, info, own = null) {
  const side = sideName(info?.players[player] ?? "");
  if (name === LIBRARY_NAME) return words.you;
  if (!name || name === "human") return name && player === own ? words.you : side;
  return engineName(name, info?.name ?? "");
}
