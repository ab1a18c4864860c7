/** The lessons that this browser has finished, by game. */

import { remember, remembered } from "./browser_storage.js";

const NAME = "hexapoda.lessons";

/** @returns {Record<string, string[]>} */
function read() {
  const found = remembered(NAME);
  return found && typeof found === "object" && !Array.isArray(found) ? found : {};
}

/** @param {string} game @param {string[]} ids */
const write = (game, ids) => remember(NAME, { ...read(), [game]: ids });

/** The ids of the finished lessons. @param {string} game @returns {string[]} */
export function learned(game) {
  const ids = read()[game];
  return Array.isArray(ids) ? ids : [];
}

/** Add a finished lesson. @param {string} game @param {string} id */
export const learn = (game, id) => write(game, [...new Set([...learned(game), id])]);

/** Forget the lessons of a game. @param {string} game */
export const unlearn = (game) => write(game, []);
