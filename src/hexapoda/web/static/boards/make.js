/**
 * Makes boards: `games/NAME/board.js` defines `<NAME-board>`, `games/NAME/board.css` has its style, and the server has the
 * shapes that it draws with. A game without these files has `<plain-board>`.
 */

import { readShapes } from "../api.js";

/** The boards whose shapes the page has or waits for. @type {Map<string, Promise<void>>} */
const shapes = new Map();

/** The style sheets that the page has or waits for. @type {Map<string, Promise<void>>} */
const styles = new Map();

/** @param {string} name the game @returns {Promise<void>} */
const addStyle = (name) => new Promise((resolve, reject) => {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: `games/${name}/board.css` });
  link.onload = () => resolve();
  link.onerror = () => reject(new Error(`no style for the board of ${name}`));
  document.head.append(link);
});

/** @param {string} definitions the name of the shapes */
async function fetchShapes(definitions) {
  document.getElementById("shapes")?.append(await readShapes(definitions));
}

/**
 * What `load` gives for a name: the page asks once, and again only after a failure.
 * @param {Map<string, Promise<void>>} known @param {string} name @param {(name: string) => Promise<void>} load
 */
async function once(known, name, load) {
  if (!known.has(name)) known.set(name, load(name));
  try {
    await known.get(name);
  } catch (error) {
    known.delete(name);
    throw error;
  }
}

/**
 * @param {string} name the board of a game, as the catalog names it @param {string} label for screen readers
 * @returns {Promise<import("./board.js").Board>}
 */
export async function makeBoard(name, label) {
  if (name === "plain") await import("./plain.js");
  else await Promise.all([import(`../games/${name}/board.js`), once(styles, name, addStyle)]);
  const element = /** @type {import("./board.js").Board} */ (document.createElement(`${name}-board`));
  const { definitions } = /** @type {typeof import("./board.js").Board} */ (element.constructor);
  if (definitions) await once(shapes, definitions, fetchShapes);
  element.label = label;
  return element;
}
