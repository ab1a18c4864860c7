/**
 * `ViewKeys`: binds the commands of a view to the keys of the keymap, wherever the focus is on the page.
 *
 * Text fields keep all keys, except that Escape leaves them. A board reached with Tab handles keys first and passes on
 * those that it does not use. A button, a choice or a slider reached with Tab keeps the keys that operate it.
 *
 * @typedef {import("../keymap.js").Command} Command
 * @typedef {() => unknown} Act the action of a key; returns false if it did nothing, to leave the key to the browser
 * @typedef {{id: string, key: string, name: string, about: string}} Mark an overlay that a letter toggles
 */

import { KEYMAP, pressedKey } from "../keymap.js";

const FIELDS = "input:not([type=checkbox], [type=radio], [type=range], [type=file]), textarea";
/** The keys that focused elements use themselves, by selector. @type {[string, (key: string) => boolean][]} */
const OWN = [
  ["button, a, summary, input", (key) => key === " "],
  [
    "input[type=radio], [role=slider], .table-scroll",
    (key) => key.startsWith("Arrow") || key === "Home" || key === "End",
  ],
];

/**
 * Move the focus to a field of a view; return whether there is such a field.
 * @param {HTMLElement} view @param {string} selector
 */
export function focusField(view, selector) {
  const field = /** @type {HTMLElement | null} */ (view.querySelector(selector));
  field?.focus();
  return field !== null;
}

export class ViewKeys {
  /**
   * @param {import("../vendor/lit/lit.js").LitElement} view
   * @param {() => Partial<Record<Command, Act>> | null} commands returns the possible actions; null if there are none
   * @param {() => {marks: Mark[], show: (id: string) => void}} [board] returns the board's overlays
   */
  constructor(view, commands, board = () => ({ marks: [], show: () => {} })) {
    this._commands = commands;
    this._board = board;
    /** Whether the focused element was reached with a pointer. */
    this._byPointer = true;
    this._pressed = false;
    /** @type {AbortController | null} */
    this._listening = null;
    view.addController(this);
  }

  hostConnected() {
    this._listening = new AbortController();
    const { signal } = this._listening;
    const press = (/** @type {boolean} */ down) => () => {
      this._pressed = down;
      this._byPointer ||= down;
    };
    addEventListener("mousedown", press(true), { capture: true, signal });
    addEventListener("mouseup", press(false), { capture: true, signal });
    addEventListener("focusin", () => (this._byPointer = this._pressed), { capture: true, signal });
    addEventListener("keydown", (event) => this._onBoard(event) || this._key(event), {
      capture: true,
      signal,
    });
    addEventListener("keydown", (event) => this._onBoard(event) && this._key(event), { signal });
  }

  hostDisconnected() {
    this._listening?.abort();
  }

  /** Whether a focused board handles a key first. @param {KeyboardEvent} event */
  _onBoard(event) {
    return !this._byPointer && Boolean(/** @type {Element} */ (event.target).closest?.("svg.surface"));
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    const target = /** @type {HTMLElement} */ (event.target),
      key = pressedKey(event);
    if (event.defaultPrevented || event.isComposing || target.closest?.("select, dialog")) return;
    if (target.closest?.(FIELDS)) {
      if (key === "Escape") target.blur();
      return;
    }
    if (key.length === 1 && key !== " " && document.documentElement.dataset.keys === "off") return;
    if (!this._byPointer && OWN.some(([selector, uses]) => uses(key) && target.closest?.(selector))) return;
    const act = this._act(key);
    if (!act || act() === false) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Return the action of a key in the current state. @param {string} key @returns {Act | undefined} */
  _act(key) {
    const commands = this._commands();
    if (!commands) return undefined;
    if (key === KEYMAP.help) return () => this.help();
    const command = /** @type {Command[]} */ (Object.keys(commands)).find((one) => KEYMAP[one] === key);
    if (command) return commands[command];
    const { marks, show } = this._board(),
      mark = marks.find((one) => one.key === key);
    return mark && (() => show(mark.id));
  }

  /** Show the keys of the view. */
  help() {
    const commands = /** @type {Command[]} */ (Object.keys(KEYMAP)).filter(
      (one) => one === "help" || one in (this._commands() ?? {}),
    );
    dispatchEvent(new CustomEvent("key-help", { detail: { commands, marks: this._board().marks } }));
  }
}
