/**
 * `<hex-board>`: a rhombus of cells between four colored edges. Click a cell to place a stone.
 *
 * @typedef {import("../../boards/hexagons.js").Cell} Cell
 * @typedef {import("../../boards/hexagons.js").Point} Point
 */

import { guard, html, nothing, svg } from "../../vendor/lit/lit.js";
import { Board } from "../../boards/board.js";
import { drawings } from "../../boards/drawing.js";
import { at, cellOf, center, corners, hexagon, key, turned } from "../../boards/hexagons.js";
import { Pace } from "../../boards/motion.js";
import { overlayMarks } from "../../boards/overlay.js";
import { words as boardWords } from "../../words/boards.js";
import { shadeOf } from "./shading.js";
import { words } from "./words.js";

const CELL = hexagon(100);
const INNER = hexagon(86);
const BAND = 134; // from the line through the outermost centers to the outside of an edge
const BEVEL = 172; // from the center of an acute corner to where it is cut off
const LABEL = 188; // from the line through the outermost centers to the labels
const NAMES = ["black", "white"];

/** @param {number} column */
const letter = (column) =>
  (column > 25 ? String.fromCharCode(96 + Math.floor(column / 26)) : "") +
  String.fromCharCode(97 + (column % 26));

/** @param {Cell} cell */
const cellName = ([column, row]) => `${letter(column)}${row + 1}`;

export class HexBoard extends Board {
  static properties = { turns: { state: true }, aim: { state: true } };

  constructor() {
    super();
    /** The rotation in sixths of a turn, clockwise: 0 for level rows; 1 for a board on its corner, in tall windows. */
    this.turns = 0;
    /** The name of the cell under the mouse. @type {string | null} */
    this.aim = null;
    /** @type {Map<string, string>} */
    this.stones = new Map();
    this._before = new Set();
    this._pace = new Pace();
    this._watch = new ResizeObserver(() => this._turn());
  }

  connectedCallback() {
    super.connectedCallback();
    this._watch.observe(this);
  }

  disconnectedCallback() {
    this._watch.disconnect();
    super.disconnectedCallback();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (!changed.has("board") || !this.board) return;
    this.stones = new Map();
    for (const [color, cells] of Object.entries(this.board.stones))
      for (const cell of cells) this.stones.set(key(cell), color.toLowerCase());
    if (this._resized(changed)) this.begin();
  }

  /** Whether the size of the board changed. @param {Map<string, unknown>} changed */
  _resized(changed) {
    const old = /** @type {Api.BoardJson | undefined} */ (changed.get("board"));
    return Boolean(old && (old.columns !== this.board.columns || old.rows !== this.board.rows));
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    const turns = changed.has("turns") || changed.has("halfTurned");
    if (!this.board || !(changed.has("board") || turns)) return;
    if (turns) {
      this.begin();
      this.emit("turned", this.sixths);
    }
    if (this.camera.empty || turns) this.camera.show(this._frame(this.sixths));
    if (!changed.has("board")) return;
    if (this._pace.step() && this._before.size && !this.still) {
      this._lightUp();
      const fresh = [...this.stones.keys()].filter((name) => !this._before.has(name));
      for (const name of fresh)
        this.querySelector(`[data-stone="${name}"] > g`)?.animate(
          [
            { transform: "scale(1.25)", opacity: 0 },
            { transform: "none", opacity: 1 },
          ],
          { duration: 160, easing: "ease-out" },
        );
    }
    this._before = new Set(this.stones.keys());
    // Not after every move: measuring the drawing forces the browser to lay out the page.
    if (!changed.get("board") || this._resized(changed)) this._turn();
  }

  /** Light up the winning chain from edge to edge. */
  _lightUp() {
    for (const [place, cell] of this.board.winning_chain.entries()) {
      const timing = /** @type {const} */ ({ duration: 200, delay: 60 * place, fill: "backwards" });
      this.querySelector(`.cell.won[data-cell="${key(cell)}"]`)?.animate(
        [{ opacity: 0.15 }, { opacity: 1 }],
        timing,
      );
    }
  }

  /** Choose the rotation that makes the cells larger; a small difference does not count. */
  _turn() {
    const surface = this.querySelector("svg.surface");
    if (!this.board || !surface) return;
    const box = surface.getBoundingClientRect(),
      { width } = box,
      height = box.height - parseFloat(getComputedStyle(surface).paddingBottom); // the tools cover the padding
    if (!width || height <= 0) return;
    const scale = (/** @type {number} */ turns) => {
      const frame = this._frame(turns);
      return Math.min(width / (frame.right - frame.left), height / (frame.bottom - frame.top));
    };
    this.turns = scale(1) > 1.06 * scale(0) ? 1 : 0;
  }

