/** `Thinking`: searches the position on the board with an engine, and stores the results in the step. */

import { remember, remembered } from "../browser_storage.js";
import { AnalysisSocket } from "./server.js";

/** @typedef {import("./game_tree.js").Step} Step */

const REST = 60; // milliseconds on a position before the engine searches it
const LEAST = 60; // seconds; the minimum for a deeper search
const DEEPER = 3; // a deeper search takes this many times as long as the previous one
const MOST = 600; // seconds, the limit of the server
const NAME = "hexapoda.engine";

/** Whether a longer search may find more. @param {{done: boolean, why?: string}} search */
export const goesDeeper = ({ done, why }) => done && (why === "time" || why === "stopped");

/**
 * Whether the best line is proven, or took at least as many nodes as the best line of a previous search.
 * @param {import("./server.js").Line[]} lines @param {import("./server.js").Line[]} known
 */
function deeper([best], [before]) {
  if (!best || !before) return Boolean(best);
  return Boolean(best.proven) || (best.nodes ?? 0) >= (before.nodes ?? 0);
}

export class Thinking {
  /** @param {() => void} changed called when there is something new to show */
  constructor(changed) {
    this.on = false;
    this.trouble = "";
    const found = remembered(NAME);
    /** The number of lines. */
    this.count = Math.min(5, Math.max(1, Number(found?.count) || 3));
    /** The id of the engine; empty for the strongest. */
    this.engine = typeof found?.engine === "string" ? found.engine : "";
    this._changed = changed;
    /** @type {Step | null} */
    this._step = null;
    /**
     * The latest request: lines that arrive before the next request belong to its step. `known` has the lines of a
     * shorter search. @type {{step: Step, count: number, asked: string, known: import("./server.js").Line[]} | null}
     */
    this._searched = null;
    this._timer = 0;
    /** @type {() => Api.PositionFields} */
    this._position = () => ({});
    /** @type {AnalysisSocket | null} */
    this._socket = null;
  }

  /**
   * Search a step once the visitor stays on it, unless its search is complete.
   * @param {Step} step @param {() => Api.PositionFields} position of the step @param {boolean} over whether the game is
   *   over
   */
  look(step, position, over) {
    if (!this.on || step === this._step) return;
    this._step = step;
    this._position = position;
    clearTimeout(this._timer);
    if (over || this._complete(step)) {
      this._socket?.stop();
      return;
    }
    this._timer = setTimeout(() => {
      const { search } = step;
      this._ask(step, search?.count === this.count && search.asked === this.engine ? search.lines : []);
    }, REST);
  }

  /**
   * Ask the engine.
   * @param {Step} step @param {import("./server.js").Line[]} known lines to show until better ones arrive
   * @param {number} [seconds]
   */
  _ask(step, known, seconds) {
    this._searched = { step, count: this.count, asked: this.engine, known };
    this._open().analyze({
      ...this._position(),
      lines: this.count,
      ...(seconds ? { seconds } : {}),
      ...(this.engine ? { engine: this.engine } : {}),
    });
  }

  /** Stop the search of the current step or, if it is done, begin a longer one. */
  more() {
    const step = this._step,
      search = step?.search;
    if (!this.on || !step || this.trouble) return;
    clearTimeout(this._timer);
    if (!search?.done) {
      this._socket?.stop();
      step.search = {
        lines: [],
        engine: "",
        seconds: 0,
        count: this.count,
        asked: this.engine,
        ...search,
        done: true,
        why: "stopped",
      };
    } else if (goesDeeper(search)) {
      step.search = { ...search, done: false, why: undefined, seconds: 0 };
      this._ask(step, search.lines, Math.min(MOST, Math.max(LEAST, Math.round(DEEPER * search.seconds))));
    }
    this._changed();
  }

  /** Whether a search with the current settings has ended on its own. @param {Step} step */
  _complete(step) {
    const { search } = step;
    return Boolean(
      search?.done && search.count === this.count && search.asked === this.engine && search.why !== "stopped",
    );
  }

  _open() {
    this._socket ??= new AnalysisSocket(
      (search) => {
        if (!this._searched) return;
        const { step, count, asked, known } = this._searched;
        // A search that starts over must not replace deeper lines.
        if (search.lines.length || search.done)
          step.search = {
            ...search,
            lines: deeper(search.lines, known) ? search.lines : known,
            count,
            asked,
          };
        this.trouble = "";
        this._changed();
      },
      (text) => {
        this.trouble = text;
        this._changed();
      },
    );
    return this._socket;
  }

  /** Make the next `look` search the same position again, as after a change of settings. */
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
