/** Keys that are one character. A visitor can turn them off, for speech input and for hands that slip. */

const NAME = "hexapoda.keys";

export function shortcutsOn() {
  try {
    return localStorage.getItem(NAME) !== "off";
  } catch {
    return true; // storage is not allowed
  }
}

/** @param {boolean} on */
export function setShortcuts(on) {
  try {
    localStorage.setItem(NAME, on ? "on" : "off");
  } catch {
    // It lasts until the page is left.
  }
}

/** Whether a key belongs to the page, not to a field, a dialog or the browser. @param {KeyboardEvent} event */
export function isFree(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
  return !(
    /** @type {Element} */ (event.target).closest?.("input:not([type=checkbox]), textarea, select, dialog")
  );
}