  /** The rotation in sixths of a turn, including the half turn of `halfTurned`. */
  get sixths() {
    return this.turns + (this.halfTurned ? 3 : 0);
  }

  get firstStep() {
    return words.firstStep;
  }

  /** Return where the edges of a color are on the screen, such as `top and bottom`. @param {string} color */
  edgesOf(color) {
    return words.edges[this.turns][NAMES.indexOf(color)] ?? "";
  }

  /** @param {Cell} cell */
  place(cell) {
    return turned(center(cell), this.sixths);
  }

  /** @param {Cell} cell */
  nameOf(cell) {
    return cellName(cell);
  }

  /** @param {string} name @returns {Cell} */
  cellNamed(name) {
    const [letters, row] = name.split(/(?=\d)(.*)/);
    const column = [...letters].reduce((sum, one) => 26 * sum + one.charCodeAt(0) - 96, 0);
    return [column - 1, Number(row) - 1];
  }

  /** @param {string} name */
  spot(name) {
    return this.reachable(this.cellNamed(name)) ? super.spot(name) : null;
  }

  // ---- gestures ----------------------------------------------------------------------------------

  /** @param {Cell} cell */
  press(cell) {
    const move = this.legal.find((one) => one.cell && key(one.cell) === key(cell));
    if (move) this.emit("choose", move);
    else if (this.legal.length) this.emit("touch", { text: cellName(cell), cell });
  }

  /** @param {Cell} cell */
  reachable([column, row]) {
    return column >= 0 && row >= 0 && column < this.board.columns && row < this.board.rows;
  }

  home() {
    return this.last?.cell ?? /** @type {Cell} */ ([this.board.columns >> 1, this.board.rows >> 1]);
  }

  stops() {
    return [...this.stones.keys()].map((name) => cellOf(name)).sort((a, b) => a[1] - b[1] || a[0] - b[0]);
  }

  /** @param {Cell} cell */
  describe(cell) {
    const stone = this.stones.get(key(cell));
    return `${cellName(cell)}, ${stone ? words.stone(stone) : boardWords.empty}`;
  }

  // ---- drawing -----------------------------------------------------------------------------------

  render() {
    if (!this.board) return nothing;
    const { columns, rows } = this.board,
      { sixths } = this;
    const over = (/** @type {Cell} */ cell, /** @type {string} */ name) =>
      svg`<path class=${name} d=${INNER} transform=${at(this.place(cell))} />`;
    return html`
      <svg class="surface" tabindex="0" role="application" aria-roledescription=${boardWords.board} aria-label=${this.label} ?data-open=${this.legal.some((move) => move.cell)}
        preserveAspectRatio="xMidYMid meet" @click=${this.onClick} @keydown=${this.onKey} @blur=${() => {
          this.cursor = null;
        }}
        @pointerover=${this._over} @pointerleave=${() => {
          this.aim = null;
        }}>
        ${guard([columns, rows, sixths], () => [this._edges(), svg`<g class="labels">${this._labels()}</g>`])}
        ${this._rows().map((content, row) => guard([columns, rows, sixths, content], () => this._row(row)))}
        ${overlayMarks(this.overlays, (cell) => this.place(cell), INNER)}
        <g class="marks">
          ${this._ideas()}
          ${this.last?.cell && this.stones.has(key(this.last.cell)) ? svg`<circle class="latest ${this.stones.get(key(this.last.cell))}" r="22" transform=${at(this.place(this.last.cell))} />` : nothing}
          ${this.marks.cells.filter((cell) => this.reachable(cell)).map((cell) => svg`<g class="danger" transform=${at(this.place(cell))}><path d=${INNER} /></g>`)}
          ${this.hint?.cell ? over(this.hint.cell, "hint") : nothing}
          ${this.cursor ? over(this.cursor, "cursor") : nothing}
        </g>
        ${drawings(this.drawings, (name) => this.spot(name))}
      </svg>
      ${this.fitButton()}
      <p class="hidden" role="status">${this.spoken}</p>`;
  }

