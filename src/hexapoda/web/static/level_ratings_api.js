/** The ratings of the visitor against the levels, from the server. */

import { request } from "./request.js";

/** One for each game whose levels are rated. @returns {Promise<Api.LevelRatingJson[]>} */
export const readLevelRatings = async () => (await request("/owner/levels")).ratings;
