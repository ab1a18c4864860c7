/** The address of a view that changes while it is shown. */

/**
 * Replace the part behind `#`, unless the visitor is already on the way to another view, which may still be loading.
 * @param {string} key the key of the view @param {string} hash
 */
export function replaceAddress(key, hash) {
  const now = new URLSearchParams(location.hash.slice(1)).keys().next().value;
  if (now === undefined || now === key) history.replaceState(null, "", hash);
}
