/** The language of the page: that of an exported page, else the visitor's choice, else the browser's. The English texts
 * are in `words/`, together with a catalog for each other language; the page loads only the catalog that it needs. */

import { LANGUAGES } from "./languages.js";

/** The key under which the browser's storage holds the language that the visitor chose. */
export const ASKED = "hexapoda.language";

/** Return the language that the visitor chose, or null. */
export function askedLanguage() {
  try {
    const asked = localStorage.getItem(ASKED);
    return asked && asked in LANGUAGES ? asked : null;
  } catch {
    return null; // storage is not allowed
  }
}

function find() {
  // An exported page names the language in which it was written.
  const written = document.documentElement.dataset.language;
  const wanted = [written, askedLanguage(), ...navigator.languages].map((tag) => tag?.slice(0, 2) ?? "");
  return wanted.find((tag) => tag in LANGUAGES) ?? "en";
}

export const language = find();

/**
 * Replace the English texts in the server's data with those in the language of the page. The server sends its texts in
 * all languages: `{text: "White wins", translations: {de: {text: "Weiß gewinnt"}}}`.
 * @template T @param {T} data changed in place @returns {T} the same object
 */
export function inLanguage(data) {
  if (language !== "en") translate(data);
  return data;
}

/** @param {any} data */
function translate(data) {
  if (!data || typeof data !== "object") return;
  if (!Array.isArray(data)) {
    const own = data.translations?.[language];
    if (own && typeof own === "object" && !Array.isArray(own)) Object.assign(data, own);
  }
  for (const each of Object.values(data)) translate(each);
}

/** The texts in a language other than English: the page's texts by part, and those of the boards in `sentences`, by the
 * English text. `start.js` loads them before the modules that show them. @type {Record<string, any>} */
let catalog = {};

/**
 * Use a catalog if it is in the language of the page.
 * @param {string} of its language @param {Record<string, any>} texts
 */
export function useCatalog(of, texts) {
  if (of === language) catalog = texts;
}

/**
 * Return the texts of a part in the language of the page.
 * @template T @param {string} part @param {T} english @returns {T}
 */
export const textsOf = (part, english) => catalog[part] ?? english;

/**
 * Return a text of a game's board in the language of the page, as `Sentence` does on the server. The game's catalogs
 * list it under the English text.
 * @param {string} english with `{name}` for each value
 * @param {Record<string, string | number | ((form: string) => string)>} [values] an inflected word is a function of its
 *   form
 * @param {string} [form] of the text itself, if it is inflected
 */
export function say(english, values = {}, form = "") {
  const found = catalog.sentences?.[english] ?? english,
    text = /** @type {string} */ (typeof found === "string" ? found : (found[form] ?? found[""]));
  return text.replace(/\{(\w+):?(\w*)\}/g, (_, name, form) => {
    const value = values[name];
    return typeof value === "function" ? value(form) : `${value}`;
  });
}
