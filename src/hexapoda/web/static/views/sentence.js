/**
 * Capitalizes the server's messages, which begin with a lower-case letter. A move or file name at the beginning, such
 * as `wA1` or `games.pgn`, stays unchanged.
 */

/** @param {string} text */
export const sentence = (text) =>
  /^\p{Ll}+(?!\.?[\p{L}\d])/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
