/**
 * Requests to `/matches`.
 *
 * @typedef {{id: string, run: string | null, date: string, trouble: string, running: boolean, share: number,
 *   game?: string, variant: string, format: string, engines: string[], total: number, played: number,
 *   finished: boolean, sprt: boolean, rated: boolean, wins?: number, draws?: number, losses?: number,
 *   verdict?: "H0" | "H1" | null, leader: string | null}} Brief `game`
 *   is missing if the settings of the match cannot be read
 * @typedef {{name: string, wins: number, draws: number, losses: number, games?: number, score?: number, elo?: number,
 *   error?: number, group?: number, held?: boolean, change?: number | null, checks?: number | null, failed?: string[],
 *   retired?: boolean}} Standing
 * @typedef {{engines: [string, string], wins: number, draws: number, losses: number, los: number}} Meeting
 * @typedef {{games: number, finished: boolean, wins: number, draws: number, losses: number, score: number | null,
 *   elo: number | null, elo_low: number | null, elo_high: number | null, nelo: number | null,
 *   nelo_error: number | null, los: number, pentanomial: number[], standings?: Standing[], meetings?: Meeting[],
 *   plies: number | null, unscored: number, repetitions: number, first_player: {wins: number, draws: number,
 *   losses: number}, seconds_a_move: Record<string, number | null>, depth: Record<string, number | null>,
 *   endings: Record<string, number>, anchor?: Api.AnchorJson, day?: string, rating?: {elo: number | null,
 *   low: number | null, high: number | null}}} Result
 * @typedef {Brief & {specs: string[], settings: Api.MatchSettingsJson, result: Result | null,
 *   figures: Api.FiguresJson | null, conclusion: Api.ConclusionJson | null, test: Api.MatchTestJson | null,
 *   faults: Api.MatchFaultJson[], fault_count: number}} MatchInfo
 * @typedef {{move: string, score?: number, win_in?: number, depth?: number, nodes?: number, time?: number}} Report
 * @typedef {{number: number, trouble?: string, engines: [number, number], board: Api.BoardJson,
 *   last: Api.MoveJson | null, ply: number, player: number | null, seconds: number,
 *   left: [number | null, number | null] | null, reports: [Report | null, Report | null]}} Running
 * @typedef {{seconds_left: number | null, games: Running[], more: number}} Now
 * @typedef {Api.MatchGameRowJson} Row
 */

import { withEngineNames } from "./engine_names.js";
import { request } from "./request.js";

/**
 * Return a match with its engines named as users see them; `specs` has their original texts.
 * @template {Brief} T @param {T} match @returns {T & {specs: string[]}}
 */
export const namedMatch = (match) => ({
  ...(match.game ? withEngineNames(match, match.engines, match.game) : match),
  specs: match.engines,
});

/** @param {string} id */
const place = (id) => `/matches/${encodeURIComponent(id)}`;

/** List the latest matches; the answer has no `matches` if nothing has changed since version `since`.
 * @param {string} since
 * @returns {Promise<{version: string, matches?: Brief[], total: number, trouble: string, command: string}>} */
export async function listMatches(since) {
  const found = await request(`/matches?${new URLSearchParams({ since, limit: "100" })}`);
  return found.matches ? { ...found, matches: found.matches.map(namedMatch) } : found;
}

/** Read a match; `match` is null if it has not changed since version `since`. @param {string} id @param {string} since
 * @returns {Promise<{version: string, match: MatchInfo | null, running: Now | null}>} */
export async function readMatch(id, since) {
  const found = await request(`${place(id)}?${new URLSearchParams({ since })}`);
  return found.match ? { ...found, match: namedMatch(found.match) } : found;
}

/**
 * @param {string} id @param {number} offset @param {string} only which games; empty for all
 * @returns {Promise<{games: Row[], total: number}>}
 */
export const listMatchGames = (id, offset, only) =>
  request(`${place(id)}/games?${new URLSearchParams({ offset: String(offset), limit: "50", only })}`);

/** @param {string} id @param {number} number @returns {Promise<{record: Api.RecordJson}>} */
export const readMatchGame = (id, number) => request(`${place(id)}/games/${number}`);
