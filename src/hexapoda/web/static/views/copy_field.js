/** A field with text to copy, and a button that copies it. */

import { html, nothing } from "../vendor/lit/lit.js";
import { words } from "../words/page.js";
import { icon } from "./icons.js";

/** @param {string} label @param {string} text @param {{id?: string, kind?: string}} [field] its id and its class */
export function copyField(label, text, { id, kind } = {}) {
  const copy = async (/** @type {Event} */ event) => {
    const button = /** @type {HTMLElement} */ (event.currentTarget),
      field = /** @type {HTMLInputElement | null} */ (button.parentElement?.querySelector("input"));
    field?.select();
    try {
      await navigator.clipboard.writeText(field?.value ?? "");
    } catch {
      document.execCommand("copy"); // the clipboard API needs HTTPS, which a home server lacks
    }
    const label = /** @type {HTMLElement} */ (button.querySelector("span"));
    label.textContent = words.copied;
    setTimeout(() => {
      label.textContent = words.copy;
    }, 2000);
  };
  return html`<div class="copy"><input id=${id ?? nothing} class=${kind ?? nothing} readonly aria-label=${label} .value=${text} @focus=${(/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select()}>
    <button type="button" @click=${copy}>${icon("copy")}<span aria-live="polite">${words.copy}</span></button></div>`;
}