  /** Return the content of each row as text: a row is drawn again only when its text changes. */
  _rows() {
    const rows = Array(this.board.rows).fill("");
    for (const [name, color] of this.stones) rows[cellOf(name)[1]] += `${name} ${color};`;
    for (const [, row] of this.board.winning_chain) rows[row] += "won;"; // the stones determine the chain
    if (this.aim && this._mayChoose(this.aim)) rows[cellOf(this.aim)[1]] += `${this.aim} ${this.board.turn}`;
    return rows;
  }

  /** @param {number} row */
  _row(row) {
    const won = new Set(this.board.winning_chain.map(key)),
      hue = this.board.turn.toLowerCase();
    const aim = this.aim && this._mayChoose(this.aim) ? this.aim : null;
    return svg`<g class="row">${Array.from({ length: this.board.columns }, (_, column) => {
      const cell = /** @type {Cell} */ ([column, row]),
        name = key(cell),
        color = this.stones.get(name),
        aimed = name === aim;
      const kind = won.has(name) ? " won" : aimed ? " aimed" : "";
      return svg`<g class="cell${kind} ${shadeOf(cell, this.board.columns, this.board.rows)}" data-cell=${name} transform=${at(this.place(cell))}>
        <path d=${CELL} /><title>${cellName(cell)}</title>
        ${color ? svg`<g class="stone ${color}" data-stone=${name} data-color=${color}><g><circle r="70" /></g></g>` : aimed ? svg`<circle class="preview ${hue}" r="70" />` : nothing}
      </g>`;
    })}</g>`;
  }

  /** Whether a stone may be placed on a cell. @param {string} name */
  _mayChoose(name) {
    return this.legal.some((move) => move.cell && key(move.cell) === name);
  }

  /** Preview a stone on the cell under the mouse; touches get no preview. @param {PointerEvent} event */
  _over(event) {
    const target = /** @type {Element} */ (event.target);
    this.aim =
      (event.pointerType === "mouse" && target.closest("[data-cell]")?.getAttribute("data-cell")) || null;
  }

  /** Draw the moves that an engine suggests, with their evaluations. */
  _ideas() {
    return this.ideas
      .filter(({ move }) => move.cell && !this.stones.has(key(move.cell)))
      .map(
        ({ move, label }, rank) => svg`<g
      class=${rank ? "idea" : "idea best"} data-idea=${key(move.cell)} transform=${at(this.place(move.cell))}><circle r=${rank ? 58 : 66} />${label ? svg`<text y="13">${label}</text>` : nothing}</g>`,
      );
  }

  _edges() {
    const { columns, rows } = this.board;
    return edges(columns, rows).map(([color, points]) => {
      const path = `M${points
        .map((point) =>
          turned(point, this.sixths)
            .map((value) => value.toFixed(1))
            .join(","),
        )
        .join("L")}Z`;
      return svg`<path class="edge ${NAMES[color]}" d=${path} />`;
    });
  }

  _labels() {
    const { columns, rows } = this.board,
      [up, left] = outwards(this.sixths);
    const text = (
      /** @type {Cell} */ cell,
      /** @type {Point} */ [dx, dy],
      /** @type {number} */ sign,
      /** @type {string} */ content,
    ) => {
      const [x, y] = this.place(cell);
      return svg`<text x=${(x + sign * dx).toFixed(1)} y=${(y + sign * dy + 18).toFixed(1)}>${content}</text>`;
    };
    const parts = [];
    for (let c = 0; c < columns; c += 1)
      parts.push(text([c, 0], up, 1, letter(c)), text([c, rows - 1], up, -1, letter(c)));
    for (let r = 0; r < rows; r += 1)
      parts.push(text([0, r], left, 1, `${r + 1}`), text([columns - 1, r], left, -1, `${r + 1}`));
    return parts;
  }

  /** @param {Api.BoardJson} board */
  frameOf(board) {
    return this._frame(this.sixths, board);
  }

  /** @param {number} turns @param {Api.BoardJson} [board] */
  _frame(turns, { columns, rows } = this.board) {
    const [up, left] = outwards(turns);
    const points = edges(columns, rows).flatMap(([, polygon]) =>
      polygon.map((point) => turned(point, turns)),
    );
    for (const [cell, [dx, dy], sign] of /** @type {[Cell, Point, number][]} */ ([
      [[0, 0], up, 1],
      [[columns - 1, 0], up, 1],
      [[0, rows - 1], up, -1],
      [[columns - 1, rows - 1], up, -1],
      [[0, 0], left, 1],
      [[0, rows - 1], left, 1],
      [[columns - 1, 0], left, -1],
      [[columns - 1, rows - 1], left, -1],
    ])) {
      const [x, y] = turned(center(cell), turns);
      points.push([x + sign * dx - 32, y + sign * dy - 30], [x + sign * dx + 32, y + sign * dy + 30]);
    }
    const xs = points.map((point) => point[0]),
      ys = points.map((point) => point[1]),
      margin = 20;
    return {
      left: Math.min(...xs) - margin,
      right: Math.max(...xs) + margin,
      top: Math.min(...ys) - margin,
      bottom: Math.max(...ys) + margin,
    };
  }
}

