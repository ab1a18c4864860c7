/** The language that a visitor asks for in the settings. */

import { LANGUAGES } from "./languages.js";
import { ASKED } from "./words.js";

/** Ask for a language from the next loading of the page on. @param {string} asked `auto` for that of the browser */
export function askForLanguage(asked) {
  try {
    if (asked in LANGUAGES) localStorage.setItem(ASKED, asked);
    else localStorage.removeItem(ASKED);
  } catch {
    // Storage is not allowed: the browser's language stays.
  }
}
