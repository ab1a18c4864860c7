/** `Overlays`: which overlays the visitor has switched on, and the server's answers for each position. */

import { ApiError } from "../request.js";
import { readOverlays } from "./server.js";

const REST = 90; // milliseconds on a position before the server is asked

export class Overlays {
  /** @param {() => void} changed called when there is something new to show */
  constructor(changed) {
    /** @type {Api.OverlayKindJson[]} */
    this.kinds = [];
    /** The ids of the kinds that are switched on. @type {Set<string>} */
    this.on = new Set();
    /** @type {Api.OverlayJson[]} */
    this.answers = [];
    this.trouble = "";
    /** The cell of the selected piece, for overlays about one piece. @type {[number, number] | null} */
    this.cell = null;
    this._changed = changed;
    this._asked = "";
    this._timer = 0;
    /** @type {AbortController | null} */
    this._request = null;
    /** @type {Map<string, Api.OverlayJson[]>} */
    this._known = new Map();
  }

  /** @param {Api.OverlayKindJson[]} kinds of the game on the board */
  offer(kinds) {
    this.kinds = kinds;
    this._known.clear();
    this.look(null);
  }

  /** @param {string} id */
  toggle(id) {
    if (!this.on.delete(id)) this.on.add(id);
  }

  /**
   * Look at a position: use the known answers, or ask the server once the visitor stays on it.
   * @param {Api.PositionFields | null} position
   */
  look(position) {
    const wanted = this.kinds
      .filter((kind) => this.on.has(kind.id) && (!kind.cell || this.cell))
      .map((kind) => kind.id);
    const asked =
      position && wanted.length
        ? JSON.stringify([
            position,
            wanted,
            wanted.some((id) => this.kinds.find((kind) => kind.id === id)?.cell) && this.cell,
          ])
        : "";
    if (asked === this._asked) return;
    this._asked = asked;
    this._request?.abort();
    clearTimeout(this._timer);
    this.trouble = "";
    this.answers = this._known.get(asked) ?? [];
    if (!asked || !position || this._known.has(asked)) return;
    this._timer = setTimeout(() => this._ask(asked, position, wanted), REST);
  }

  /** @param {string} asked @param {Api.PositionFields} position @param {string[]} wanted */
  async _ask(asked, position, wanted) {
    const request = new AbortController();
    this._request = request;
    try {
      const { overlays } = await readOverlays(position, wanted, this.cell, request.signal);
      if (this._known.size > 300) this._known.clear();
      this._known.set(asked, overlays);
      if (asked === this._asked) this.answers = overlays;
    } catch (error) {
      if (request.signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      this.trouble = error.message;
    }
    this._changed();
  }

  stop() {
    clearTimeout(this._timer);
    this._request?.abort();
  }
}
