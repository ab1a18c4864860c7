/**
 * The names of the sides in the language of the page. They come with the catalog of games; a side that is not in it
 * keeps its English name.
 */

/** @type {Map<string, string>} */
const NAMES = new Map();

/** @param {{players: string[], sides?: string[]}[]} games */
export function learnSides(games) {
  for (const { players, sides } of games)
    for (const [k, player] of players.entries()) NAMES.set(player, sides?.[k] ?? player);
}

/** @param {string} side */
export const sideName = (side) => NAMES.get(side) ?? side;
