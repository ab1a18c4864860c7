/**
 * `<move-list>`: the moves so far, two per row. A click on a move requests the position after it.
 *
 * Viewing another position only changes the current move; the rows are rendered again only after a new move.
 *
 * @fires look a request to show another position; `detail` is the number of plies that lead to it
 */

import { guard, html, nothing } from "../vendor/lit/lit.js";
import { PageElement } from "../page_element.js";
import { keepInView } from "../boards/in_view.js";
import { turnOf } from "../move_numbers.js";
import { words } from "../words/play.js";

export class MoveList extends PageElement {
  static properties = {
    game: {},
    moves: { attribute: false },
    first: { attribute: false },
    at: { attribute: false },
  };

  constructor() {
    super();
    /** The name of the game. */
    this.game = "";
    /** @type {string[]} */
    this.moves = [];
    /** The player of the first move. */
    this.first = 0;
    /** The number of moves that lead to the position on the board; null for all. @type {number | null} */
    this.at = null;
    this._frame = 0;
    /** The buttons, one for each move, as a live collection. */
    this._buttons = this.getElementsByTagName("button");
    /** The current move. @type {Element | undefined} */
    this._marked = undefined;
  }

  updated() {
    const now = this._buttons[(this.at ?? this.moves.length) - 1];
    if (this._marked !== now) this._marked?.removeAttribute("aria-current");
    now?.setAttribute("aria-current", "step");
    this._marked = now;
    if (!this._frame) this._frame = requestAnimationFrame(() => setTimeout(() => this._follow()));
  }

  /**
   * Scroll the current move into view. This runs after the browser's next layout, so that measuring does not force
   * another layout.
   */
  _follow() {
    this._frame = 0;
    const list = this.querySelector("ol");
    if (!list) return;
    if (this.at === null || !this._marked) {
      list.scrollTop = this.at === null ? list.scrollHeight : 0;
      return;
    }
    keepInView(list, this._marked);
  }

  /** @param {MouseEvent} event */
  _click(event) {
    const found = /** @type {Element} */ (event.target).closest("[data-count]");
    if (found) this.emit("look", Number(found.getAttribute("data-count")));
  }

  _rows() {
    const offset = this.first === 1 && this.moves.length ? 1 : 0; // 1 if the second player moves first
    /** @type {(string | null)[]} */
    const cells = offset ? [null, ...this.moves] : [...this.moves];
    const rows = [];
    for (let k = 0; k < cells.length; k += 2) rows.push(cells.slice(k, k + 2));
    return rows.map(
      (row, number) => html`<li>
        <span class="turn">${turnOf(this.game, Math.max(1, 2 * number + 1 - offset), this.first)}.</span>
        ${row.map((move, k) =>
          move === null
            ? html`<span class="move none">…</span>`
            : html`<button type="button" class="move" data-count=${2 * number + k + 1 - offset}>${move}</button>`,
        )}
      </li>`,
    );
  }

  render() {
    return html`<h2 class="hidden">${words.moveList}</h2>
      ${this.moves.length ? nothing : html`<p class="quiet">${words.noMoves}</p>`}
      <ol class="moves" aria-label=${words.moveList} @click=${this._click}>${guard([this.game, this.moves, this.first], () => this._rows())}</ol>`;
  }
}

customElements.define("move-list", MoveList);
