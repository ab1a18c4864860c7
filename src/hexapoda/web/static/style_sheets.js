/** Loads style sheets on demand. */

import { ApiError } from "./request.js";
import { words } from "./words/page.js";

/** The style sheets that are loaded or loading, by path. @type {Map<string, Promise<void>>} */
const sheets = new Map();

/**
 * Load a style sheet once. Throws `ApiError` if that fails; the next call then tries again.
 * @param {string} path @param {string} [className] the class of the `link` element @returns {Promise<void>}
 */
export function loadStyle(path, className = "") {
  const known = sheets.get(path);
  if (known) return known;
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: path, className });
  const loaded = new Promise((/** @type {(nothing?: undefined) => void} */ resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      sheets.delete(path);
      reject(new ApiError(0, words.unreachable));
    };
  });
  sheets.set(path, loaded);
  document.head.append(link);
  return loaded;
}
