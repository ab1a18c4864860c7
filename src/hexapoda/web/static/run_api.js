/**
 * Training runs as the page sees them: the requests of `/runs`.
 *
 * @typedef {{iteration: number, elo: number, error: number, drawn_game_added: boolean}} Rating
 * @typedef {{id: string, date: string, trouble: string, running: boolean, done: number, published: number | null, elo: Rating | null,
 *   game?: string, variant: string, total: number, finished: boolean}} Brief without `game` if its settings cannot be read
 * @typedef {{wins: number, draws: number, losses: number, pairs: number[], score: number, elo: number | null, low: number | null, high: number | null}} Result
 * @typedef {{iteration: number, against: number | null, result: Result | null, published: boolean, games: string | null}} Match
 * @typedef {{iteration: number, games: number, decisive: number, plies: number, policy_loss: number | null, value_loss: number, positions: number | null,
 *   self_play_seconds: number | null, learning_seconds: number | null, games_per_hour: number | null, positions_per_second: number | null, shown: string | null, shown_games: number}} Iteration
 * @typedef {{games: number, left_out: number, positions: number, policy_loss: number, value_loss: number, predicted: number, seconds: number}} WarmStart
 * @typedef {{seed: number, threads: number, gate: {every: number}, warm?: {games: string}, expert?: {start: string}}} RunSettings those that the page asks for;
 *   it lists all
 * @typedef {Brief & {settings: RunSettings | null, warm_start: WarmStart | null, curve: Rating[], matches: Match[], more_matches: number, every: number, iterations: Iteration[]}} RunInfo
 * @typedef {{iteration: number, work: "reading games" | "warm start" | "self-play" | "learning" | "match" | "", done: number, all: number, seconds: number}} Now
 */

import { request } from "./request.js";

/** Without `runs` if nothing has changed since that version. @param {string} since
 * @returns {Promise<{version: string, runs?: Brief[], total: number, trouble: string, config: {name: string, text: string}, command: string}>} */
export const listRuns = (since) => request(`/runs?${new URLSearchParams({ since })}`);

/** Without `run` if it has not changed since that version. @param {string} id @param {string} since
 * @returns {Promise<{version: string, run: RunInfo | null, now: Now | null}>} */
export const readRun = (id, since) => request(`/runs/${encodeURIComponent(id)}?${new URLSearchParams({ since })}`);
