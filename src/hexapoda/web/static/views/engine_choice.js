/** The engines of a game as the options of a `<select>`: the levels, then the other engines. */

import { html } from "../vendor/lit/lit.js";
import { words } from "../words/play.js";
import { sentence } from "./sentence.js";

/** Whether an opponent is a level. @param {Api.GameJson} game @param {string} id */
export const isLevel = (game, id) => game.opponents.some((one) => one.id === id && one.level !== null);

/** @param {Api.OpponentJson} one @param {string | null} selected @param {string} note */
const option = (one, selected, note) =>
  html`<option value=${one.id} ?selected=${one.id === selected}>
      ${sentence(one.name)}${note ? `, ${note}` : ""}</option>`;

/**
 * The levels.
 * @param {Api.GameJson} game @param {string | null} [selected] by default the engine for a first game
 * @param {(id: string) => string} [chance] returns the text about the visitor's chances against a level
 */
export const levels = (game, selected = game.friendly, chance = () => "") =>
  html`<optgroup label=${words.levels}>${game.opponents.filter((one) => one.level !== null).map((one) => option(one, selected, [one.note, chance(one.id)].filter(Boolean).join(", ")))}</optgroup>`;

/**
 * The other engines.
 * @param {Api.GameJson} game @param {string | null} [selected] by default the engine for a first game
 */
export const otherEngines = (game, selected = game.friendly) =>
  html`<optgroup label=${words.engines}>${game.opponents.filter((one) => one.level === null).map((one) => option(one, selected, ""))}</optgroup>`;
