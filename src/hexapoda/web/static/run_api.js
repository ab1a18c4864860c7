/** Requests to `/runs`, the training runs. */

import { request } from "./request.js";

/** List the runs; the answer has no `runs` if nothing has changed since a version. @param {string} since
 * @returns {Promise<Api.RunsJson>} */
export const listRuns = (since) => request(`/runs?${new URLSearchParams({ since })}`);

/** Read a run; `run` is null if it has not changed since a version. @param {string} id @param {string} since
 * @returns {Promise<Api.WatchedRunJson>} */
export const readRun = (id, since) =>
  request(`/runs/${encodeURIComponent(id)}?${new URLSearchParams({ since })}`);
