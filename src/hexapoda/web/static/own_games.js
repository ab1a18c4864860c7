/** The games of this browser: the keys that let it move, and the latest game of each kind. Lost keys only let it watch. */

import { remember, remembered } from "./browser_storage.js";
import { post } from "./request.js";

const NAME = "hexapoda.games";
const MOST = 50;

/**
 * `invite` is the key of the other seat, until a friend has come.
 * @typedef {{id: string, game: string, keys: string[], invite?: string}} OwnGame
 */

/** @returns {OwnGame[]} the latest first */
function all() {
  const found = remembered(NAME);
  return Array.isArray(found) ? found : [];
}

/** @param {OwnGame[]} games */
const write = (games) => remember(NAME, games.slice(0, MOST));

/** @param {string} id @param {string} game @param {string[]} keys @param {string} [invite] */
export const keep = (id, game, keys, invite) =>
  write([{ id, game, keys, ...(invite ? { invite } : {}) }, ...all().filter((one) => one.id !== id)]);

/**
 * Create a game and keep the keys of the visitor. Throws `ApiError`.
 * @param {Api.NewGame} wish @param {number} [invite] the seat of a friend who gets a link
 */
export async function beginGame(wish, invite) {
  const state = await post("/games", wish),
    both = state.keys;
  const keys = invite === undefined ? both : [both[1 - invite]];
  keep(state.id, wish.game, keys, invite === undefined ? undefined : both[invite]);
  if (wish.open) return { state, keys, own: [wish.open === "first" ? 1 : 0] };
  return { state, keys, own: invite === undefined ? [0, 1] : [1 - invite] };
}

/**
 * Begin a game with the moves that led to a position; its address. Throws `ApiError`.
 * @param {Api.PositionFields} position @param {Api.NewGame} wish @param {number} [invite] as for `beginGame`
 */
export async function playFrom({ start = null, moves = [] }, wish, invite) {
  const { state } = await beginGame({ ...wish, start, moves }, invite);
  return `game=${state.id}`;
}

/** @param {string} id */
export const forget = (id) => write(all().filter((one) => one.id !== id));

/** Whether a game belongs to the visitor, even if another browser has its keys. @param {string} id */
export const isOwn = (id) => all().some((one) => one.id === id);

/** @param {string} id @returns {string[]} */
export const keysOf = (id) => all().find((one) => one.id === id)?.keys ?? [];

/** The keys of some games. @param {string[]} ids */
export const keysById = (ids) =>
  Object.fromEntries(
    all()
      .filter((one) => ids.includes(one.id) && one.keys.length)
      .map(({ id, keys }) => [id, keys]),
  );

/** The key for a friend. @param {string} id */
export const inviteOf = (id) => all().find((one) => one.id === id)?.invite ?? "";

/** The ids of the games, the latest first. */
export const ownIds = () => all().map((one) => one.id);

/** The latest game, or the latest of one kind. @param {string} [game] */
export const latest = (game) => all().find((one) => !game || one.game === game) ?? null;
