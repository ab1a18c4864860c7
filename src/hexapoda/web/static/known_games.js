/** Passes on the facts about games that the page's text needs: the names of sides and engines, and move numbering. */

import { learnEngines } from "./engine_names.js";
import { learnSides } from "./sides.js";
import { learnTurns } from "./move_numbers.js";

/**
 * @param {{name: string, players: string[], sides?: string[], plies_a_turn: number, default_engine: string}[]} games
 */
export function learnGames(games) {
  learnSides(games);
  learnTurns(games);
  learnEngines(games);
}
