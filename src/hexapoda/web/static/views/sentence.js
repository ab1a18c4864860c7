/**
 * Texts of the server begin with a small letter; on the page they are sentences. A move or the name of a file at the
 * beginning, such as `wA1` or `games.pgn`, stays as it is.
 */

/** @param {string} text */
export const sentence = (text) =>
  /^\p{Ll}+(?!\.?[\p{L}\d])/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
