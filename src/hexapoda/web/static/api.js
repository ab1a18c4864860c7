/**
 * The server as the page sees it: a few requests, and the socket of a game, which connects again by itself.
 *
 * @typedef {{name: string, title: string, notice: string, players: string[], sides: string[], variants: string[], board: string, review?: boolean, lessons?: number, indexed?: boolean,
 *   rules: {name: string, title: string, choices: string[], labels: string[], summary: string}[], friendly: string | null, draws: boolean,
 *   opponents: {id: string, name: string, note: string}[]}} GameInfo
 * @typedef {{game: string, variant?: string, rules?: Record<string, string>, start?: string, seats: [string, string],
 *   clock?: {base: number, increment: number}, seconds?: [number | null, number | null]}} Wish
 * @typedef {{human: boolean, name: string, thinking: boolean, opponent?: string | null, seconds: number | null, present: boolean}} Seat
 * @typedef {{ply: number, move: string, judgment: string, win: [number, number], better: string, reply: any, line: string[], text: string}} Lesson
 * @typedef {{id: string, version: number, board: any, legal: any[], last: any, seats: [Seat, Seat],
 *   result: null | {winner: number | null, text: string}, clock: null | {left: [number, number], running: number | null, base: number, increment: number},
 *   undo: boolean, redo: boolean, trouble: string, keys?: string[], own?: number[],
 *   offer: null | {kind: "draw" | "undo", by: number}, paused: boolean, teaching: boolean, lesson: Lesson | null, rematch: string | null}} State
 */

import { isOwn } from "./own_games.js";
import { LastingSocket } from "./lasting_socket.js";
import { ask, post, request } from "./request.js";
import { learnSides } from "./sides.js";

/** The games, whether the server shows matches and training runs, and whether visitors are known by a key. @returns {Promise<{games: GameInfo[], matches: boolean, runs: boolean, shared: boolean}>} */
export async function catalog() {
  const found = await request("/catalog");
  learnSides(found.games);
  return found;
}

/** @param {Wish} wish @returns {Promise<State>} */
export const createGame = (wish) => post("/games", wish);

/** @param {string} id @returns {Promise<State>} */
export const readGame = (id) => request(`/games/${encodeURIComponent(id)}`);

/**
 * The games among these that have moves, the last played first.
 * @typedef {{id: string, game: string, variant: string, seats: {human: boolean, name: string}[], plies: number, result: string, over: boolean, saved: string}} GameRow
 * @param {string[]} ids @returns {Promise<GameRow[]>}
 */
export const listGames = async (ids) => (await post("/games/list", { ids })).games;

/** The game after a finished one, with the seats swapped, and this page's keys for it. @param {string} id @param {string[]} keys @returns {Promise<{id: string, keys: string[]}>} */
export const playAgain = (id, keys) => post(`/games/${encodeURIComponent(id)}/rematch`, { keys });

/** A game as a record, with the boards after all moves. @param {string} id @returns {Promise<any>} */
export const readGameRecord = async (id) => (await request(`/games/${encodeURIComponent(id)}/record`)).record;

/** The shapes that a board draws with. @param {string} name @returns {Promise<SVGSVGElement>} */
export async function readShapes(name) {
  const parsed = new DOMParser().parseFromString(await (await ask(`/boards/${name}.svg`)).text(), "image/svg+xml");
  return /** @type {any} */ (document.importNode(parsed.documentElement, true));
}

/** The socket of one game, which connects again by itself; its events are those of `LastingSocket`. */
export class GameSocket extends LastingSocket {
  /** @param {string} id @param {string[]} keys */
  constructor(id, keys) {
    // Without keys, the server knows the seats of the visitor by the key of the browser.
    super(`/games/${encodeURIComponent(id)}/live`, { greeting: () => ({ type: "join", keys, own: !keys.length && isOwn(id) }), settled: "state" });
  }
}
