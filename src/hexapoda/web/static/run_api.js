/** Training runs as the page sees them: the requests of `/runs`. */

import { request } from "./request.js";

/** Without `runs` if nothing has changed since that version. @param {string} since
 * @returns {Promise<Api.RunsJson>} */
export const listRuns = (since) => request(`/runs?${new URLSearchParams({ since })}`);

/** Without `run` if it has not changed since that version. @param {string} id @param {string} since
 * @returns {Promise<Api.WatchedRunJson>} */
export const readRun = (id, since) =>
  request(`/runs/${encodeURIComponent(id)}?${new URLSearchParams({ since })}`);
