/**
 * Creates boards: `games/NAME/board.js` defines `<NAME-board>`, `games/NAME/board.css` has its style, and the server
 * provides the shapes that it draws with. A game without these files uses `<plain-board>`.
 */

import { readShapes } from "../api.js";
import { loadStyle } from "../style_sheets.js";

/** The requested shapes, by name: resolved once they are in the page. @type {Map<string, Promise<void>>} */
const shapes = new Map();

/** @param {string} definitions the name of the shapes */
async function fetchShapes(definitions) {
  document.getElementById("shapes")?.append(await readShapes(definitions));
}

/**
 * Create the board of a game.
 * @param {Api.GameJson | undefined} game as in the catalog @param {string} about the second part of the label, such as
 *   the variant
 * @returns {Promise<import("./board.js").Board>}
 */
export const makeBoard = (game, about) => loadBoard(game?.board ?? "plain", `${game?.title ?? ""}, ${about}`);

/**
 * Load the files that a board needs, and create it. Throws if that fails; the next call then tries again, but some
 * browsers never request a failed module again.
 * @param {string} name the board of a game, as in the catalog @param {string} [label] for screen readers
 * @returns {Promise<import("./board.js").Board>}
 */
export async function loadBoard(name, label = "") {
  if (name === "plain") await import("./plain.js");
  else await Promise.all([import(`../games/${name}/board.js`), loadStyle(`games/${name}/board.css`)]);
  const element = /** @type {import("./board.js").Board} */ (document.createElement(`${name}-board`));
  const { definitions } = /** @type {typeof import("./board.js").Board} */ (element.constructor);
  if (definitions) {
    if (!shapes.has(definitions)) shapes.set(definitions, fetchShapes(definitions));
    try {
      await shapes.get(definitions);
    } catch (error) {
      shapes.delete(definitions);
      throw error;
    }
  }
  element.label = label;
  return element;
}
