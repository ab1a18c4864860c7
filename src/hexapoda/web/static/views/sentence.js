/**
 * Messages from the server begin with a lower-case letter; the page shows them as sentences. A move or a file name at
 * the beginning, such as `wA1` or `games.pgn`, is not changed.
 */

/** @param {string} text */
export const sentence = (text) =>
  /^\p{Ll}+(?!\.?[\p{L}\d])/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
