/** Texts of the server begin with a small letter unless they begin with a move, such as `wA1`; on the page they are sentences. */

/** @param {string} text */
export const sentence = (text) =>
  /^\p{Ll}+(?!\.?[\p{L}\d])/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
