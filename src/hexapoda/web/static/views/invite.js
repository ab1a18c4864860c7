/** The card with the private link for a friend. */

import { html } from "../vendor/lit/lit.js";
import { words } from "../words/play.js";
import { icon } from "./icons.js";
import { localNote } from "./local_note.js";

/** The address that opens a game with a key. @param {string} id @param {string} key */
export const inviteAddress = (id, key) => `${location.origin}${location.pathname}#game=${id}&key=${key}`;

/** @param {string} id @param {string} key */
export function inviteCard(id, key) {
  const copy = async (/** @type {Event} */ event) => {
    const button = /** @type {HTMLElement} */ (event.currentTarget), field = /** @type {HTMLInputElement | null} */ (button.parentElement?.querySelector("input"));
    field?.select();
    try {
      await navigator.clipboard.writeText(field?.value ?? "");
    } catch {
      document.execCommand("copy"); // the clipboard needs HTTPS, which a server at home has not
    }
    const label = /** @type {HTMLElement} */ (button.querySelector("span"));
    label.textContent = words.copied;
    setTimeout(() => { label.textContent = words.copy; }, 2000);
  };
  return html`<section class="invite card" aria-label=${words.invite}>
    <h2>${words.invite}</h2>
    <p>${words.inviteSays}</p>
    <div class="copy"><input id="invite" readonly aria-label=${words.inviteLink} .value=${inviteAddress(id, key)} @focus=${(/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select()}>
      <button type="button" @click=${copy}>${icon("copy")}<span aria-live="polite">${words.copy}</span></button></div>
    ${localNote()}
  </section>`;
}
