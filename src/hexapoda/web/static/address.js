/** The address of the page, whose fragment (the part after `#`) changes while a view is shown. */

/**
 * Whether the page was opened at a loopback address. If so, other devices cannot open its links, and the visitor can
 * start the server.
 */
export const isLocal = () => /^(127\.|localhost$|\[::1\]$)/.test(location.hostname);

/**
 * Whether the address names this view or none. Otherwise, the visitor has asked for another view, which is still
 * loading.
 * @param {string} key
 */
function stays(key) {
  const now = new URLSearchParams(location.hash.slice(1)).keys().next().value;
  return now === undefined || now === key;
}

/**
 * Replace the fragment without a new entry in the history, unless the visitor is leaving the view.
 * @param {string} key the key of the view @param {string} hash
 */
export function replaceAddress(key, hash) {
  if (stays(key)) history.replaceState(null, "", hash);
}

/**
 * Go to another address of the view, unless the visitor is leaving it.
 * @param {string} key the key of the view @param {string} hash
 */
export function changeAddress(key, hash) {
  if (stays(key)) location.hash = hash;
}
