/**
 * The base class of all boards: properties and events, the keyboard cursor, zoom and pan.
 *
 * A board draws a state and reports gestures. It knows neither the rules nor the server.
 *
 * @typedef {import("./hexagons.js").Cell} Cell
 */

import { html } from "../vendor/lit/lit.js";
import { PageElement } from "../page_element.js";
import { words } from "../words/boards.js";
import { Camera } from "./camera.js";
import { Pencil } from "./drawing.js";
import { WIDE, cellOf, center, isArrow, key, step } from "./hexagons.js";

const DRAG = 6; // pixels before a press becomes a drag
const FINGER = 36; // pixels; fingers hit cells of this width reliably

/**
 * @fires choose a legal move was chosen; `detail` is the move
 * @fires touch a gesture was not a legal move; `detail` has the move as `text`, the cell of the piece as `asked`, and
 *   the cell of the gesture as `cell`
 * @fires dismiss a gesture dismisses the message about the previous one; `detail` is the empty cell that was pressed,
 *   if any
 * @fires draw the visitor has drawn a mark; `detail` is the mark
 * @fires pick a piece was selected; `detail` is its cell, null if it is in a hand
 */
export class Board extends PageElement {
  /** @type {Record<string, object>} */
  static properties = {
    board: { attribute: false },
    legal: { attribute: false },
    last: { attribute: false },
    marks: { attribute: false },
    hint: { attribute: false },
    ideas: { attribute: false },
    overlays: { attribute: false },
    orientation: { attribute: false },
    halfTurned: { attribute: false },
    drawings: { attribute: false },
    draws: { attribute: false },
    pen: { type: Boolean, reflect: true },
    label: {},
    selected: { state: true },
    cursor: { state: true },
    spoken: { state: true },
  };

  /** The name of the SVG shapes that the board needs; empty if none. */
  static definitions = "";

  constructor() {
    super();
    /** The position; a board is drawn once there is one. @type {Api.BoardJson} */
    this.board = /** @type {Api.BoardJson} */ (/** @type {unknown} */ (null));
    /** @type {Api.MoveJson[]} */
    this.legal = [];
    /** The last move. @type {Api.MoveJson | null} */
    this.last = null;
    /** The cells and pieces that prove a refusal, and the cell of the refused piece.
     * @type {{cells: Cell[], pieces: string[], asked: Cell | null}} */
    this.marks = { cells: [], pieces: [], asked: null };
    /** A move to point at. @type {Api.MoveJson | null} */
    this.hint = null;
    /** The moves that an engine suggests, the best first. @type {import("./overlay.js").Idea[]} */
    this.ideas = [];
    /** The overlays of an analysis. @type {import("./overlay.js").Overlay[]} */
    this.overlays = [];
    /** The marks that were drawn by hand. @type {Api.MarkJson[]} */
    this.drawings = [];
    /** Whether the visitor may draw, with the right mouse button or with the pen. */
    this.draws = false;
    /** Whether every pointer draws, not only the right mouse button. */
    this.pen = false;
    this._pencil = new Pencil();
    /** Whether the last press was by a finger. */
    this.finger = false;
    /** The player who sits at the bottom. */
    this.orientation = 0;
    /** Whether a board without a near side for `orientation`, such as that of Hex, is rotated by half a turn. */
    this.halfTurned = false;
    this.label = "Board";
    /** Whether the board is drawn only for a picture: nothing is animated, and its frame never shrinks. */
    this.still = false;
    /** @type {string | null} */
    this.selected = null;
    /** @type {Cell | null} */
    this.cursor = null;
    this.spoken = "";
    this.camera = new Camera(() => this.querySelector("svg.surface"));
    /** The frame to show once no pointer is down. @type {import("./camera.js").Frame | null} */
    this._later = null;
    this._goal = 0;
    /** @type {Map<number, {x: number, y: number}>} */
    this._pointers = new Map();
    this._dragged = false;
  }

  connectedCallback() {
    super.connectedCallback();
    this.classList.add("game-board");
  }

