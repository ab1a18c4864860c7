/** The language and the theme of standalone pages, according to the settings of the main page. */

import { WORDS } from "./words.js";

/** @param {string} name the key in the browser's storage */
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

/** Apply the visitor's language and theme to the page, whose text is in English. */
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
