/**
 * The page that is shown while the server does not run: how to start it, and the way back as soon as it runs.
 *
 * The browser keeps the files of this folder for that time. They import none of the others, which may be of another version
 * by then.
 */

import { useLanguage } from "./language.js";

const PAUSE = 1500; // milliseconds between two questions
const USUAL_PORT = "8117";

useLanguage();
if (location.port !== USUAL_PORT)
  /** @type {HTMLElement} */ (document.getElementById("command")).textContent =
    `hexapoda web --port ${location.port || "80"}`;

async function wait() {
  try {
    await fetch("icon.svg", { cache: "no-store" });
    location.reload();
  } catch {
    setTimeout(wait, PAUSE);
  }
}

setTimeout(wait, PAUSE);
