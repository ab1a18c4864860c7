/**
 * `<move-list>`: the moves so far, a pair of moves a row. A click on a move asks to see the position after it.
 *
 * @fires look the number of moves before the position is the `detail`
 */

import { LitElement, html, nothing } from "../vendor/lit/lit.js";
import { words } from "../words/play.js";

export class MoveList extends LitElement {
  static properties = { moves: { attribute: false }, first: { attribute: false }, at: { attribute: false } };

  constructor() {
    super();
    /** @type {string[]} */
    this.moves = [];
    /** The player of the first move. */
    this.first = 0;
    /** How many moves lead to the position on the board; null for all. @type {number | null} */
    this.at = null;
  }

  createRenderRoot() {
    return this;
  }

  updated() {
    const list = this.querySelector("ol"), now = /** @type {HTMLElement | null} */ (this.querySelector("[aria-current]"));
    if (!list) return;
    if (this.at === null) list.scrollTop = list.scrollHeight;
    else if (now) list.scrollTop = Math.max(0, now.offsetTop - list.offsetTop - list.clientHeight / 2);
  }

  /** @param {number} count */
  _look(count) {
    this.dispatchEvent(new CustomEvent("look", { detail: count }));
  }

  render() {
    const skipped = this.first === 1 && this.moves.length ? 1 : 0;
    /** @type {(string | null)[]} */
    const cells = skipped ? [null, ...this.moves] : [...this.moves];
    const rows = [];
    for (let k = 0; k < cells.length; k += 2) rows.push(cells.slice(k, k + 2));
    const shown = this.at ?? this.moves.length;
    return html`<h2 class="hidden">${words.moveList}</h2>
      ${rows.length ? nothing : html`<p class="quiet">${words.noMoves}</p>`}
      <ol class="moves" aria-label=${words.moveList}>${rows.map((row, number) => html`<li>
        <span class="turn">${number + 1}.</span>
        ${row.map((move, k) => {
          const count = 2 * number + k + 1 - skipped;
          return move === null ? html`<span class="move none">…</span>`
            : html`<button type="button" class="move" aria-current=${count === shown ? "step" : nothing} @click=${() => this._look(count)}>${move}</button>`;
        })}
      </li>`)}</ol>`;
  }
}

customElements.define("move-list", MoveList);
