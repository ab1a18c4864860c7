/**
 * The analyses that the server keeps: the requests of `/analyses`.
 *
 * @typedef {import("./library_api.js").Summary & {name: string}} AnalysisRow
 * @typedef {{id: number, name: string, revision: string, record: any}} Analysis
 */

import { carrying, post, request } from "./request.js";

/** @param {number} offset @returns {Promise<{analyses: AnalysisRow[], total: number}>} */
export const listAnalyses = (offset) => request(`/analyses?offset=${offset}&limit=50`);

/** @param {number} id @returns {Promise<Analysis>} */
export const readAnalysis = (id) => request(`/analyses/${id}`);

/** @param {{name: string, record: any}} analysis @returns {Promise<{id: number, revision: string}>} */
export const createAnalysis = (analysis) => post("/analyses", analysis);

/** Refused with 409 if the server has another revision. @param {number} id @param {{name: string, revision: string, record: any}} analysis @returns {Promise<{id: number, revision: string}>} */
export const changeAnalysis = (id, analysis) => request(`/analyses/${id}`, carrying(analysis, { method: "PUT" }));

/** @param {number} id */
export const deleteAnalysis = (id) => request(`/analyses/${id}`, { method: "DELETE" });

/** @param {number} id */
export const restoreAnalysis = (id) => post(`/analyses/${id}/restore`, {});
