/** Helpers for games between people: names, times, and the field for the visitor's name. */

import { html } from "../vendor/lit/lit.js";
import { isolated } from "../engine_names.js";
import { changeSettings, settings } from "../settings.js";
import { words } from "../words/people.js";

const NAME_LENGTH = 30;
const NAMELESS = "human"; // the server's name for a person who has not given a name
const HOUR = 3600,
  DAY = 24 * HOUR;

/** Return the name that a person has given, or an empty string. @param {{human: boolean, name: string}} seat */
export const givenName = (seat) => (seat.human && seat.name !== NAMELESS ? isolated(seat.name) : "");

/** Return the name of the visitor's opponent in a game between two people. @param {Api.PlayedRowJson} game */
export const otherName = ({ own, seats }) => givenName(seats[1 - own[0]]) || words.somebody;

/** Return how much time is left, in a few words. @param {number} seconds */
export function timeLeft(seconds) {
  if (seconds >= DAY) return words.days(Math.floor(seconds / DAY), Math.floor((seconds % DAY) / HOUR));
  if (seconds >= HOUR) return words.hours(Math.floor(seconds / HOUR));
  return words.minutes(Math.ceil(seconds / 60));
}

/** The field for the visitor's name, as others see it. @param {string} id */
export const nameField = (id) =>
  html`<label class="pick" for=${id}><span>${words.yourName}</span><input class="field" id=${id} name="own-name" autocomplete="nickname" maxlength=${NAME_LENGTH} placeholder=${words.noName}
    .value=${settings().name} @change=${(/** @type {Event} */ event) => changeSettings({ name: /** @type {HTMLInputElement} */ (event.target).value.trim() })}></label>`;
