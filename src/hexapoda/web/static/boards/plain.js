/** `<plain-board>`: shows a game that has no board of its own, as text with a button for each legal move. */

import { html, nothing } from "../vendor/lit/lit.js";
import { words } from "../words/boards.js";
import { Board } from "./board.js";

export class PlainBoard extends Board {
  render() {
    if (!this.board) return nothing;
    return html`<div class="plain" role="group" aria-label=${this.label}>
      <pre>${this.board.text}</pre>
      <p>${words.moves(this.legal.length)}</p>
      <div class="choices">${this.legal.map((move) => html`<button type="button" data-move=${move.move} @click=${() => this.emit("choose", move)}>${move.move}</button>`)}</div>
    </div>`;
  }
}

customElements.define("plain-board", PlainBoard);
