/** The language and the colors of the pages that stand alone, as the settings of the real page have them. */

import { WORDS } from "./words.js";

/** @param {string} name what the settings call it */
function stored(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null; // storage is not allowed
  }
}

function theme() {
  try {
    return JSON.parse(stored("hexapoda.settings") ?? "{}").theme;
  } catch {
    return null; // damaged
  }
}

/** Show the page in the visitor's language. Its texts are in English. */
export function useLanguage() {
  const language =
    [stored("hexapoda.language"), ...navigator.languages]
      .map((tag) => tag?.slice(0, 2) ?? "")
      .find((tag) => tag === "en" || tag in WORDS) ?? "en";
  const root = document.documentElement;
  root.lang = language;
  if (["light", "dark", "contrast"].includes(theme())) root.dataset.theme = theme();
  for (const element of document.querySelectorAll("main *"))
    if (!element.firstElementChild)
      element.textContent = WORDS[language]?.[element.textContent] ?? element.textContent;
}
