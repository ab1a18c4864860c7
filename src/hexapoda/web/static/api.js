/** Requests for the catalog, for the shapes of boards and for games, and the socket of a game. */

import { isOwn, keysById } from "./own_games.js";
import { ReconnectingSocket } from "./reconnecting_socket.js";
import { ask, post, request } from "./request.js";
import { learnReach } from "./reach.js";
import { settings } from "./settings.js";
import { learnGames } from "./known_games.js";

/** Read the catalog: the games, and what the server offers to this visitor. @returns {Promise<Api.CatalogJson>} */
export async function catalog() {
  const found = await request("/catalog");
  learnReach(found);
  learnGames(found.games);
  return found;
}

/** @param {string} id @returns {Promise<Api.GameStateJson>} */
export const readGame = (id) => request(`/games/${encodeURIComponent(id)}`);

/**
 * Of the games `ids`, return those that have moves or a seat for the visitor, the most recently played first.
 * @param {string[]} ids @returns {Promise<Api.PlayedRowJson[]>}
 */
export const listGames = async (ids) => (await post("/games/list", { ids, keys: keysById(ids) })).games;

/** Return the games that anyone can join. @returns {Promise<Api.OfferedGameJson[]>} */
export const listOffers = async () => (await request("/games/offers")).games;

/** Take the open seat of a game. @param {string} id @returns {Promise<Api.OwnSeatsJson>} */
export const acceptGame = (id) => post(`/games/${encodeURIComponent(id)}/accept`, { name: settings().name });

/** Withdraw the offer of a game. @param {string} id @param {string[]} keys */
export const withdrawGame = (id, keys) => post(`/games/${encodeURIComponent(id)}/withdraw`, { keys });

/**
 * Return the rematch of a finished game, with the seats swapped, and this page's keys for it.
 * @param {string} id @param {string[]} keys @returns {Promise<Api.OwnSeatsJson>}
 */
export const playAgain = (id, keys) => post(`/games/${encodeURIComponent(id)}/rematch`, { keys });

/** Return a game as a record, with the board at each position. @param {string} id @returns {Promise<Api.RecordJson>} */
export const readGameRecord = async (id) => (await request(`/games/${encodeURIComponent(id)}/record`)).record;

/** Return the SVG shapes that a board uses. @param {string} name @returns {Promise<SVGSVGElement>} */
export async function readShapes(name) {
  const parsed = new DOMParser().parseFromString(
    await (await ask(`/boards/${name}.svg`)).text(),
    "image/svg+xml",
  );
  return /** @type {SVGSVGElement} */ (
    /** @type {Node} */ (document.importNode(parsed.documentElement, true))
  );
}

/**
 * Return the socket of one game, which reconnects by itself.
 * @param {string} id @param {string[]} keys @param {import("./reconnecting_socket.js").Ends} ends
 */
export const gameSocket = (id, keys, ends) =>
  // Without keys for the game, the server finds the visitor's seats by the browser's own key.
  new ReconnectingSocket(
    `/games/${encodeURIComponent(id)}/live`,
    {
      greeting: () => ({
        type: "join",
        keys,
        own: !keys.length && isOwn(id),
        name: settings().name || undefined,
      }),
      settled: "state",
    },
    ends,
  );
