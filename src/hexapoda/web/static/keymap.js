/**
 * The key of each command, the same in all views. Each view has some of these commands (`views/view_keys.js`). Letters
 * that no command uses toggle the overlays of a game.
 */
export const KEYMAP = Object.freeze({
  back: "ArrowLeft",
  forward: "ArrowRight",
  before: "ArrowUp",
  after: "ArrowDown",
  first: "Home",
  last: "End",
  next: "n",
  previous: "N",
  undo: "Ctrl+z",
  redo: "Ctrl+Shift+z",
  hint: "h",
  retry: "y",
  best: " ",
  engine: "l",
  deeper: "L",
  arrows: "a",
  flip: "f",
  openings: "b",
  field: "/",
  comment: "w",
  remove: "Delete",
  open: "o",
  help: "?",
  leave: "Escape",
});

/** @typedef {keyof typeof KEYMAP} Command */

/** Return the name of a pressed key in the notation of the map. @param {KeyboardEvent} event */
export function pressedKey({ key, ctrlKey, metaKey, altKey, shiftKey }) {
  if (!ctrlKey && !metaKey && !altKey) return key;
  return `${ctrlKey || metaKey ? "Ctrl+" : ""}${altKey ? "Alt+" : ""}${shiftKey ? "Shift+" : ""}${key.toLowerCase()}`;
}
