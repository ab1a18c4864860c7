/** The card with the private link for a friend. */

import { html } from "../vendor/lit/lit.js";
import { words } from "../words/play.js";
import { copyField } from "./copy_field.js";
import { localNote } from "./local_note.js";

/** The address that opens a game with a key. @param {string} id @param {string} key */
const inviteAddress = (id, key) => `${location.origin}${location.pathname}#game=${id}&key=${key}`;

/** @param {string} id @param {string} key */
export function inviteCard(id, key) {
  return html`<section class="invite card" aria-label=${words.invite}>
    <h2>${words.invite}</h2>
    <p>${words.inviteSays}</p>
    ${copyField(words.inviteLink, inviteAddress(id, key), { id: "invite" })}
    ${localNote()}
  </section>`;
}
