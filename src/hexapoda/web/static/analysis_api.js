/** Requests to `/analyses`, the analyses that the server keeps. */

import { carrying, post, request } from "./request.js";

/** @param {number} offset @returns {Promise<Api.AnalysesJson>} */
export const listAnalyses = (offset) => request(`/analyses?offset=${offset}&limit=50`);

/** @param {number} id @returns {Promise<Api.AnalysisJson>} */
export const readAnalysis = (id) => request(`/analyses/${id}`);

/** @param {Api.NewAnalysis} analysis @returns {Promise<Api.KeptAnalysisJson>} */
export const createAnalysis = (analysis) => post("/analyses", analysis);

/**
 * Change an analysis. The server responds with 409 if it has another revision.
 * @param {number} id @param {Api.ChangedAnalysis} analysis @returns {Promise<Api.KeptAnalysisJson>}
 */
export const changeAnalysis = (id, analysis) =>
  request(`/analyses/${id}`, carrying(analysis, { method: "PUT" }));

/** @param {number} id */
export const deleteAnalysis = (id) => request(`/analyses/${id}`, { method: "DELETE" });

/** @param {number} id */
export const restoreAnalysis = (id) => post(`/analyses/${id}/restore`, {});
