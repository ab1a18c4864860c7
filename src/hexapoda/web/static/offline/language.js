/** The language and the colors of the pages that stand alone, as the settings of the real page have them. */

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

/** Show each text in the element with its name. @param {Record<string, Record<string, string>>} texts by language */
export function useLanguage(texts) {
  const language =
    [stored("hexapoda.language"), ...navigator.languages]
      .map((tag) => tag?.slice(0, 2) ?? "")
      .find((tag) => tag in texts) ?? "en";
  const root = document.documentElement;
  root.lang = language;
  if (["light", "dark", "contrast"].includes(theme())) root.dataset.theme = theme();
  for (const [id, text] of Object.entries(texts[language])) {
    const element = document.getElementById(id);
    if (element) element.textContent = text;
  }
}
