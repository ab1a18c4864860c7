/**
 * `<hive-board>`: the tiles on the table and both hands. Click a tile, then one of its destinations.
 *
 * @typedef {import("../../boards/hexagons.js").Cell} Cell
 * @typedef {import("../../boards/hexagons.js").Point} Point
 * @typedef {{cell: Cell, pieces: string[]}} Stack pieces from the bottom up
 * @typedef {{cell: Cell, piece: string}} Placed
 */

import { html, nothing, repeat, svg } from "../../vendor/lit/lit.js";
import { Board } from "../../boards/board.js";
import { onLines } from "../../boards/camera.js";
import { drawings } from "../../boards/drawing.js";
import { WIDE, at, center, hexagon, key, neighbors } from "../../boards/hexagons.js";
import { Pace } from "../../boards/motion.js";
import { arrowPath, overlayMarks } from "../../boards/overlay.js";
import { sideName } from "../../sides.js";
import { words as boardWords } from "../../words/boards.js";
import { Drag } from "./drag.js";
import { Fan, fanned } from "./fan.js";
import { LIFT, closeRings, move, places, throwerOf } from "./motion.js";
import { moveText, pieceName } from "./move_text.js";
import { paintTiles } from "./tile_colors.js";
import { words } from "./words.js";

/**
 * The last arguments of `onLines` for a hive: the margin (for the ring of cells around the hive), the unit, and half
 * the size of the smallest frame. A frame larger than that is at most a quarter larger than necessary.
 */
export const FRAMES = {
  across: /** @type {const} */ ([WIDE + 100, 1.5 * WIDE, 640]),
  along: /** @type {const} */ ([150 + 115, 150, 470]),
};
const CELL = hexagon(90, 17);
const TARGET = hexagon(80, 17);
const TOP = hexagon(96, 17);
const HIT = hexagon(99);
const SIDES = ["White", "Black"];

export class HiveBoard extends Board {
  static definitions = "hive";

  constructor() {
    super();
    /** @type {Map<string, Stack>} */
    this.stacks = new Map();
    /** @type {Map<string, import("./motion.js").Place>} */
    this._drawn = new Map();
    this._game = "";
    this._pace = new Pace();
    /** The pieces that can move. @type {Set<string>} */
    this._movable = new Set();
    this._byKey = false;
    this._fan = new Fan(() => this.requestUpdate());
    this._drag = new Drag({
      lift: (piece) => this._select(piece),
      drop: (cell) => this._drop(cell),
      ghost: () => this.querySelector("svg.ghost"),
      size: () => {
        /** @type {SVGSVGElement | null} */
        const surface = this.querySelector("svg.surface");
        return 200 * (surface?.getScreenCTM()?.a ?? 0.3);
      },
    });
  }

  disconnectedCallback() {
    this._drag.cancel();
    super.disconnectedCallback();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (!changed.has("board") && !changed.has("legal")) return;
    this.stacks = new Map();
    for (const { piece, cell } of this.board?.pieces ?? []) {
      const stack = this.stacks.get(key(cell)) ?? /** @type {Stack} */ ({ cell, pieces: [] });
      stack.pieces.push(piece); // the server sorts pieces by height
      this.stacks.set(key(cell), stack);
    }
    this._movable = new Set(this.legal.map((move) => move.piece));
    if (!this._movable.has(this.selected ?? "")) this.release();
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (!changed.has("board") || !this.board) return;
    this._follow();
    this._animate();
  }

  get firstStep() {
    return words.firstStep;
  }

  // ---- gestures ----------------------------------------------------------------------------------

  /** @param {Cell} cell */
  press(cell) {
    const top = this._top(cell);
    const move = this._targets().find((one) => key(one.to) === key(cell));
    if (move) {
      this.release();
      this.emit("choose", move);
    } else if (top && top !== this.selected && this._movable.has(top)) {
      this._select(top);
    } else if (top && top === this.selected) {
      this.release();
      this.emit("dismiss", null);
    } else if (this.selected && top?.[0] !== this.selected[0]) {
      this.emit("touch", { text: moveText(this.stacks, this.selected, cell), cell });
    } else if (top) {
      // a piece that cannot move: the visitor means this one, even if another of the same color is selected
      this.release();
      this.emit("touch", { text: top, asked: cell, cell });
    } else this.emit("dismiss", cell);
    if (this.cursor) this.spoken = this.describe(cell);
  }

