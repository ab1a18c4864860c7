/**
 * Dragging a piece onto a cell. The board determines which piece is under the pointer and what a drop does.
 *
 * @typedef {import("../../boards/hexagons.js").Cell} Cell
 */

import { cellOf } from "../../boards/hexagons.js";

const FAR = 6; // pixels before a press becomes a drag

export class Drag {
  /**
   * @param {{lift: (piece: string) => void, drop: (cell: Cell | null) => void, ghost: () => SVGSVGElement | null,
   *   size: () => number}} board `lift` begins a drag, `drop` ends it, `size` is the width of a tile in pixels
   */
  constructor(board) {
    this._board = board;
    /** Whether the last press became a drag, so that its click is ignored. */
    this.happened = false;
    /** @type {AbortController | null} */
    this._listening = null;
  }

  /** Whether a pointer is down on a piece. */
  get pressed() {
    return this._listening !== null;
  }

  /** Follow the pointer after a press on a piece that can move. @param {PointerEvent} event @param {string} piece */
  press(event, piece) {
    this.happened = false;
    if (event.button !== 0 || !event.isPrimary) return;
    this.cancel();
    const { clientX, clientY, pointerId } = event,
      listening = new AbortController();
    this._listening = listening;
    const on = (
      /** @type {"pointermove" | "pointerup" | "pointercancel"} */ name,
      /** @type {(event: PointerEvent) => void} */ act,
    ) =>
      addEventListener(
        name,
        (other) => {
          if (other.pointerId === pointerId) act(other);
        },
        { signal: listening.signal },
      );
    on("pointermove", (move) => {
      if (!this.happened && Math.hypot(move.clientX - clientX, move.clientY - clientY) < FAR) return;
      if (!this.happened) {
        this.happened = true;
        this._board.lift(piece);
      }
      this._follow(move, piece);
    });
    on("pointerup", (up) => {
      this.cancel();
      if (!this.happened) return;
      const under = document.elementFromPoint(up.clientX, up.clientY)?.closest("[data-cell]");
      this._board.drop(under ? cellOf(under.getAttribute("data-cell") ?? "") : null);
    });
    on("pointercancel", () => this.cancel());
  }

  /** Stop following the pointer. */
  cancel() {
    this._listening?.abort();
    this._listening = null;
    this._board.ghost()?.classList.remove("flying");
  }

  /** @param {PointerEvent} event @param {string} piece */
  _follow(event, piece) {
    const ghost = this._board.ghost(),
      size = this._board.size();
    if (!ghost) return;
    ghost.querySelector("use")?.setAttribute("href", `#hexapoda-light-piece-${piece}`);
    ghost.classList.add("flying");
    ghost.style.width = `${size}px`;
    ghost.style.transform = `translate(${event.clientX - size / 2}px, ${event.clientY - size / 2}px)`;
  }
}
