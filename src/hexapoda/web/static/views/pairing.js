/** How a stored game is called in a list. */

import { html, nothing } from "../vendor/lit/lit.js";
import { engineName } from "../engine_names.js";
import { sideName } from "../sides.js";
import { words } from "../words/library.js";

/** What the library calls its owner. */
const YOU = "you";

/**
 * The two names with the winner in bold; the side in place of a name that is not known.
 * @param {Api.StoredRowJson} game @param {Api.GameJson[]} games
 */
export function pairing({ game, players, result }, games) {
  const sides = games.find((one) => one.name === game)?.players ?? [];
  const name = (/** @type {0 | 1} */ seat) =>
    html`<span class=${[result === (seat ? "0-1" : "1-0") && "winner", !players[seat] && "nameless"].filter(Boolean).join(" ")} title=${engineName(players[seat], game) === players[seat] ? nothing : players[seat]}>${players[seat] === YOU ? words.you : engineName(players[seat], game) || sideName(sides[seat] ?? words.unknown)}</span>`;
  return html`${name(0)}<span class="versus"> ${words.vs} </span>${name(1)}`;
}

/** A result as people write it. @param {string} result */
export const shownResult = (result) => ({ "1-0": "1–0", "0-1": "0–1", "1/2-1/2": "½–½" })[result] ?? "∗";
