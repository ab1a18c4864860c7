/**
 * Makes boards: `games/NAME/board.js` defines `<NAME-board>`, `games/NAME/board.css` has its style, and the server has the
 * shapes that it draws with. A game without these files has `<plain-board>`.
 */

import { readShapes } from "../api.js";
import { loadStyle } from "../style_sheets.js";

/** The boards whose shapes the page has or waits for. @type {Map<string, Promise<void>>} */
const shapes = new Map();

/** @param {string} definitions the name of the shapes */
async function fetchShapes(definitions) {
  document.getElementById("shapes")?.append(await readShapes(definitions));
}

/**
 * @param {Api.GameJson | undefined} game as the catalog has it @param {string} about what is special about this board, such as the variant
 * @returns {Promise<import("./board.js").Board>}
 */
export const makeBoard = (game, about) => loadBoard(game?.board ?? "plain", `${game?.title ?? ""}, ${about}`);

/**
 * @param {string} name the board of a game, as the catalog names it @param {string} [label] for screen readers
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
