/** The language of the page: the browser's, if the page speaks it. Every text is in `words/`, in all languages. */

const LANGUAGES = ["en", "de"];
const NAME = "hexapoda.language";

/** The language that the visitor has asked for, if any. */
export function askedLanguage() {
  try {
    const asked = localStorage.getItem(NAME);
    return asked && LANGUAGES.includes(asked) ? asked : null;
  } catch {
    return null; // storage is not allowed
  }
}

/** Ask for a language from the next loading of the page on. @param {string} asked `auto` for that of the browser */
export function askForLanguage(asked) {
  try {
    if (LANGUAGES.includes(asked)) localStorage.setItem(NAME, asked);
    else localStorage.removeItem(NAME);
  } catch {
    // Storage is not allowed: the browser's language stays.
  }
}

function find() {
  // A page that is written in one language says so.
  const written = document.documentElement.dataset.language;
  const wanted = [written, askedLanguage(), ...navigator.languages].map((tag) => tag?.slice(0, 2) ?? "");
  return /** @type {"en" | "de"} */ (wanted.find((tag) => LANGUAGES.includes(tag)) ?? "en");
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

/** The texts in the language of the page. @template T @param {{en: T, de: NoInfer<T>}} texts @returns {T} */
export const choose = (texts) => texts[language];
