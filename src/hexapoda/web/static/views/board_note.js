/** The note about the last action on the board, and the field for typing a move. */

import { html, nothing } from "../vendor/lit/lit.js";
import { words } from "../words/play.js";

/** @param {{kind: string, text: string, act?: () => void, label?: string} | null} note @param {() => void} close */
export const noteBox = (note, close) =>
  html`<div class="note-box" role="status" aria-live="polite">${
    note
      ? html`<p class="note ${note.kind}">${note.text}
  ${note.act ? html`<button type="button" class="act" @click=${note.act}>${note.label ?? words.undo}</button>` : nothing}<button type="button" aria-label=${words.close} @click=${close}>×</button></p>`
      : nothing
  }</div>`;

/** @param {(text: string) => void} play plays a typed move */
export function moveForm(play) {
  const typed = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (
        /** @type {HTMLFormElement} */ (event.currentTarget).elements.namedItem("move")
      ),
      text = field.value.trim();
    field.value = "";
    if (text) play(text);
  };
  return html`<form class="type" @submit=${typed}><label class="hidden" for="typed">${words.moveField}</label>
    <input id="typed" name="move" placeholder=${words.moveField} autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="100"><button type="submit">${words.play}</button></form>`;
}
