/**
 * `PageKeys`: the keys of a view, wherever the focus is on the page. Fields keep theirs, and so does a board that was
 * reached with Tab.
 *
 * @typedef {Record<string, () => void>} Commands what each key does
 */

import { isFree, shortcutsOn } from "../shortcuts.js";

export class PageKeys {
  /** @param {() => {named: Commands, letters: Commands} | null} commands `letters` are keys of one character, which a visitor can turn off; null if all keys are free */
  constructor(commands) {
    this._commands = commands;
    /** Whether the pointer was used last, so that arrow keys do not belong to the board. */
    this._byPointer = false;
    /** @type {AbortController | null} */
    this._listening = null;
  }

  begin() {
    this._listening = new AbortController();
    const { signal } = this._listening;
    addEventListener("keydown", (event) => this._key(event), { capture: true, signal });
    addEventListener(
      "pointerdown",
      () => {
        this._byPointer = true;
      },
      { capture: true, signal },
    );
  }

  end() {
    this._listening?.abort();
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    if (event.key === "Tab") this._byPointer = false;
    const commands = isFree(event) ? this._commands() : null;
    if (!commands) return;
    const inside = /** @type {Element} */ (event.target);
    if (inside.closest?.("svg.surface") && !this._byPointer) return;
    // A button that was reached with Tab keeps its space bar.
    const kept = event.key === " " && !this._byPointer && inside.closest?.("button, a, summary, input");
    const { named, letters } = commands,
      act = named[event.key] ?? (shortcutsOn() && !kept ? letters[event.key] : undefined);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }
}
