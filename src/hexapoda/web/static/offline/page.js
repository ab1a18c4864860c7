/**
 * The page that is shown while the server does not run: how to start it, and the way back as soon as it runs.
 *
 * The browser keeps this file for that time. It imports none of the others, which may be of another version by then.
 */

const PAUSE = 1500; // milliseconds between two questions
const USUAL_PORT = "8117";

/** @type {Record<string, Record<string, string>>} */
const TEXTS = {
  en: {
    stopped: "The server is not running.", how: "Start it with:",
    waits: "This page opens by itself as soon as the server runs. Your games are kept.",
  },
  de: {
    stopped: "Der Server läuft nicht.", how: "Starte ihn mit:",
    waits: "Diese Seite öffnet sich von selbst, sobald der Server läuft. Deine Partien bleiben erhalten.",
  },
};

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

const language = [stored("hexapoda.language"), ...navigator.languages].map((tag) => tag?.slice(0, 2) ?? "").find((tag) => tag in TEXTS) ?? "en";
const root = document.documentElement;
root.lang = language;
if (["light", "dark", "contrast"].includes(theme())) root.dataset.theme = theme();
for (const [id, text] of Object.entries(TEXTS[language])) /** @type {HTMLElement} */ (document.getElementById(id)).textContent = text;
if (location.port !== USUAL_PORT) /** @type {HTMLElement} */ (document.getElementById("command")).textContent = `hexapoda web --port ${location.port || "80"}`;

async function wait() {
  try {
    await fetch("/icon.svg", { cache: "no-store" });
    location.reload();
  } catch {
    setTimeout(wait, PAUSE);
  }
}

setTimeout(wait, PAUSE);
