/** Move numbers as move lists show them. In Hive, a move of White and the reply share a number; in Hex, each move has
 * its own. Addresses and the API count plies instead. */

/** How many plies share one number, by game. @type {Map<string, number>} */
const PLIES = new Map();

/** @param {{name: string, plies_a_turn: number}[]} games */
export function learnTurns(games) {
  for (const { name, plies_a_turn } of games) PLIES.set(name, plies_a_turn);
}

/** Whether each ply has its own move number. @param {string} game */
export const countsPlies = (game) => PLIES.get(game) === 1;

/**
 * Return the move number of a ply, which is counted from 1.
 * @param {string} game @param {number} ply @param {number} [first] the player of the first ply
 */
export const turnOf = (game, ply, first = 0) => (countsPlies(game) ? ply : (ply + first + 1) >> 1);
