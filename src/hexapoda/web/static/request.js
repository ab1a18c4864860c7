/** Requests to the server of the page. */

import { noteResponse, noteFailure } from "./server_state.js";
import { inLanguage } from "./words.js";
import { words } from "./words/page.js";

/** The path of the API. The page itself can be below a path, for example behind a proxy. */
export const ROOT = new URL("api/v1", document.baseURI).pathname;

/** A refused request; `status` is 0 if the server could not be reached. */
export class ApiError extends Error {
  /** @param {number} status @param {string} text @param {string} [field] the invalid field of the request */
  constructor(status, text, field = "") {
    super(text);
    this.status = status;
    this.field = field;
  }
}

/** Return the message of an error. @param {unknown} error */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/**
 * Send a request and return the response. Throws `ApiError`, or the browser's `AbortError` if the request was aborted.
 * @param {string} path the path below `ROOT` @param {RequestInit} [options]
 */
export async function ask(path, options) {
  let response;
  try {
    response = await fetch(`${ROOT}${path}`, options);
  } catch (error) {
    if (options?.signal?.aborted) throw error;
    noteFailure();
    throw new ApiError(0, words.unreachable);
  }
  noteResponse(response);
  if (response.ok) return response;
  const body = inLanguage(await response.json().catch(() => null));
  throw new ApiError(response.status, body?.error?.text ?? response.statusText, body?.error?.field);
}

/**
 * Send a request and return the JSON of the response.
 * @param {string} path @param {RequestInit} [options] @returns {Promise<any>}
 */
export async function request(path, options) {
  const response = await ask(path, options);
  try {
    return inLanguage(await response.json());
  } catch (error) {
    if (options?.signal?.aborted) throw error;
    throw new ApiError(0, words.unreachable); // the response was cut off
  }
}

/**
 * Return the options for a request with a JSON body.
 * @param {object} body @param {{method?: string, signal?: AbortSignal}} [options] @returns {RequestInit}
 */
export const carrying = (body, { method = "POST", signal } = {}) => ({
  method,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
  signal,
});

/**
 * Send JSON, and return the JSON of the response.
 * @param {string} path @param {object} body @param {AbortSignal} [signal]
 */
export const post = (path, body, signal) => request(path, carrying(body, { signal }));
