/** Requests to `/commands`, the commands that the server runs for its owner. */

import { post, request } from "./request.js";

/** Whether this visitor may start commands, according to the catalog. */
let allowed = false;

/** @param {boolean} may */
export const allowCommands = (may) => {
  allowed = may;
};

export const mayStart = () => allowed;

/** @returns {Promise<Api.CommandsJson>} */
export const listCommands = () => request("/commands");

/** @param {Api.NewMatch} wish @returns {Promise<Api.CommandJson>} */
export const startMatch = (wish) => post("/commands/matches", wish);

/** @param {Api.NewRun} wish @returns {Promise<Api.CommandJson>} */
export const startRun = (wish) => post("/commands/runs", wish);

/** @param {Api.NewPuzzles} wish @returns {Promise<Api.CommandJson>} */
export const startPuzzles = (wish) => post("/commands/puzzles", wish);

/** @param {string} kind @param {string} id */
const place = (kind, id) => `/commands/${kind}/${encodeURIComponent(id)}`;

/** @param {string} kind @param {string} id @returns {Promise<Api.CommandJson>} */
export const stopCommand = (kind, id) => post(`${place(kind, id)}/stop`, {});

/** @param {string} kind @param {string} id @returns {Promise<Api.CommandJson>} */
export const resumeCommand = (kind, id) => post(`${place(kind, id)}/resume`, {});
