/** The visitor's ratings against the levels, from the server. */

import { request } from "./request.js";

/** Return a rating for each game whose levels are rated. @returns {Promise<Api.LevelRatingJson[]>} */
export const readLevelRatings = async () => (await request("/owner/levels")).ratings;
