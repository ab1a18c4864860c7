/** Numbers in the notation of a language, with a typographic minus sign. */

const MINUS = "−";

/** @param {string} language @returns {(value: number, digits?: number) => string} */
export const figures =
  (language) =>
  (value, digits = 0) =>
    value
      .toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits })
      .replace("-", MINUS);
