/** A command for a terminal, with a button that copies it. */

import { html } from "../vendor/lit/lit.js";
import { words } from "../words/matches.js";
import { icon } from "./icons.js";

/** A text as one word of a shell. @param {string} text */
export const shellWord = (text) => (/^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** @param {string} command */
export function commandLine(command) {
  const copy = async (/** @type {Event} */ event) => {
    const button = /** @type {HTMLElement} */ (event.currentTarget), field = /** @type {HTMLInputElement | null} */ (button.parentElement?.querySelector("input"));
    field?.select();
    try {
      await navigator.clipboard.writeText(command);
    } catch {
      document.execCommand("copy"); // the clipboard needs HTTPS, which a server at home has not
    }
    const label = /** @type {HTMLElement} */ (button.querySelector("span"));
    label.textContent = words.copied;
    setTimeout(() => { label.textContent = words.copy; }, 2000);
  };
  return html`<div class="copy"><input class="command" readonly aria-label=${words.command} .value=${command} @focus=${(/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select()}>
    <button type="button" @click=${copy}>${icon("copy")}<span aria-live="polite">${words.copy}</span></button></div>`;
}
