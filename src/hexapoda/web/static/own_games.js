/**
 * The visitor's games as this browser remembers them, with the keys for making moves in them. A visitor without a key
 * for a game can only watch it, unless the server knows the visitor as one of the players.
 */

import { remember, remembered } from "./browser_storage.js";
import { post } from "./request.js";

const NAME = "hexapoda.games";
const MOST = 1000; // games; older ones are forgotten
const LISTED = 100; // the most that the server accepts in one request

/**
 * `game` is the kind of game, such as `hex`; empty if it is not known yet. `invite` is the key of the other seat, until
 * a friend has joined.
 * @typedef {{id: string, game: string, keys: string[], invite?: string}} OwnGame
 */

/** @returns {OwnGame[]} the latest first */
function all() {
  const found = remembered(NAME);
  return Array.isArray(found) ? found : [];
}

/** @param {OwnGame[]} games */
const write = (games) => remember(NAME, games.slice(0, MOST));

/**
 * Remember a game as the latest one.
 * @param {string} id @param {string} game @param {string[]} keys @param {string} [invite]
 */
export const keep = (id, game, keys, invite) =>
  write([{ id, game, keys, ...(invite ? { invite } : {}) }, ...all().filter((one) => one.id !== id)]);

/**
 * Create a game and keep its keys. Return its state, the visitor's keys and the seats that they open. Throws
 * `ApiError`.
 * @param {Api.NewGame} wish @param {number} [invite] the seat for a friend, who is sent a link
 * @returns {Promise<{state: Api.CreatedGameJson, keys: string[], own: number[]}>}
 */
export async function beginGame(wish, invite) {
  /** @type {Api.CreatedGameJson} */
  const state = await post("/games", wish);
  if (invite !== undefined) {
    const keys = [state.keys[1 - invite]];
    keep(state.id, wish.game, keys, state.keys[invite]);
    return { state, keys, own: [1 - invite] };
  }
  const { keys } = state;
  keep(state.id, wish.game, keys);
  // A game that is open to anyone has one key. Until random seats are drawn, the visitor counts as the first player.
  return { state, keys, own: wish.open ? [wish.open === "first" ? 1 : 0] : [0, 1] };
}

/**
 * Begin a game with the moves that led to a position. Return its address. Throws `ApiError`.
 * @param {Api.PositionFields} position @param {Api.NewGame} wish @param {number} [invite] as for `beginGame`
 */
export async function playFrom({ start = null, moves = [] }, wish, invite) {
  const { state } = await beginGame({ ...wish, start, moves }, invite);
  return `game=${state.id}`;
}

/** @param {string} id */
export const forget = (id) => write(all().filter((one) => one.id !== id));

/**
 * Whether a game is the visitor's. This browser may have no keys for it, for example if it was begun in another
 * browser.
 * @param {string} id
 */
export const isOwn = (id) => all().some((one) => one.id === id);

/** @param {string} id @returns {string[]} empty if this browser has none */
export const keysOf = (id) => all().find((one) => one.id === id)?.keys ?? [];

/** Return the keys of these games by their ids, omitting games without keys. @param {string[]} ids */
export const keysById = (ids) =>
  Object.fromEntries(
    all()
      .filter((one) => ids.includes(one.id) && one.keys.length)
      .map(({ id, keys }) => [id, keys]),
  );

/** Return the key for a friend who has not joined yet; empty if there is none. @param {string} id */
export const inviteOf = (id) => all().find((one) => one.id === id)?.invite ?? "";

/** Return the ids of the visitor's latest games, the latest first. */
export const ownIds = () =>
  all()
    .slice(0, LISTED)
    .map((one) => one.id);

/** Return the latest game, or the latest of one kind; null if there is none. @param {string} [game] */
export const latest = (game) => all().find((one) => !game || one.game === game) ?? null;
