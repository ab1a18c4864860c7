/** `<move-list>`: the moves so far, a pair of moves a row. */

import { LitElement, html, nothing } from "../vendor/lit/lit.js";
import { words } from "../words/play.js";

export class MoveList extends LitElement {
  static properties = { moves: { attribute: false }, first: { attribute: false } };

  constructor() {
    super();
    /** @type {string[]} */
    this.moves = [];
    /** The player of the first move. */
    this.first = 0;
  }

  createRenderRoot() {
    return this;
  }

  updated() {
    const list = this.querySelector("ol");
    if (list) list.scrollTop = list.scrollHeight;
  }

  render() {
    /** @type {(string | null)[]} */
    const cells = this.first === 1 && this.moves.length ? [null, ...this.moves] : [...this.moves];
    const rows = [];
    for (let k = 0; k < cells.length; k += 2) rows.push(cells.slice(k, k + 2));
    const last = cells.length - 1;
    return html`<h2 class="hidden">${words.moveList}</h2>
      ${rows.length ? nothing : html`<p class="quiet">${words.noMoves}</p>`}
      <ol class="moves" tabindex=${rows.length > 6 ? 0 : nothing} aria-label=${words.moveList}>${rows.map((row, number) => html`<li>
        <span class="turn">${number + 1}.</span>
        ${row.map((move, k) => html`<span class=${move === null ? "move none" : "move"} aria-current=${2 * number + k === last ? "step" : nothing}>${move ?? "…"}</span>`)}
      </li>`)}</ol>`;
  }
}

customElements.define("move-list", MoveList);
