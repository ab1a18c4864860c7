/**
 * `<move-list>`: the moves so far, a pair of moves a row. A click on a move asks to see the position after it.
 *
 * A look at another position changes only which move is current. The moves are written anew after a move.
 *
 * @fires look the number of moves before the position is the `detail`
 */

import { guard, html, nothing } from "../vendor/lit/lit.js";
import { PageElement } from "../page_element.js";
import { words } from "../words/play.js";

export class MoveList extends PageElement {
  static properties = { moves: { attribute: false }, first: { attribute: false }, at: { attribute: false } };

  constructor() {
    super();
    /** @type {string[]} */
    this.moves = [];
    /** The player of the first move. */
    this.first = 0;
    /** How many moves lead to the position on the board; null for all. @type {number | null} */
    this.at = null;
    this._waiting = 0;
  }

  updated() {
    const list = this.querySelector("ol"),
      before = this.querySelector("[aria-current]"),
      now = this.querySelector(`[data-count="${this.at ?? this.moves.length}"]`);
    if (before !== now) before?.removeAttribute("aria-current");
    now?.setAttribute("aria-current", "step");
    if (list && !this._waiting)
      this._waiting = requestAnimationFrame(() => setTimeout(() => this._follow(list)));
  }

  /** Bring the current move into view, when the browser has laid the page out anyway. @param {HTMLElement} list */
  _follow(list) {
    this._waiting = 0;
    const now = /** @type {HTMLElement | null} */ (list.querySelector("[aria-current]"));
    if (this.at === null) list.scrollTop = list.scrollHeight;
    else if (now) list.scrollTop = Math.max(0, now.offsetTop - list.offsetTop - list.clientHeight / 2);
  }

  /** @param {MouseEvent} event */
  _click(event) {
    const found = /** @type {Element} */ (event.target).closest("[data-count]");
    if (found) this.emit("look", Number(found.getAttribute("data-count")));
  }

  _rows() {
    const skipped = this.first === 1 && this.moves.length ? 1 : 0;
    /** @type {(string | null)[]} */
    const cells = skipped ? [null, ...this.moves] : [...this.moves];
    const rows = [];
    for (let k = 0; k < cells.length; k += 2) rows.push(cells.slice(k, k + 2));
    return rows.map(
      (row, number) => html`<li>
        <span class="turn">${number + 1}.</span>
        ${row.map((move, k) =>
          move === null
            ? html`<span class="move none">…</span>`
            : html`<button type="button" class="move" data-count=${2 * number + k + 1 - skipped}>${move}</button>`,
        )}
      </li>`,
    );
  }

  render() {
    return html`<h2 class="hidden">${words.moveList}</h2>
      ${this.moves.length ? nothing : html`<p class="quiet">${words.noMoves}</p>`}
      <ol class="moves" aria-label=${words.moveList} @click=${this._click}>${guard([this.moves, this.first], () => this._rows())}</ol>`;
  }
}

customElements.define("move-list", MoveList);
