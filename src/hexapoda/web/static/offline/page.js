/**
 * The page that is shown while the server is not running. It says how to start the server, and reloads once the server
 * runs.
 *
 * The service worker keeps the files of this page in the browser. They import no other files, which might be of another
 * version by then.
 */

import { useLanguage } from "./language.js";

const PAUSE = 1500; // milliseconds between two attempts
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
