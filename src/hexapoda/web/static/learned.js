/** The lessons that this browser has finished, by game. */

const NAME = "hexapoda.lessons";

/** @returns {Record<string, string[]>} */
function read() {
  try {
    const found = JSON.parse(localStorage.getItem(NAME) ?? "{}");
    return found && typeof found === "object" && !Array.isArray(found) ? found : {};
  } catch {
    return {}; // not allowed, or damaged
  }
}

/** @param {string} game @param {string[]} ids */
function write(game, ids) {
  try {
    localStorage.setItem(NAME, JSON.stringify({ ...read(), [game]: ids }));
  } catch {
    // It lasts until the page is left.
  }
}

/** The ids of the finished lessons. @param {string} game @returns {string[]} */
export function learned(game) {
  const ids = read()[game];
  return Array.isArray(ids) ? ids : [];
}

/** Add a finished lesson. @param {string} game @param {string} id */
export const learn = (game, id) => write(game, [...new Set([...learned(game), id])]);

/** Forget the lessons of a game. @param {string} game */
export const unlearn = (game) => write(game, []);
