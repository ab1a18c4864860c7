/**
 * `<y-board>`: the triangle of Y. Click a cell to place a stone; a button passes, if the rules have passes.
 *
 * A board draws what `board_json` says and reports gestures; it knows no rules. The page's own modules are two folders up.
 *
 * @typedef {import("../../boards/hexagons.js").Cell} Cell
 */

import { html, nothing, svg } from "../../vendor/lit/lit.js";
import { Board } from "../../boards/board.js";
import { at, center, hexagon, key } from "../../boards/hexagons.js";
import { overlayMarks } from "../../boards/overlay.js";
import { words as boardWords } from "../../words/boards.js";
import { words } from "./words.js";

const CELL = hexagon(98),
  INNER = hexagon(84);

/** A cell as players write it. @param {Cell} cell */
const nameOf = ([q, r]) => `${r + 1}.${q + r + 1}`;

export class YBoard extends Board {
  /** @param {Cell} cell */
  press(cell) {
    const move = this.legal.find((one) => one.cell && key(one.cell) === key(cell));
    if (move) this.emit("choose", move);
    else if (this.legal.length) this.emit("touch", { text: nameOf(cell), cell });
  }

  /** @param {Cell} cell */
  reachable([q, r]) {
    return r >= 0 && r < this.board.size && q <= 0 && q + r >= 0;
  }

  /** @returns {Cell} */
  home() {
    return this.last?.cell ?? [0, 0];
  }

  /** @returns {Cell[]} */
  stops() {
    return this.board.stones.map((/** @type {{cell: Cell}} */ stone) => stone.cell);
  }

  /** @param {Cell} cell */
  describe(cell) {
    const stone = this._stones().get(key(cell));
    return `${nameOf(cell)}, ${stone === undefined ? boardWords.empty : words.stones[stone]}`;
  }

  /** @param {any} board */
  frameOf({ size }) {
    const [left, bottom] = center([1 - size, size - 1]);
    return { left: left - 130, right: -left + 130, top: -130, bottom: bottom + 130 };
  }

  updated() {
    if (this.board && this.camera.empty) this.camera.hold(this.frameOf(this.board));
  }

  /** The player of each stone, by its cell. @returns {Map<string, number>} */
  _stones() {
    return new Map(
      this.board.stones.map((/** @type {{cell: Cell, player: number}} */ { cell, player }) => [
        key(cell),
        player,
      ]),
    );
  }

  render() {
    if (!this.board) return nothing;
    const { size } = this.board,
      stones = this._stones(),
      joined = new Set(this.board.joined.map(key));
    const cells = Array.from({ length: size }, (_, r) =>
      Array.from({ length: r + 1 }, (_, place) => /** @type {Cell} */ ([place - r, r])),
    ).flat();
    const pass = this.legal.find((move) => !move.cell);
    const mark = (/** @type {Cell} */ cell, /** @type {string} */ name) =>
      svg`<path class=${name} d=${INNER} transform=${at(center(cell))} />`;
    return html`
      <svg class="surface" tabindex="0" role="application" aria-roledescription=${boardWords.board} aria-label=${this.label} ?data-open=${this.legal.length > 0}
        preserveAspectRatio="xMidYMid meet" @click=${this.onClick} @keydown=${this.onKey} @blur=${() => {
          this.cursor = null;
        }}>
        ${cells.map(
          (
            cell,
          ) => svg`<g class=${joined.has(key(cell)) ? "cell joined" : "cell"} data-cell=${key(cell)} transform=${at(center(cell))}>
          <path d=${CELL} /><title>${nameOf(cell)}</title>
          ${stones.has(key(cell)) ? svg`<circle class="stone of-${stones.get(key(cell))}" r="66" />` : nothing}
        </g>`,
        )}
        ${overlayMarks(this.overlays, center, INNER)}
        <g class="marks">
          ${this.last?.cell ? svg`<circle class="latest" r="20" transform=${at(center(this.last.cell))} />` : nothing}
          ${this.ideas.filter(({ move }) => move.cell).map(({ move, label }) => svg`<g class="idea" transform=${at(center(move.cell))}><circle r="58" /><text y="13">${label}</text></g>`)}
          ${this.hint?.cell ? mark(this.hint.cell, "hint") : nothing}
          ${this.cursor ? mark(this.cursor, "cursor") : nothing}
        </g>
      </svg>
      ${pass ? html`<button type="button" class="pass" @click=${() => this.emit("choose", pass)}>${words.pass}</button>` : nothing}
      <p class="hidden" role="status">${this.spoken}</p>`;
  }
}

customElements.define("y-board", YBoard);
