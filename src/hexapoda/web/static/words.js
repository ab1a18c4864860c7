/** The language of the page: the browser's, if the page speaks it. Every text is in `words/`, in all languages. */

const LANGUAGES = ["en", "de"];
const NAME = "hexapoda.language";

function find() {
  // A page that is written in one language says so.
  let asked = document.documentElement.dataset.language ?? null;
  try {
    asked ??= localStorage.getItem(NAME);
  } catch {
    // Storage is not allowed.
  }
  const wanted = [asked, ...navigator.languages].map((tag) => tag?.slice(0, 2) ?? "");
  return /** @type {"en" | "de"} */ (wanted.find((tag) => LANGUAGES.includes(tag)) ?? "en");
}

export const language = find();

/** The texts in the language of the page. @template T @param {{en: T, de: NoInfer<T>}} texts @returns {T} */
export const choose = (texts) => texts[language];
