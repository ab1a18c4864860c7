/**
 * `Setup`: a position that is set up by hand. The server checks it after every change.
 *
 * @typedef {import("../boards/hexagons.js").Cell} Cell
 * @typedef {Api.SetupFields} Wish a position to begin with
 */

import { key } from "../boards/hexagons.js";
import { Latest } from "../latest.js";
import { readSetup } from "./server.js";

export class Setup {
  /** @param {(state: Api.SetupJson) => void} shown called with each answer of the server */
  constructor(shown) {
    this._shown = shown;
    /** @type {Api.SetupJson | null} */
    this.state = null;
    /** The piece to put on the next cell, in games with an unlimited supply of pieces. */
    this.color = "";
    this._latest = new Latest();
  }

  /** Send a position to the server, and show its answer. @param {Wish} wish */
  async ask(wish) {
    const isLatest = this._latest.begin(),
      state = await readSetup(wish);
    if (!isLatest()) return; // a later edit is on its way
    this.state = state;
    if (!state.tray.some((one) => one.piece === this.color))
      this.color = state.tray.find((one) => one.left === null)?.piece ?? "";
    this._shown(state);
  }

  /** Whether the supply of pieces is unlimited, as in Hex. */
  get endless() {
    return Boolean(this.state?.tray.some((one) => one.left === null));
  }

  /**
   * Return the moves that the board offers: each piece on the board or in the tray can move to each open cell. If the
   * supply is unlimited, only the chosen piece can be placed.
   * @returns {Api.MoveJson[]}
   */
  moves() {
    const { state } = this;
    if (!state) return [];
    const placed = new Map(state.pieces.map((one) => [key(one.cell), one.piece])),
      tops = new Map([...placed].map(([cell, piece]) => [piece, cell]));
    const open = state.open ?? cellsOf(state.board).filter((cell) => !placed.has(key(cell)));
    const pieces = this.endless
      ? [this.color]
      : [...tops.keys(), ...state.tray.filter((one) => one.left).map((one) => one.piece)];
    return pieces.flatMap((piece) =>
      open
        .filter((cell) => tops.get(piece) !== key(cell))
        .map((cell) => ({ move: "", piece, to: cell, cell, from: null })),
    );
  }

  /** Put a piece on a cell, from the tray or from another cell. @param {string} piece @param {Cell} cell */
  put(piece, cell) {
    const pieces = this.endless ? this._pieces() : this._pieces().filter((one) => one.piece !== piece);
    return this.change({ pieces: [...pieces, { piece, cell }] });
  }

  /** Take the topmost piece from a cell. @param {Cell} cell */
  take(cell) {
    const pieces = this._pieces(),
      at = pieces.findLastIndex((one) => key(one.cell) === key(cell));
    return this.change({ pieces: pieces.filter((_, k) => k !== at) });
  }

  _pieces() {
    return this.state?.pieces ?? [];
  }

  /** @param {Partial<Api.SetupJson>} changes */
  change(changes) {
    if (!this.state) return Promise.resolve();
    const { game, variant, rules, pieces, player } = this.state;
    return this.ask({ game, variant, rules, pieces, player, ...changes });
  }
}

/** Return all cells of a board that has columns and rows. @param {Api.BoardJson} board @returns {Cell[]} */
const cellsOf = ({ columns = 0, rows = 0 }) =>
  Array.from({ length: columns * rows }, (_, k) => [k % columns, Math.floor(k / columns)]);
