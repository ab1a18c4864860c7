/**
 * `<opening-board>`: a board for exploring the openings of the library, move by move.
 *
 * @fires line the visitor went to another position; `detail` is the line to it
 * @typedef {import("../library_api.js").Line} Line
 */

import { html, nothing } from "../vendor/lit/lit.js";
import { PageElement } from "../page_element.js";
import { BoardHost } from "../boards/board_host.js";
import { makeBoard } from "../boards/make.js";
import { words } from "../words/library.js";
import { icon } from "./icons.js";
import "./explorer.js";

export class OpeningBoard extends PageElement {
  static properties = {
    line: { attribute: false },
    games: { attribute: false },
    version: { attribute: false },
    shown: { state: true },
  };

  constructor() {
    super();
    /** @type {Line | null} */
    this.line = null;
    /** @type {Api.GameJson[]} */
    this.games = [];
    this.version = 0;
    /** @type {Api.ExplorerJson | null} */
    this.shown = null;
    this._board = new BoardHost(this, () => this._scene(), { choose: (move) => this._play(move) });
    this._made = "";
    /** The line whose position is shown, as JSON. */
    this._at = "";
  }

  /** @param {CustomEvent} event */
  async _explored(event) {
    /** @type {Api.ExplorerJson} */
    const found = event.detail,
      at = JSON.stringify(this.line);
    const info = this.games.find((one) => one.name === found.game),
      made = `${found.game} ${found.board.variant}`;
    if (this._made !== made) {
      this._board.use(await makeBoard(info, found.board.variant));
      this._made = made;
    }
    this.shown = found;
    this._at = at;
  }

  /**
   * Play a move, unless it still belongs to the previous position, which is shown until the response arrives.
   * @param {Api.MoveJson} move
   */
  _play(move) {
    if (move && this.line && JSON.stringify(this.line) === this._at)
      this._go([...(this.line.moves ?? []), move.move]);
  }

  /** @param {string[]} moves */
  _go(moves) {
    this._board.point(null);
    this.emit("line", { ...this.line, moves });
  }

  _scene() {
    return this.shown && { board: this.shown.board, legal: this.shown.legal, last: this.shown.last };
  }

  render() {
    const moves = this.line?.moves ?? [];
    return html`<div class="openings">
      <div class="openings-board">
        <div class="openings-stage">${this._board.element}</div>
      </div>
      <div class="openings-side">
        <nav class="path" aria-label=${words.opening}>
          <button type="button" class="step" aria-label=${words.back} title=${words.back} ?disabled=${!moves.length} @click=${() => this._go(moves.slice(0, -1))}>${icon("back")}</button>
          <ol><li><button type="button" class="link" aria-current=${moves.length ? nothing : "step"} @click=${() => this._go([])}>${words.opStart}</button></li>
            ${moves.map((move, k) => html`<li><button type="button" class="link" aria-current=${k === moves.length - 1 ? "step" : nothing} @click=${() => this._go(moves.slice(0, k + 1))}>${move}</button></li>`)}</ol>
        </nav>
        <opening-explorer .line=${this.line} .games=${this.games} .version=${this.version}
          @explored=${this._explored} @hover=${(/** @type {CustomEvent} */ event) => this._board.point(event.detail)} @choose=${(/** @type {CustomEvent} */ event) => this._play(event.detail)}></opening-explorer>
      </div>
    </div>`;
  }
}

customElements.define("opening-board", OpeningBoard);