  /** @param {MouseEvent} event */
  onClick(event) {
    if (this._fan.held) this._fan.held = false;
    else if (!this._drag.happened) super.onClick(event);
  }

  /** @param {PointerEvent} event */
  onDown(event) {
    super.onDown(event);
    const stack = /** @type {Element} */ (event.target).closest(".stack");
    const top = stack && this.stacks.get(stack.getAttribute("data-cell") ?? "")?.pieces.at(-1);
    this._drag.happened = false;
    if (top && this._movable.has(top) && !this.pen) this._drag.press(event, top);
  }

  holding() {
    return this._drag.pressed;
  }

  /** Drop a dragged piece. @param {Cell | null} cell null if the piece is not over a cell */
  _drop(cell) {
    const start = this._cellOf(this.selected);
    if (!cell || (start && key(start) === key(cell))) this.release();
    else if (this._targets().some((move) => key(move.to) === key(cell))) this.press(cell);
    else if (this.selected) {
      this.emit("touch", { text: moveText(this.stacks, this.selected, cell) });
      this.release();
    }
    if (this._later) this.look(this._later);
  }

  /** @param {string} piece */
  _select(piece) {
    this.selected = piece;
    this.emit("dismiss", null);
    this.emit("pick", this._cellOf(piece));
  }

  /** The cell of a piece; null if it is not on the board. @param {string | null} piece @returns {Cell | null} */
  _cellOf(piece) {
    return this.board.pieces.find((/** @type {Placed} */ one) => one.piece === piece)?.cell ?? null;
  }

  /** @param {PointerEvent} event @param {string} piece */
  _grab(event, piece) {
    this._byKey = false;
    this._drag.happened = false;
    if (this._movable.has(piece)) this._drag.press(event, piece);
  }

  /** @param {MouseEvent} event @param {string} piece the next piece of its kind in a hand */
  _hold(event, piece) {
    if (this._drag.happened && event.detail) return undefined; // the end of a drag; `detail` is 0 for keys
    if (piece === this.selected) return this.release();
    if (this._movable.has(piece)) {
      this._select(piece);
      const first = this.stops()[0];
      // Only the keyboard uses the cursor; a pointer hides it again.
      if (first && this.matches(":focus-within") && this._byKey) {
        /** @type {SVGElement} */ (this.querySelector("svg.surface")).focus();
        this.moveTo(first);
      }
      return undefined;
    }
    this.emit("touch", { text: piece });
    return undefined;
  }

  // ---- what the board shows ----------------------------------------------------------------------

  /** @param {Cell} cell @returns {string | undefined} */
  _top(cell) {
    return this.stacks.get(key(cell))?.pieces.at(-1);
  }

  /** The moves of the selected piece. @returns {Api.MoveJson[]} */
  _targets() {
    return this.selected ? this.legal.filter((move) => move.piece === this.selected && move.to) : [];
  }

  stops() {
    const places = this.selected
      ? this._targets().map((move) => move.to)
      : [...this.stacks.values()]
          .filter((stack) => this._movable.has(stack.pieces.at(-1) ?? ""))
          .map((stack) => stack.cell);
    return places.sort((a, b) => a[1] - b[1] || a[0] - b[0]);
  }

  home() {
    return this.last?.to ?? this.stacks.values().next().value?.cell ?? [0, 0];
  }

  /** The cursor stays on the hive and the ring of cells around it. @param {Cell} cell */
  reachable(cell) {
    return !this.stacks.size
      ? key(cell) === "0,0"
      : this.stacks.has(key(cell)) || neighbors(cell).some((near) => this.stacks.has(key(near)));
  }

  /** @param {Cell} cell */
  describe(cell) {
    const stack = this.stacks.get(key(cell));
    const parts = [stack ? [...stack.pieces].reverse().map(pieceName).join(words.on) : boardWords.empty];
    if (this._targets().some((move) => key(move.to) === key(cell))) parts.push(boardWords.destination);
    else if (stack) {
      const top = stack.pieces.at(-1),
        count = this.legal.filter((move) => move.piece === top).length;
      if (top === this.selected) parts.push(boardWords.selected);
      if (this.legal.length) parts.push(boardWords.moves(count));
    }
    return parts.join(", ");
  }

