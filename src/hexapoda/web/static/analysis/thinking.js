/** `Thinking`: the engine that looks at the position on the board. What it finds stays with the step. */

import { remember, remembered } from "../browser_storage.js";
import { AnalysisSocket } from "./server.js";

/** @typedef {import("./game_tree.js").Step} Step */

const REST = 60; // milliseconds on a position before the engine looks at it
const LEAST = 60; // seconds of a search that goes deeper
const DEEPER = 3; // times as long as the search before
const MOST = 600; // seconds, as the server has it
const NAME = "hexapoda.engine";

/** Whether a longer search may find more. @param {{done: boolean, why?: string}} search */
export const goesDeeper = ({ done, why }) => done && (why === "time" || why === "stopped");

/** Whether lines say more than those of a search before. @param {import("./server.js").Line[]} lines @param {import("./server.js").Line[]} known */
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
    /** How many lines. */
    this.count = Math.min(5, Math.max(1, Number(found?.count) || 3));
    /** The id of the engine; empty for the strongest. */
    this.engine = typeof found?.engine === "string" ? found.engine : "";
    this._changed = changed;
    /** @type {Step | null} */
    this._step = null;
    /**
     * What the engine was asked: until it is asked again, its lines belong to the step before. `known` has what a shorter
     * search found. @type {{step: Step, count: number, asked: string, known: import("./server.js").Line[]} | null}
     */
    this._searched = null;
    this._timer = 0;
    /** @type {() => Api.PositionFields} */
    this._position = () => ({});
    /** @type {AnalysisSocket | null} */
    this._socket = null;
  }

  /** Look at a step. @param {Step} step @param {() => Api.PositionFields} position @param {boolean} over */
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

  /** Ask the engine. @param {Step} step @param {import("./server.js").Line[]} known what stays until there is more @param {number} [seconds] */
  _ask(step, known, seconds) {
    this._searched = { step, count: this.count, asked: this.engine, known };
    this._open().analyze({
      ...this._position(),
      lines: this.count,
      ...(seconds ? { seconds } : {}),
      ...(this.engine ? { engine: this.engine } : {}),
    });
  }

  /** Stop the search of the step on the board, or begin a longer one. */
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

  /** Whether the engine has nothing to add. @param {Step} step */
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
        // A search that begins again must not take away what is known.
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
