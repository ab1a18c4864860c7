/** The lessons that were finished in this browser, and the current step of the tour, by game. */

import { remember, remembered } from "./browser_storage.js";

const NAME = "hexapoda.lessons";
const TOUR = "hexapoda.tour";

/** @param {string} name @returns {Record<string, unknown>} */
function read(name) {
  const found = remembered(name);
  return found && typeof found === "object" && !Array.isArray(found) ? found : {};
}

/** @param {string} game @param {string[]} ids */
const write = (game, ids) => remember(NAME, { ...read(NAME), [game]: ids });

/** The ids of the finished lessons. @param {string} game @returns {string[]} */
export function learned(game) {
  const ids = read(NAME)[game];
  return Array.isArray(ids) ? ids : [];
}

/** Add a finished lesson. @param {string} game @param {string} id */
export const learn = (game, id) => write(game, [...new Set([...learned(game), id])]);

/** Forget the lessons of a game. @param {string} game */
export const unlearn = (game) => write(game, []);

/** The id for the end of a tour, after its last step. */
export const TOUR_END = "end";

/** The step of the tour that was shown last; empty before the first. @param {string} game @returns {string} */
export const tourStep = (game) => `${read(TOUR)[game] ?? ""}`;

/** @param {string} game @param {string} id of a lesson, or `TOUR_END` */
export const keepTourStep = (game, id) => remember(TOUR, { ...read(TOUR), [game]: id });