  /** Keep all pieces and the ring around them in view. */
  _follow() {
    const game = `${this.board.variant} ${this.board.moves[0] ?? ""}`;
    if (this._game && this._game !== game && this.board.ply <= 1 && !this.still) this.begin();
    this._game = game;
    const frame = this.frameOf(this.board);
    if (this.still) this.camera.hold(frame);
    else this.look(frame);
  }

  /** The frame that shows all pieces and the ring around them. @param {Api.BoardJson} board */
  frameOf(board) {
    const points = board.pieces.map((/** @type {Placed} */ one) => center(one.cell));
    if (!points.length) points.push([0, 0]);
    const xs = points.map((/** @type {Point} */ point) => point[0]),
      ys = points.map((/** @type {Point} */ point) => point[1]);
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const [west, east] = onLines(left, right, ...FRAMES.across),
      [north, south] = onLines(top, bottom, ...FRAMES.along);
    return { left: west, right: east, top: north, bottom: south };
  }

  /** Animate the pieces that were moved or placed. */
  _animate() {
    const before = this._drawn,
      glides = this._pace.step() && !this.still,
      find = (/** @type {string} */ piece) => this.querySelector(`[data-piece="${piece}"] > g`);
    this._drawn = places(this.stacks.values());
    if (!glides || !before.size) return;
    move(find, before, this._drawn, this.last?.kind);
    if (this.board.state.endsWith("Wins")) closeRings(find, this.stacks);
  }

  render() {
    if (!this.board) return nothing;
    const far = 1 - this.orientation;
    return html`
      ${this._hand(far)}
      <svg class="surface" tabindex="0" role="application" aria-roledescription=${boardWords.board} aria-label=${this.label}
        preserveAspectRatio="xMidYMid meet" @click=${this.onClick} @keydown=${this.onKey} @blur=${() => {
          this.cursor = null;
        }}>
        <g>${this._cells()}</g>
        <g>${repeat(
          [...this.stacks.values()].sort((a, b) => a.cell[1] - b.cell[1] || a.cell[0] - b.cell[0]),
          (stack) => key(stack.cell),
          (stack) => this._stack(stack),
        )}</g>
        ${[...this.stacks.values()].filter((stack) => stack.pieces.length > 1).map((stack) => this._buried(stack))}
        ${overlayMarks(this.overlays, (cell) => this._raised(cell), TARGET)}
        ${this._ideas()}
        ${this._marks()}
        ${drawings(this.drawings, (name) => this.spot(name))}
        ${this._fanned()}
      </svg>
      ${this.fitButton()}
      ${this._hand(this.orientation)}
      <svg class="ghost" viewBox="-100 -100 200 200" aria-hidden="true"><use /></svg>
      <p class="hidden" role="status">${this.spoken}</p>`;
  }

  /** Draw the empty cells: the ring around the hive and the origin of the last move, with the destinations marked. */
  _cells() {
    const ring = new Map();
    if (!this.stacks.size) ring.set("0,0", [0, 0]);
    for (const { cell } of this.stacks.values())
      for (const near of neighbors(cell)) if (!this.stacks.has(key(near))) ring.set(key(near), near);
    const origin = this.last?.from;
    if (origin && !this.stacks.has(key(origin))) ring.set(key(origin), origin);
    const targets = new Set(this._targets().map((move) => key(move.to)));
    return repeat(
      ring,
      ([name]) => name,
      ([
        name,
        cell,
      ]) => svg`<g class=${["empty", targets.has(name) && "target", !this.stacks.size && this.legal.length && "first"].filter(Boolean).join(" ")} data-cell=${name} transform=${at(center(cell))}>
      <path class="hit" d=${HIT} />
      <path class="cell" d=${CELL} />
      ${origin && key(origin) === name ? svg`<path class="origin" d=${CELL} />` : nothing}
      ${targets.has(name) ? svg`<path class="aim" d=${TARGET} /><circle class="dot" r="15" />` : nothing}
    </g>`,
    );
  }

