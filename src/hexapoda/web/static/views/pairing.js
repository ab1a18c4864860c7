/** The players and the result of a stored game, as shown in lists. */

import { html, nothing } from "../vendor/lit/lit.js";
import { engineName, isolated } from "../engine_names.js";
import { sideName } from "../sides.js";
import { words } from "../words/library.js";
import { LIBRARY_NAME } from "./player_name.js";

/**
 * Return the names of both players: "You", a level, a name, or the side if no name is known.
 * @param {Api.StoredRowJson} game @param {Api.GameJson[]} games
 */
export function playersOf({ game, players }, games) {
  const sides = games.find((one) => one.name === game)?.players ?? [];
  return players.map((name, seat) =>
    name === LIBRARY_NAME ? words.you : engineName(name, game) || sideName(sides[seat] ?? words.unknown),
  );
}

/**
 * The names of both players, with the winner in bold. If an engine is shown as a level, the tooltip has its own name.
 * @param {Api.StoredRowJson} game @param {Api.GameJson[]} games
 */
export function pairing(game, games) {
  const { players, result } = game,
    called = playersOf(game, games);
  const name = (/** @type {0 | 1} */ seat) =>
    html`<span class=${[result === (seat ? "0-1" : "1-0") && "winner", !players[seat] && "nameless"].filter(Boolean).join(" ")} title=${engineName(players[seat], game.game) === isolated(players[seat]) ? nothing : players[seat]}>${called[seat]}</span>`;
  return html`${name(0)}<span class="versus"> ${words.vs} </span>${name(1)}`;
}

/** Return a result in print typography, or "∗" if there is none. @param {string} result */
export const shownResult = (result) => ({ "1-0": "1–0", "0-1": "0–1", "1/2-1/2": "½–½" })[result] ?? "∗";
