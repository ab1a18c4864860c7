/** Values that this browser remembers, as JSON by name. */

/** @param {string} name @returns {any} null if there is none, it is damaged, or storage is not allowed */
export function remembered(name) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} name @param {unknown} value */
export function remember(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Storage is not allowed: the value lasts until the page is left.
  }
}
