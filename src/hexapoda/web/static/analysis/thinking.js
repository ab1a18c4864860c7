/** `Thinking`: the engine that looks at the position on the board. What it finds stays with the step. */

import { remember, remembered } from "../browser_storage.js";
import { AnalysisSocket } from "./server.js";

/** @typedef {import("./game_tree.js").Step} Step */

const REST = 60; // milliseconds on a position before the engine looks at it
const NAME = "hexapoda.engine";

export class Thinking {
  /** @param {() => void} changed called when there is something new to show */
  constructor(changed) {
    this.on = false;
    this.trouble = "";
    const found = remembered(NAME);
    /** How many lines. */
    this.count = Math.min(5, Math.max(1, Number(found?.count) || 3));
    /** The id of the engine; empty for the strongest. */
    this.engine = typeof found?.engine === "string" ? found.engine : "";
    this._changed = changed;
    /** @type {Step | null} */
    this._step = null;
    /** What the engine was asked: until it is asked again, its lines belong to the step before. @type {{step: Step, count: number, asked: string} | null} */
    this._searched = null;
    this._timer = 0;
    /** @type {AnalysisSocket | null} */
    this._socket = null;
  }

  /** Look at a step. @param {Step} step @param {() => Api.PositionFields} position @param {boolean} over */
  look(step, position, over) {
    if (!this.on || step === this._step) return;
    this._step = step;
    clearTimeout(this._timer);
    if (over || this._complete(step)) {
      this._socket?.stop();
      return;
    }
    this._timer = setTimeout(() => {
      this._searched = { step, count: this.count, asked: this.engine };
      this._open().analyze({
        ...position(),
        lines: this.count,
        ...(this.engine ? { engine: this.engine } : {}),
      });
    }, REST);
  }

  /** Whether the engine has nothing to add. @param {Step} step */
  _complete(step) {
    const { search } = step;
    return Boolean(
      search?.done && search.count === this.count && search.asked === this.engine && search.why !== "stopped",
    );
  }

  _open() {
    if (this._socket) return this._socket;
    const socket = new AnalysisSocket();
    this._socket = socket;
    socket.addEventListener("lines", (event) => {
      if (!this._searched) return;
      const search = /** @type {CustomEvent} */ (event).detail,
        { step, count, asked } = this._searched;
      // A search that begins again must not take away what is known.
      if (search.lines.length || search.done) step.search = { ...search, count, asked };
      this.trouble = "";
      this._changed();
    });
    socket.addEventListener("trouble", (event) => {
      this.trouble = /** @type {CustomEvent} */ (event).detail;
      this._changed();
    });
    return socket;
  }

  /** Think about the same position anew, as with other settings. */
  again() {
    this._step = null;
  }

  /** @param {{count: number, engine: string}} chosen */
  set({ count, engine }) {
    Object.assign(this, { count, engine });
    this.again();
    remember(NAME, { count, engine });
  }

  off() {
    this.on = false;
    this.trouble = "";
    this._step = this._searched = null;
    clearTimeout(this._timer);
    this._socket?.stop();
  }
}
