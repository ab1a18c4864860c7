/** Starts the page. The address says which game is shown: `#game=ID`. */

import { html, render } from "./vendor/lit/lit.js";
import { catalog } from "./api.js";
import { words } from "./words.js";
import "./views/play.js";

const root = /** @type {HTMLElement} */ (document.getElementById("page"));

async function start() {
  try {
    const games = await catalog();
    render(html`<play-view .games=${games}></play-view>`, root);
  } catch (error) {
    render(html`<div class="alone"><p>${words.failed} ${error instanceof Error ? error.message : ""}</p>
      <button type="button" class="primary" @click=${start}>${words.retry}</button></div>`, root);
  }
}

start();
