/** `<review-moves>`: the moves of a reviewed game with a mark on each error. A click on a move shows its position. */

import { html, nothing } from "../vendor/lit/lit.js";
import { PageElement } from "../page_element.js";
import { keepInView } from "../boards/in_view.js";
import { turnOf } from "../move_numbers.js";
import { words } from "../words/review.js";
import { judgmentMark, kindClass } from "./judgment_mark.js";

/** @fires go a move was chosen; `detail` is its ply */
export class ReviewMoves extends PageElement {
  static properties = {
    game: {},
    moves: { attribute: false },
    judgments: { attribute: false },
    first: { attribute: false },
    at: { attribute: false },
    side: { attribute: false },
  };

  constructor() {
    super();
    /** The name of the game. */
    this.game = "";
    /** @type {string[]} */
    this.moves = [];
    /** The judgments by ply. @type {Map<number, Api.JudgmentJson>} */
    this.judgments = new Map();
    /** The player of the first move. */
    this.first = 0;
    /** The ply of the move that is shown; 0 for the start. */
    this.at = 0;
    /** The player whose errors are marked; null for both. @type {number | null} */
    this.side = null;
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    // Wait for the layout: the height of the card above the list depends on the move.
    if (changed.has("at")) requestAnimationFrame(() => this._follow());
  }

  /** Keep the move that is shown in view. */
  _follow() {
    const list = this.querySelector("ol"),
      now = /** @type {HTMLElement | null} */ (this.querySelector("[aria-current]"));
    if (!list) return;
    if (now)
      keepInView(list, now, now.clientHeight); // with room for the next move
    else list.scrollTo(0, 0);
  }

  /** @param {number} ply */
  _go(ply) {
    this.emit("go", ply);
  }

  /** @param {number | null} ply */
  _move(ply) {
    if (ply === null) return html`<span class="none">…</span>`;
    const judgment = this.judgments.get(ply),
      faint = this.side !== null && judgment && judgment.side !== this.side,
      marked = judgment?.error && !faint ? judgment : null;
    const name = judgment?.error ? `${this.moves[ply - 1]}, ${words.judgments[judgment.judgment]}` : nothing;
    return html`<button type="button" class="review-move ${marked ? kindClass(marked.judgment) : ""} ${judgment ? "" : "unknown"}" data-ply=${ply}
      aria-current=${ply === this.at ? "step" : nothing} aria-label=${name} @click=${() => this._go(ply)}>${this.moves[ply - 1]}${marked ? html`<span class="glyph">${marked.glyph}</span>${judgmentMark(marked.judgment)}` : nothing}</button>`;
  }

  render() {
    // If the second player moves first, the first cell is empty.
    /** @type {(number | null)[]} */
    const cells = [...(this.first === 1 ? [null] : []), ...this.moves.map((_, k) => k + 1)];
    const rows = [];
    for (let k = 0; k < cells.length; k += 2) rows.push(cells.slice(k, k + 2));
    return html`<h2 class="hidden">${words.moveList}</h2>
      <ol class="review-list" aria-label=${words.moveList}>${rows.map((row) => html`<li><span class="turn">${turnOf(this.game, row[0] ?? row[1] ?? 1, this.first)}.</span>${row.map((ply) => this._move(ply))}</li>`)}</ol>`;
  }
}

customElements.define("review-moves", ReviewMoves);
