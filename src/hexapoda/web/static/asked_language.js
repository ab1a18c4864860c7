/** Stores the language that a visitor chooses in the settings. */

import { LANGUAGES } from "./languages.js";
import { ASKED } from "./words.js";

/** Use a language once the page is reloaded. @param {string} asked a language, or `auto` for the browser's */
export function askForLanguage(asked) {
  try {
    if (asked in LANGUAGES) localStorage.setItem(ASKED, asked);
    else localStorage.removeItem(ASKED);
  } catch {
    // Storage is not allowed: the page keeps its language.
  }
}