  /** @param {Stack} stack */
  _stack({ cell, pieces }) {
    const [x, y] = center(cell),
      top = pieces.at(-1),
      height = pieces.length - 1;
    const movable = top && this._movable.has(top);
    const rings = [
      this.last?.to && key(this.last.to) === key(cell) && "last",
      this.last?.from && key(this.last.from) === key(cell) && "origin",
      throwerOf(this.last, this.stacks, this.board.turn) === key(cell) && "thrower",
      this.selected === top && "select",
      this._targets().some((move) => key(move.to) === key(cell)) && "target",
    ].filter(Boolean);
    return svg`<g class=${movable ? "stack movable" : "stack"} data-cell=${key(cell)}>
      <use class="shade" href="#hexapoda-shadow" transform=${at([x + 4, y + 9])} />
      ${pieces.map(
        (
          piece,
          level,
        ) => svg`<g data-piece=${piece} data-height=${level} transform=${at([x, y - LIFT * level])}><g>
        <use href=${level === height ? `#hexapoda-light-piece-${piece}` : `#hexapoda-light-tile-${piece[0]}`} />
        <path class=${level === height ? "grip" : "hit"} d=${TOP}><title>${pieceName(piece)}</title></path>
      </g></g>`,
      )}
      ${rings.map((ring) => svg`<path class="ring ${ring}" d=${TOP} transform=${at([x, y - LIFT * height])} />`)}
    </g>`;
  }

  // ---- stacks side by side -----------------------------------------------------------------------

