/** Requests to `/runs`, the training runs. */

import { request } from "./request.js";

/** List the runs; the response has no `runs` if nothing has changed since version `since`. @param {string} since
 * @returns {Promise<Api.RunsJson>} */
export const listRuns = (since) => request(`/runs?${new URLSearchParams({ since })}`);

/** Read a run; `run` is null if it has not changed since version `since`. @param {string} id @param {string} since
 * @returns {Promise<Api.WatchedRunJson>} */
export const readRun = (id, since) =>
  request(`/runs/${encodeURIComponent(id)}?${new URLSearchParams({ since })}`);
