/**
 * The games between people in which an opponent is waiting for the visitor. The server is polled while such
 * games may exist. Each response and each change of the address fires `turns` on the window; `detail.more` says whether
 * it has become the visitor's turn in another game.
 *
 * @typedef {{own: Api.PlayedRowJson[], called: Api.PlayedRowJson[], rematches: Api.PlayedRowJson[]}} Turns `own`: games
 *   in which it is the visitor's turn, sorted by the time left, least first; `called`: games in which the opponent
 *   is present, and the clock starts once the visitor is present too; `rematches`: finished games with a rematch
 */

import { listGames } from "./api.js";
import { isOwn, ownIds } from "./own_games.js";
import { ApiError } from "./request.js";
import { words } from "./words/play.js";

const PAUSE = 20_000; // milliseconds
const HIDDEN = 60_000; // milliseconds while the page is hidden
const MOST = 100; // ids per request
const RECENT = 3_600_000; // milliseconds for which the page waits for a rematch of a finished game

/** @type {Turns} */
let turns = { own: [], called: [], rematches: [] };
/**
 * The games that the page no longer asks about: finished long ago, unknown to the server, or not between people.
 * @type {Set<string>}
 */
const settled = new Set();
let timer = 0;
/** Whether the server has answered before; turns in its first answer are not news. */
let asked = false;
/** Whether it is the visitor's turn in the game on the board. */
let mine = false;

/** Return the id of the game on the board, which needs no notice. */
const shown = () => new URLSearchParams(location.hash.slice(1)).get("game");

/** @returns {Turns} without the game on the board */
export function waitingGames() {
  const others = (/** @type {Api.PlayedRowJson[]} */ games) => games.filter((game) => game.id !== shown());
  return {
    own: others(turns.own),
    called: others(turns.called),
    rematches: others(turns.rematches).filter((game) => game.rematch && !isOwn(game.rematch)),
  };
}

/** Show a dot in the tab title if it is the visitor's turn on the board, and the count of other waiting games. */
function writeTitle() {
  const count = waitingGames().own.length;
  document.title = `${mine ? "• " : ""}${count ? `(${count}) ` : ""}${words.title}`;
}

/** Note whether it is the visitor's turn in the game on the board. @param {boolean} now */
export function markTurn(now) {
  mine = now;
  writeTitle();
}

/** @param {Api.PlayedRowJson[]} rows */
function sort(rows) {
  const between = rows.filter((row) => row.own.length === 1 && row.seats.every((seat) => seat.human));
  const old = Date.now() - RECENT;
  for (const row of rows)
    if (!between.includes(row) || (row.over && Date.parse(row.saved) < old)) settled.add(row.id);
  const open = between.filter((row) => !row.over && !row.open);
  const own = open.filter((row) => row.turn === row.own[0]);
  own.sort((one, other) => (one.left ?? Infinity) - (other.left ?? Infinity));
  const called = open.filter(
    (row) =>
      !own.includes(row) &&
      row.timed &&
      !row.begun &&
      row.here.includes(1 - row.own[0]) &&
      !row.here.includes(row.own[0]),
  );
  return { own, called, rematches: between.filter((row) => row.over && row.rematch) };
}

/** Ask the server now, and again after a pause. */
export async function askTurns() {
  clearTimeout(timer);
  const ids = ownIds()
    .filter((id) => !settled.has(id))
    .slice(0, MOST);
  if (ids.length || turns.own.length || turns.called.length || turns.rematches.length) {
    try {
      const rows = ids.length ? await listGames(ids) : [];
      // The page does not ask again about games that are gone or have not begun, until it is reloaded.
      for (const id of ids) if (!rows.some((row) => row.id === id) && id !== shown()) settled.add(id);
      const before = turns;
      turns = sort(rows);
      const more =
        asked && turns.own.some((one) => !before.own.some((old) => old.id === one.id) && one.id !== shown());
      asked = true;
      dispatchEvent(new CustomEvent("turns", { detail: { more } }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error; // the next attempt may succeed
    }
  }
  writeTitle();
  clearTimeout(timer);
  timer = setTimeout(askTurns, document.hidden ? HIDDEN : PAUSE);
}

/** Start polling. */
export function beginTurns() {
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) askTurns();
  });
  addEventListener("hashchange", () => {
    dispatchEvent(new CustomEvent("turns", { detail: { more: false } }));
    writeTitle();
  });
  askTurns();
}
