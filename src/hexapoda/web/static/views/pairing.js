/** How a stored game is called in a list. */

import { html, nothing } from "../vendor/lit/lit.js";
import { engineName } from "../engine_names.js";
import { sideName } from "../sides.js";
import { words } from "../words/library.js";

/** What the library calls its owner. */
const YOU = "you";

/**
 * What the two players are called: "You", a level, a name, or the side where none is known.
 * @param {Api.StoredRowJson} game @param {Api.GameJson[]} games
 */
export function playersOf({ game, players }, games) {
  const sides = games.find((one) => one.name === game)?.players ?? [];
  return players.map((name, seat) =>
    name === YOU ? words.you : engineName(name, game) || sideName(sides[seat] ?? words.unknown),
  );
}

/**
 * The two names with the winner in bold. An engine's own name is its tooltip.
 * @param {Api.StoredRowJson} game @param {Api.GameJson[]} games
 */
export function pairing(game, games) {
  const { players, result } = game,
    called = playersOf(game, games);
  const name = (/** @type {0 | 1} */ seat) =>
    html`<span class=${[result === (seat ? "0-1" : "1-0") && "winner", !players[seat] && "nameless"].filter(Boolean).join(" ")} title=${engineName(players[seat], game.game) === players[seat] ? nothing : players[seat]}>${called[seat]}</span>`;
  return html`${name(0)}<span class="versus"> ${words.vs} </span>${name(1)}`;
}

/** A result as people write it. @param {string} result */
export const shownResult = (result) => ({ "1-0": "1–0", "0-1": "0–1", "1/2-1/2": "½–½" })[result] ?? "∗";
