/** The address of the page, whose fragment (the part after `#`) changes while a view is shown. */

const USUAL_PORT = "8117";

/** The command that starts this server, without options other than the port. */
export const serverCommand = () =>
  location.port === USUAL_PORT ? "hexapoda web" : `hexapoda web --port ${location.port || "80"}`;

/**
 * Whether the page was opened at a loopback address. If so, other devices cannot open its links, and the visitor can
 * start the server.
 */
export const isLocal = () => /^(127\.|localhost$|\[::1\]$)/.test(location.hostname);

/**
 * Whether the address is that of this view. Otherwise, the visitor has asked for another view, which is still loading.
 * @param {string} key
 */
function stays(key) {
  const now = new URLSearchParams(location.hash.slice(1)).keys().next().value;
  return (now ?? "game") === key; // an address without a view shows the first one
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

/**
 * Put another address of the view into the history, unless the visitor is leaving it.
 * @param {string} key the key of the view @param {string} hash
 */
export function pushAddress(key, hash) {
  if (stays(key)) history.pushState(null, "", hash);
}
