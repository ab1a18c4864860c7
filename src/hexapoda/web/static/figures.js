/** Numbers as a language writes them. */

const MINUS = "−";

/** @param {string} language @returns {(value: number, digits?: number) => string} */
export const figures =
  (language) =>
  (value, digits = 0) =>
    value
      .toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits })
      .replace("-", MINUS);