  firstUpdated() {
    super.firstUpdated();
    const surface = this.querySelector("svg.surface");
    const stackAt = (/** @type {Event} */ event) => {
      const cell = /** @type {Element} */ (event.target).closest(".stack")?.getAttribute("data-cell");
      return cell && (this.stacks.get(cell)?.pieces.length ?? 0) > 1 ? cell : null;
    };
    surface?.addEventListener("pointerover", (event) => {
      const cell = stackAt(event),
        { pointerType } = /** @type {PointerEvent} */ (event);
      if (pointerType === "mouse") cell ? this._fan.rest(cell, false) : this._fan.show(null);
    });
    surface?.addEventListener("pointerdown", (event) => {
      const cell = stackAt(event);
      if (/** @type {PointerEvent} */ (event).pointerType !== "mouse" && cell) this._fan.rest(cell, true);
      else this._fan.show(null);
    });
    for (const name of ["pointerup", "pointercancel"]) {
      surface?.addEventListener(name, () => {
        if (!this._fan.held) this._fan.show(this._fan.cell);
      });
    }
    surface?.addEventListener("pointerleave", (event) => {
      if (/** @type {PointerEvent} */ (event).pointerType === "mouse") this._fan.show(null);
    });
    surface?.addEventListener("contextmenu", (event) => {
      if (stackAt(event)) event.preventDefault();
    }); // after a long press
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const cell = this.cursor && key(this.cursor);
    if (event.key === "f" && cell && !event.ctrlKey && !event.metaKey && !event.altKey) {
      this._fan.show(
        this._fan.cell === cell || (this.stacks.get(cell)?.pieces.length ?? 0) < 2 ? null : cell,
      );
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    super.onKey(event);
    this._fan.show(null);
  }

  _fanned() {
    const stack = this._fan.cell && !this._drag.happened ? this.stacks.get(this._fan.cell) : null;
    return stack && stack.pieces.length > 1 ? fanned(stack.pieces, center(stack.cell)) : nothing;
  }

  /** Draw the height of a stack, and small tiles for the pieces below its top piece. @param {Stack} stack */
  _buried({ cell, pieces }) {
    const [x, y] = center(cell),
      below = pieces.slice(0, -1);
    return svg`<g class="buried">
      <g transform=${at([x + 80, y - LIFT * below.length + 6])}><circle class="badge" r="20" /><text class="count" y="9">${pieces.length}</text></g>
      ${below.map((piece, k) => {
        const row = Math.floor(k / 3),
          columns = Math.min(3, below.length - 3 * row);
        return svg`<use href="#hexapoda-light-chip-${piece}" transform=${at([x + ((k % 3) - (columns - 1) / 2) * 55, y + 99 - row * 49])} />`;
      })}
    </g>`;
  }

  /** @param {string} name */
  spot(name) {
    return super.spot(name) && this._raised(this.cellNamed(name));
  }

  /** The center of a stack's top piece, or of an empty cell. @param {Cell} cell @returns {Point} */
  _raised(cell) {
    const [x, y] = center(cell);
    return [x, y - LIFT * Math.max(0, (this.stacks.get(key(cell))?.pieces.length ?? 0) - 1)];
  }

  /** Draw the moves that an engine suggests: an arrow for a movement, a pale tile for a placement. */
  _ideas() {
    const seen = new Set(),
      drawn = [];
    for (const [rank, { move }] of this.ideas.entries()) {
      const name = move.to && `${move.from && key(move.from)} ${key(move.to)}`;
      if (!name || seen.has(name)) continue;
      seen.add(name);
      const to = this._raised(move.to),
        kind = rank ? "idea" : "idea best";
      drawn.push(
        move.from
          ? svg`<path class=${kind} data-idea=${move.move} d=${arrowPath(this._raised(move.from), to, rank ? 17 : 26)} />`
          : svg`<g class=${kind} data-idea=${move.move} transform=${at(to)}><use href="#hexapoda-light-piece-${move.piece}" /><path d=${TARGET} /></g>`,
      );
    }
    // The best move is drawn last, above the other moves.
    return svg`<g class="ideas">${drawn.reverse()}</g>`;
  }

  /** Draw the marks above the pieces: the proof of a refusal, the hint and the cursor. */
  _marks() {
    const raised = (/** @type {Cell} */ cell) => at(this._raised(cell));
    const cross = (/** @type {Cell} */ cell) =>
      !this.stacks.has(key(cell)) && svg`<path class="cross" d="M-18-18L18 18M18-18L-18 18" />`;
    return svg`<g class="marks">
      ${this.marks.asked ? svg`<path class="asked" d=${TOP} transform=${raised(this.marks.asked)} />` : nothing}
      ${this.marks.cells.map((cell) => svg`<g class="danger" transform=${raised(cell)}><path d=${TARGET} />${cross(cell) || nothing}</g>`)}
      ${this.hint?.to ? [this.hint.from, this.hint.to].filter(Boolean).map((cell) => svg`<path class="hint" d=${TARGET} transform=${raised(cell)} />`) : nothing}
      ${this.cursor ? svg`<path class="cursor" d=${TOP} transform=${raised(this.cursor)} />` : nothing}
    </g>`;
  }

  /** Draw the pieces that a player has not placed yet, one tile for each kind of bug. @param {number} player */
  _hand(player) {
    /** @type {Map<string, string[]>} */
    const bugs = new Map();
    for (const piece of this.board.hands[SIDES[player]])
      bugs.set(piece[1], [...(bugs.get(piece[1]) ?? []), piece]);
    return html`<div class="hand ${player === this.orientation ? "near" : "far"}" role="group" aria-label=${words.handOf(sideName(SIDES[player]))}>
      ${bugs.size ? nothing : html`<span class="none">${words.handEmpty}</span>`}
      ${repeat(
        bugs,
        ([bug]) => bug,
        ([, [piece, ...others]]) => html`<button type="button" data-hand=${piece}
        class=${[
          piece === this.selected && "selected",
          this._movable.has(piece) && "movable",
          [piece, ...others].some((one) => this.marks.pieces.includes(one)) && "danger",
          this.hint?.piece === piece && !this.hint.from && "hint",
        ]
          .filter(Boolean)
          .join(" ")}
        aria-pressed=${piece === this.selected} title=${pieceName(piece)} aria-label="${pieceName(piece)}, ${words.left(others.length + 1)}"
        @keydown=${() => {
          this._byKey = true;
        }} @pointerdown=${(/** @type {PointerEvent} */ event) => this._grab(event, piece)} @click=${(/** @type {MouseEvent} */ event) => this._hold(event, piece)}>
        <svg viewBox="-100 -106 200 218" aria-hidden="true"><use href="#hexapoda-light-piece-${piece}" /></svg>
        ${others.length ? html`<span class="number">${others.length + 1}</span>` : nothing}
      </button>`,
      )}
    </div>`;
  }
}

customElements.define("hive-board", HiveBoard);

// Paint the tiles in the colors that the visitor has chosen, including shapes that arrive later.
const paint = () => paintTiles(document.documentElement.dataset.tiles ?? "own");
const shapes = document.getElementById("shapes");
if (shapes) new MutationObserver(paint).observe(shapes, { childList: true });
addEventListener("settings", paint);