/**
 * Return the offsets of the column and row labels from the outermost cells: in line with the cells or at right angles
 * to the edge, whichever is closer to horizontal or vertical.
 * @param {number} turns
 */
function outwards(turns) {
  const side = Math.sqrt(3) / 2;
  return /** @type {[Point, Point][]} */ ([
    [
      [-0.5, -side],
      [0, -1],
    ],
    [
      [-1, 0],
      [-side, 0.5],
    ],
  ]).map(([along, across]) => {
    const [a, b] = [turned(along, turns), turned(across, turns)];
    const least = (/** @type {Point} */ point) => Math.min(Math.abs(point[0]), Math.abs(point[1]));
    return /** @type {Point} */ (
      least(b) < least(a) - 1e-9 ? b.map((value) => value * LABEL) : a.map((value) => (value * LABEL) / side)
    );
  });
}

/**
 * Return each edge as the index of its color in `NAMES` and a polygon. On its inner side, the polygon follows the
 * cells; the edges meet in the middle of the obtuse corners and at the tips of the acute ones.
 * @param {number} columns
 * @param {number} rows
 * @returns {[number, Point[]][]}
 */
function edges(columns, rows) {
  const around = corners(100);
  const corner = (/** @type {number} */ c, /** @type {number} */ r, /** @type {number} */ k) =>
    /** @type {Point} */ ([center([c, r])[0] + around[k][0], center([c, r])[1] + around[k][1]]);
  const middle = (/** @type {Point} */ a, /** @type {Point} */ b) =>
    /** @type {Point} */ ([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
  const [up, upRight, downRight, down, downLeft, upLeft] = [0, 1, 2, 3, 4, 5];
  const far = columns - 1,
    low = rows - 1;
  const right = middle(corner(far, 0, up), corner(far, 0, upRight)),
    left = middle(corner(0, low, down), corner(0, low, downLeft));
  const list = (/** @type {number} */ count, /** @type {(k: number) => Point[]} */ make) =>
    Array.from({ length: count }, (_, k) => make(k)).flat();
  const cut = (/** @type {Cell} */ cell, /** @type {number} */ sign) => {
    const [x, y] = center(cell),
      along = [(sign * Math.sqrt(3)) / 2, sign / 2];
    const tip = [x + BEVEL * along[0], y + BEVEL * along[1]],
      half = (2 * BAND - BEVEL) / Math.sqrt(3);
    return /** @type {Point[]} */ ([
      [tip[0] + along[1] * half, tip[1] - along[0] * half],
      tip,
      [tip[0] - along[1] * half, tip[1] + along[0] * half],
    ]);
  };
  const [intoLeft, tip, intoTop] = cut([0, 0], -1),
    [intoRight, farTip, intoBottom] = cut([far, low], 1);
  const outerRight = /** @type {Point} */ ([center([far, 0])[0] + BAND / Math.sqrt(3), -BAND]);
  const outerLeft = /** @type {Point} */ ([center([0, low])[0] - BAND / Math.sqrt(3), 150 * low + BAND]);
  return [
    [0, [...list(columns, (c) => [corner(c, 0, upLeft), corner(c, 0, up)]), right, outerRight, intoTop, tip]],
    [
      0,
      [
        ...list(columns, (c) => [corner(far - c, low, downRight), corner(far - c, low, down)]),
        left,
        outerLeft,
        intoBottom,
        farTip,
      ],
    ],
    [
      1,
      [
        left,
        ...list(rows, (r) => [corner(0, low - r, downLeft), corner(0, low - r, upLeft)]),
        tip,
        intoLeft,
        outerLeft,
      ],
    ],
    [
      1,
      [
        right,
        ...list(rows, (r) => [corner(far, r, upRight), corner(far, r, downRight)]),
        farTip,
        intoRight,
        outerRight,
      ],
    ],
  ];
}

customElements.define("hex-board", HexBoard);
