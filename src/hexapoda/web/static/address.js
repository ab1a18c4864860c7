/** The address of the page, whose part behind `#` changes while a view is shown. */

/** Whether the page was opened at an address of this machine: others cannot open its links, and the visitor can start the server. */
export const isLocal = () => /^(127\.|localhost$|\[::1\]$)/.test(location.hostname);

/** Whether the address is still one of a view: the visitor may be on the way to another one, which loads. @param {string} key */
function stays(key) {
  const now = new URLSearchParams(location.hash.slice(1)).keys().next().value;
  return now === undefined || now === key;
}

/**
 * Replace the part behind `#`, unless the visitor leaves the view.
 * @param {string} key the key of the view @param {string} hash
 */
export function replaceAddress(key, hash) {
  if (stays(key)) history.replaceState(null, "", hash);
}

/**
 * Go to another address of the view, unless the visitor leaves it.
 * @param {string} key the key of the view @param {string} hash
 */
export function changeAddress(key, hash) {
  if (stays(key)) location.hash = hash;
}
