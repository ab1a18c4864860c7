/** The language of the page: the browser's, if the page speaks it. The English texts are in `words/`; another
 * language has its own in a folder of its name there, which alone is loaded. */

/** What each language calls itself. */
export const LANGUAGES = Object.freeze({ en: "English", de: "Deutsch" });
const NAME = "hexapoda.language";

/** The language that the visitor has asked for, if any. */
export function askedLanguage() {
  try {
    const asked = localStorage.getItem(NAME);
    return asked && asked in LANGUAGES ? asked : null;
  } catch {
    return null; // storage is not allowed
  }
}

/** Ask for a language from the next loading of the page on. @param {string} asked `auto` for that of the browser */
export function askForLanguage(asked) {
  try {
    if (asked in LANGUAGES) localStorage.setItem(NAME, asked);
    else localStorage.removeItem(NAME);
  } catch {
    // Storage is not allowed: the browser's language stays.
  }
}

function find() {
  // A page that is written in one language says so.
  const written = document.documentElement.dataset.language;
  const wanted = [written, askedLanguage(), ...navigator.languages].map((tag) => tag?.slice(0, 2) ?? "");
  return /** @type {keyof typeof LANGUAGES} */ (wanted.find((tag) => tag in LANGUAGES) ?? "en");
}

export const language = find();

/**
 * Put the texts of the page's language in the place of the English ones. Where the server speaks, it says the same in
 * all languages: `{text: "White wins", de: {text: "Weiß gewinnt"}}`.
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
    const own = data[language];
    if (own && typeof own === "object" && !Array.isArray(own)) Object.assign(data, own);
  }
  for (const each of Object.values(data)) translate(each);
}

/** The texts of the page in another language than English, by part. They are there before the parts are (`start.js`).
 * @type {Map<string, object>} */
const catalog = new Map();

/** Take texts into the catalog if the page has their language. @param {string} of the language @param {Record<string, object>} parts */
export function addTexts(of, parts) {
  if (of === language) for (const [part, texts] of Object.entries(parts)) catalog.set(part, texts);
}

/** The texts of a part in the language of the page. @template T @param {string} part @param {T} english @returns {T} */
export const textsOf = (part, english) => /** @type {T} */ (catalog.get(part) ?? english);

/** The texts of a game, which brings all languages. @template T @param {{en: T, de: NoInfer<T>}} texts @returns {T} */
export const choose = (texts) => texts[language];
