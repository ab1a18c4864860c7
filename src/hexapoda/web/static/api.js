/** The server as the page sees it: a few requests, and the socket of a game, which connects again by itself. */

import { isOwn, keysById } from "./own_games.js";
import { ReconnectingSocket } from "./reconnecting_socket.js";
import { ask, post, request } from "./request.js";
import { learnReach } from "./reach.js";
import { settings } from "./settings.js";
import { learnGames } from "./known_games.js";

/** The games, whether the server shows matches and training runs, and whether visitors are known by a key. @returns {Promise<Api.CatalogJson>} */
export async function catalog() {
  const found = await request("/catalog");
  learnReach(found);
  learnGames(found.games);
  return found;
}

/** @param {string} id @returns {Promise<Api.GameStateJson>} */
export const readGame = (id) => request(`/games/${encodeURIComponent(id)}`);

/**
 * The games among these that have moves or a place for the visitor, the last played first.
 * @param {string[]} ids @returns {Promise<Api.PlayedRowJson[]>}
 */
export const listGames = async (ids) => (await post("/games/list", { ids, keys: keysById(ids) })).games;

/** The games that are open to anyone. @returns {Promise<Api.OfferedGameJson[]>} */
export const listOffers = async () => (await request("/games/offers")).games;

/** Take the place that a game offers. @param {string} id @returns {Promise<Api.OwnSeatsJson>} */
export const acceptGame = (id) => post(`/games/${encodeURIComponent(id)}/accept`, { name: settings().name });

/** Offer a game no longer. @param {string} id @param {string[]} keys */
export const withdrawGame = (id, keys) => post(`/games/${encodeURIComponent(id)}/withdraw`, { keys });

/** The game after a finished one, with the seats swapped, and this page's keys for it. @param {string} id @param {string[]} keys @returns {Promise<Api.OwnSeatsJson>} */
export const playAgain = (id, keys) => post(`/games/${encodeURIComponent(id)}/rematch`, { keys });

/** A game as a record, with the boards after all moves. @param {string} id @returns {Promise<Api.RecordJson>} */
export const readGameRecord = async (id) => (await request(`/games/${encodeURIComponent(id)}/record`)).record;

/** The shapes that a board draws with. @param {string} name @returns {Promise<SVGSVGElement>} */
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
 * The socket of one game, which connects again by itself.
 * @param {string} id @param {string[]} keys @param {import("./reconnecting_socket.js").Ends} ends
 */
export const gameSocket = (id, keys, ends) =>
  // Without keys, the server knows the seats of the visitor by the key of the browser.
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
