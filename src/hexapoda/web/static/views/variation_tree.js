/**
 * `<variation-tree>`: the moves of a game with its variations. The main line is laid out in rows; a variation follows
 * the move that it replaces.
 *
 * Going to another step changes only the current move; the moves are rendered again only when the tree changes.
 *
 * @fires go a move was chosen; `detail` is the id of its step
 * @typedef {import("../analysis/game_tree.js").Step} Step
 * @typedef {import("../analysis/game_tree.js").Played} Played
 */

import { guard, html, nothing } from "../vendor/lit/lit.js";
import { PageElement } from "../page_element.js";
import { marksOf } from "../analysis/game_tree.js";
import { keepInView } from "../boards/in_view.js";
import { countsPlies } from "../move_numbers.js";
import { words } from "../words/steps.js";
import { icon } from "./icons.js";

const PART = 25; // the number of rows in a block, which the browser lays out only if it is in view

export class VariationTree extends PageElement {
  static properties = {
    tree: { attribute: false },
    version: { attribute: false },
    current: { attribute: false },
    whole: { state: true },
  };

  constructor() {
    super();
    /** @type {import("../analysis/game_tree.js").GameTree | null} */
    this.tree = null;
    /** The version of the tree that is shown. */
    this.version = -1;
    /** The id of the step on the board. */
    this.current = 0;
    /** Whether a phone shows the whole list instead of a strip. */
    this.whole = false;
    /** The buttons of the steps, by id. @type {Map<string, Element>} */
    this._buttons = new Map();
    /** @type {Element | null} */
    this._marked = null;
    this._waiting = 0;
    /** Watches the size of the list: when content above or below it grows, the current move can leave the view. */
    this._watch = new ResizeObserver(() => this._soon());
  }

  connectedCallback() {
    super.connectedCallback();
    this._watch.observe(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this._watch.disconnect();
    cancelAnimationFrame(this._waiting);
    this._waiting = 0;
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (changed.has("tree") || changed.has("version"))
      this._buttons = new Map(
        [...this.querySelectorAll("[data-step]")].map((one) => [one.getAttribute("data-step") ?? "", one]),
      );
    const now = this._buttons.get(String(this.current)) ?? null;
    if (this._marked !== now) this._marked?.removeAttribute("aria-current");
    now?.setAttribute("aria-current", "step");
    this._marked = now;
    this._soon();
  }

  /** Bring the current move into view after the next frame, when the browser has laid out the page anyway. */
  _soon() {
    if (!this._waiting) this._waiting = requestAnimationFrame(() => setTimeout(() => this._follow()));
  }

  /** Bring the current move into view. */
  _follow() {
    this._waiting = 0;
    const list = this.querySelector(".tree-rows"),
      now = this._marked;
    if (!list) return;
    if (!now) list.scrollTo(0, 0);
    else if (keepInView(list, now, 4)) this._soon(); // the sizes of rows out of view were only estimates
  }

  /** @param {MouseEvent} event */
  _click(event) {
    const found = /** @type {Element} */ (event.target).closest("[data-step]");
    if (found) this.emit("go", Number(found.getAttribute("data-step")));
  }

  /** Return the number of a move, and whether it is the second of its pair. @param {Step} step */
  _number(step) {
    const tree = /** @type {import("../analysis/game_tree.js").GameTree} */ (this.tree),
      { ply, player } = tree.board(tree.root);
    return { number: tree.turn(step), second: (ply + ((ply + player) % 2) + step.ply - 1) % 2 === 1 };
  }

  /** @param {Played} step @param {string} [number] */
  _move(step, number = "") {
    const marks = marksOf(step);
    return html`<button type="button" class="step" data-step=${step.id}>${number ? html`<span class="turn">${number}</span> ` : nothing}${step.move.move}${marks ? html`<b>${marks}</b>` : nothing}</button>`;
  }

  _content() {
    const root = this.tree?.root;
    if (!root) return nothing;
    const rows = this._rows(root);
    const parts = Array.from({ length: Math.ceil(rows.length / PART) }, (_, k) =>
      rows.slice(PART * k, PART * (k + 1)),
    );
    return [
      root.steps.length ? nothing : html`<p class="quiet">${words.noMoves}</p>`,
      ...parts.map((part) => html`<div class="tree-part">${part}</div>`),
    ];
  }

  /** @param {Step} root */
  _rows(root) {
    const rows = [];
    /** @type {{number: number, cells: (Played | null)[]} | null} */
    let row = null;
    const end = () => {
      if (row)
        rows.push(
          html`<div class="pair-row"><span class="turn">${row.number}.</span>${row.cells.map((step) => (step ? this._move(step) : html`<span class="gap">…</span>`))}</div>`,
        );
      row = null;
    };
    if (root.comment) rows.push(html`<p class="said">${root.comment}</p>`);
    for (let step = root.steps[0]; step; step = step.steps[0]) {
      const { number, second } = this._number(step),
        others = step.parent.steps.slice(1);
      row ??= { number, cells: second ? [null] : [] };
      row.cells.push(step);
      const besides = others.length > 0 || step.comment;
      if (besides && !second) row.cells.push(null);
      if (besides || second) end();
      if (besides)
        rows.push(html`<div class="besides">${step.comment ? html`<p class="said">${step.comment}</p>` : nothing}
        ${others.map((other) => html`<div class="variation">${this._line(other)}</div>`)}</div>`);
    }
    end();
    return rows;
  }

  /** A variation, with nested variations in parentheses. @param {Played} first @returns {unknown[]} */
  _line(first) {
    const parts = [];
    let fresh = true; // whether the next move needs its number
    for (let step = first; step; step = step.steps[0]) {
      const { number, second } = this._number(step);
      const own = !second || countsPlies(this.tree?.record.game ?? "");
      parts.push(this._move(step, own ? `${number}.` : fresh ? `${number}…` : ""));
      fresh = false;
      if (step.comment) {
        parts.push(html`<span class="said">${step.comment}</span>`);
        fresh = true;
      }
      const others = step === first ? [] : /** @type {Step} */ (step.parent).steps.slice(1);
      for (const other of others) {
        parts.push(html`<span class="inner">(${this._line(other)})</span>`);
        fresh = true;
      }
    }
    return parts;
  }

  render() {
    return html`<h2 class="hidden">${words.moves}</h2>
      <div class="tree-rows" role="group" tabindex="-1" aria-label=${words.moves} @click=${this._click}>
        ${guard([this.tree, this.version], () => this._content())}
      </div>
      <button type="button" class="unfold" aria-expanded=${this.whole} aria-label=${words.unfold} title=${words.unfold} @click=${() => {
        this.whole = !this.whole;
        this.classList.toggle("whole", this.whole);
      }}>${icon("unfold")}</button>`;
  }
}

customElements.define("variation-tree", VariationTree);