  /**
   * Return where the edges that a side must join are on the screen, such as `top and bottom`; empty on a board without
   * edges.
   * @param {string} _hue of the side @returns {string}
   */
  edgesOf(_hue) {
    return "";
  }

  /** Instructions for a first move on the board; empty if none are needed. */
  get firstStep() {
    return "";
  }

  /** @param {string} name @param {unknown} detail */
  emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }

  /** Return the name of a cell in records. @param {Cell} cell */
  nameOf(cell) {
    return key(cell);
  }
  /** Return the cell named `name`. @param {string} name */
  cellNamed(name) {
    return cellOf(name);
  }

  /** Return where a mark on a named cell is drawn; null if the board has no such cell. @param {string} name */
  spot(name) {
    const cell = this.cellNamed(name);
    return cell.every(Number.isInteger) ? this.place(cell) : null;
  }

  /** Return the center of a cell in the drawing. @param {Cell} cell */
  place(cell) {
    return center(cell);
  }

  // ---- what the board of a game overrides --------------------------------------------------------

  /** @param {Cell} _cell */
  press(_cell) {}
  /** @param {Cell} _cell @returns {string} */
  describe(_cell) {
    return "";
  }
  /** @param {Cell} _cell */
  reachable(_cell) {
    return true;
  }
  /** Return the cell where the cursor starts. @returns {Cell} */
  home() {
    return [0, 0];
  }
  /**
   * Return the part of the drawing that must be in view for a position.
   * @param {Api.BoardJson} _board @returns {import("./camera.js").Frame}
   */
  frameOf(_board) {
    return { left: 0, top: 0, right: 1, bottom: 1 };
  }
  /** Return the cells that the key `n` visits, in order. @returns {Cell[]} */
  stops() {
    return [];
  }
  /**
   * Whether the visitor is holding a piece. If so, a listener keeps a finger from scrolling the page, because browsers
   * ignore `touch-action` inside a drawing.
   */
  holding() {
    return false;
  }
  /** Whether the last press was by a finger, on cells so small that it may have hit the wrong one. */
  slips() {
    const scale =
      /** @type {SVGSVGElement | null} */ (this.querySelector("svg.surface"))?.getScreenCTM()?.a ?? 1;
    return this.finger && WIDE * scale < FINGER;
  }
  /** Clear the selection. */
  release() {
    this.selected = null;
  }

  // ---- keyboard ----------------------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    this.finger = false;
    const cell = this.cursor ?? this.home();
    if (isArrow(event.key)) {
      const next = this.cursor
        ? step(
            cell,
            event.key,
            this._goal,
            (c) => this.place(c),
            (c) => this.reachable(c),
          )
        : cell;
      if (next) this.moveTo(next, event.key === "ArrowLeft" || event.key === "ArrowRight" || !this.cursor);
    } else if (event.key === "Enter" || event.key === " ") {
      this.cursor = cell;
      if (this.pen) this._stroked(key(cell), key(cell), "green");
      else this.press(cell);
    } else if (event.key === "n" || event.key === "N") {
      this._visit(event.key === "n" ? 1 : -1);
    } else if (event.key === "Escape") {
      this.release();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * Move the cursor.
   * @param {Cell} cell @param {boolean} [across] whether later steps up and down keep to this column
   */
  moveTo(cell, across = true) {
    this.cursor = cell;
    if (across) this._goal = this.place(cell)[0];
    this.spoken = this.describe(cell);
  }

  /** @param {number} way */
  _visit(way) {
    const stops = this.stops();
    if (!stops.length) return;
    const here = this.cursor && key(this.cursor),
      now = stops.findIndex((cell) => key(cell) === here);
    this.moveTo(
      stops[(now < 0 ? (way > 0 ? 0 : stops.length - 1) : now + way + stops.length) % stops.length],
    );
  }

  // ---- pointer: press, pan, pinch, wheel ---------------------------------------------------------

  /** @param {MouseEvent} event */
  onClick(event) {
    if (this._dragged || this.pen) return;
    const target = /** @type {Element} */ (event.target).closest("[data-cell]");
    if (!target) {
      this.release();
      this.emit("dismiss", null);
      return;
    }
    this.cursor = null;
    this.press(cellOf(target.getAttribute("data-cell") ?? ""));
  }

  /** @param {PointerEvent} event */
  onDown(event) {
    if (!this._pointers.size) this._dragged = false;
    this.finger = event.pointerType === "touch";
    const stroke = this._pencil.giveUp(event);
    if (stroke) this._pointers.set(stroke.pointer, stroke);
    else if (this.draws && !this._pointers.size && this._pencil.press(event, this.pen)) return;
    this._pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event */
  onMove(event) {
    const before = this._pointers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    if (this._pointers.size === 2) {
      const [other] = [...this._pointers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
      const apart = (/** @type {{x: number, y: number}} */ p) => Math.hypot(p.x - other.x, p.y - other.y);
      this._dragged = true;
      this.camera.zoom(apart(now) / Math.max(1, apart(before)), (now.x + other.x) / 2, (now.y + other.y) / 2);
    } else if (this._dragged || Math.hypot(now.x - before.x, now.y - before.y) > DRAG) {
      if (this.camera.whole) return;
      this._dragged = true;
      this.camera.pan(now.x - before.x, now.y - before.y);
    } else return;
    this._pointers.set(event.pointerId, now);
    this._zoomed();
  }

  /** @param {PointerEvent} event */
  onUp(event) {
    const stroke = this._pencil.lift(event);
    if (stroke) this._stroked(stroke.from, stroke.to, stroke.color);
    this._pointers.delete(event.pointerId);
    const frame = this._later;
    if (frame && !this._pointers.size) this.look(frame);
  }

  /** @param {string} from a cell @param {string} to @param {string} color */
  _stroked(from, to, color) {
    const cells = (from === to ? [from] : [from, to]).map((cell) => this.nameOf(cellOf(cell)));
    this.emit("draw", { kind: cells.length === 2 ? "arrow" : "circle", cells, color });
  }

  /**
   * Show a part of the drawing once no pointer is down, because the drawing must not move under a pointer.
   * @param {import("./camera.js").Frame} frame
   */
  look(frame) {
    this._later = this._pointers.size || this.holding() ? frame : null;
    if (this._later) return;
    this.camera.show(frame);
    this._zoomed();
  }

  /** @param {WheelEvent} event */
  onWheel(event) {
    // On a page that can scroll, as in a narrow window, the wheel scrolls the page.
    if (!event.ctrlKey && document.documentElement.scrollHeight > innerHeight + 1) return;
    event.preventDefault();
    this.camera.zoom(Math.exp(-event.deltaY / 400), event.clientX, event.clientY);
    this._zoomed();
  }

  /** Forget the frame and the zoom, as for another game: the next frame is shown whole. */
  begin() {
    this.camera.reset();
    this._zoomed();
  }

  /** Show the whole board again. */
  fit() {
    this.camera.fit();
    this._zoomed();
  }

  /** The button for `fit`, which is visible while only a part of the board is in view. */
  fitButton() {
    return html`<button type="button" class="fit" aria-label=${words.fit} title=${words.fit} @click=${() => this.fit()}><svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5" /></svg></button>`;
  }

  _zoomed() {
    this.toggleAttribute("zoomed", !this.camera.whole);
  }

  firstUpdated() {
    const surface = /** @type {SVGSVGElement} */ (this.querySelector("svg.surface"));
    if (!surface) return;
    // These two listeners are not passive, because they may keep the page from scrolling.
    surface.addEventListener("wheel", (event) => this.onWheel(event), { passive: false });
    surface.addEventListener(
      "touchmove",
      (event) => {
        if (this.holding()) event.preventDefault();
      },
      { passive: false },
    );
    for (const name of /** @type {const} */ (["pointerup", "pointercancel", "pointerleave"])) {
      surface.addEventListener(name, (event) => this.onUp(event));
    }
    surface.addEventListener("contextmenu", (event) => {
      if (this.draws) event.preventDefault();
    });
    surface.addEventListener("pointerdown", (event) => this.onDown(event));
    surface.addEventListener("pointermove", (event) => this.onMove(event));
    surface.addEventListener("dblclick", () => {
      if (!this.pen) this.fit();
    });
  }
}
