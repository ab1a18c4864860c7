/** The language of the page: the browser's, if the page speaks it. The English texts are in `words/`; another
 * language has a catalog there, which alone is loaded. */

import { LANGUAGES } from "./languages.js";

/** Where the browser keeps the language that the visitor has asked for. */
export const ASKED = "hexapoda.language";

/** The language that the visitor has asked for, if any. */
export function askedLanguage() {
  try {
    const asked = localStorage.getItem(ASKED);
    return asked && asked in LANGUAGES ? asked : null;
  } catch {
    return null; // storage is not allowed
  }
}

function find() {
  // A page that is written in one language says so.
  const written = document.documentElement.dataset.language;
  const wanted = [written, askedLanguage(), ...navigator.languages].map((tag) => tag?.slice(0, 2) ?? "");
  return wanted.find((tag) => tag in LANGUAGES) ?? "en";
}

export const language = find();

/**
 * Put the texts of the page's language in the place of the English ones. Where the server speaks, it says the same in
 * all languages: `{text: "White wins", translations: {de: {text: "Weiß gewinnt"}}}`.
 * @template T @param {T} data what the server has sent; it is changed @returns {T}
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

/** The texts of the page in another language than English, by part, and those of the boards by the English ones. They are
 * there before the modules that show them are (`start.js`). @type {Record<string, any>} */
let catalog = {};

/** Take a catalog if the page has its language. @param {string} of the language @param {Record<string, any>} texts */
export function useCatalog(of, texts) {
  if (of === language) catalog = texts;
}

/** The texts of a part in the language of the page. @template T @param {string} part @param {T} english @returns {T} */
export const textsOf = (part, english) => catalog[part] ?? english;

/**
 * A text of the board of a game in the language of the page, as `Sentence` of the server says it: the catalogs of the game
 * have it under the English text.
 * @param {string} english `{name}` in it is the place of a value
 * @param {Record<string, string | number | ((form: string) => string)>} [values] an inflected word is a function of its form
 * @param {string} [form] that the text is to have, if it is inflected
 */
export function say(english, values = {}, form = "") {
  const found = catalog.sentences?.[english] ?? english,
    text = /** @type {string} */ (typeof found === "string" ? found : (found[form] ?? found[""]));
  return text.replace(/\{(\w+):?(\w*)\}/g, (_, name, form) => {
    const value = values[name];
    return typeof value === "function" ? value(form) : `${value}`;
  });
}
