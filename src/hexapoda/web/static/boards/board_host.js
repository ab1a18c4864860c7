/**
 * `BoardHost`: connects a view with its board. It passes gestures to the view. After each update of the view, it passes
 * the scene to the board, with the proof of a refusal and a move to point at.
 *
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("./hexagons.js").Cell} Cell
 * @typedef {{text: string, asked?: Cell | null, cell?: Cell | null}} Touch a gesture that is not a legal move
 * @typedef {{choose?: (move: Api.MoveJson) => void, touch?: (touch: Touch) => void,
 *   dismiss?: (cell: Cell | null) => void, draw?: (mark: Api.MarkJson) => void,
 *   pick?: (cell: Cell | null) => void}} Gestures the handlers of a view for the events of the board
 * @typedef {Partial<Pick<Board, "board" | "legal" | "last" | "marks" | "hint" | "ideas" | "overlays" |
 *   "drawings" | "draws" | "pen" | "orientation" | "halfTurned" | "label">>} Scene
 */

export const NO_MARKS = { cells: [], pieces: [], asked: null };

export class BoardHost {
  /**
   * @param {import("../vendor/lit/lit.js").LitElement} view
   * @param {() => Scene | null} scene what the board shows; null if it stays unchanged
   * @param {Gestures} [gestures]
   */
  constructor(view, scene, gestures = {}) {
    this._view = view;
    this._scene = scene;
    this._gestures = gestures;
    /** The board, which a template of the view contains. @type {Board | null} */
    this.element = null;
    /** @type {Board["marks"]} */
    this.marks = NO_MARKS;
    /** The move to point at. @type {Api.MoveJson | null} */
    this.hint = null;
    view.addController(this);
  }

  /** Use another board from now on. @param {Board} element */
  use(element) {
    for (const [name, act] of Object.entries(this._gestures))
      element.addEventListener(name, (event) => act(/** @type {CustomEvent} */ (event).detail));
    element.addEventListener("turned", () => this._view.requestUpdate());
    this.element = element;
    this.clear();
  }

  /**
   * Mark the proof of a refusal.
   * @param {{cells?: Cell[], pieces?: string[]}} refusal @param {Cell | null} asked the cell of the refused
   *   piece
   */
  refuse({ cells = [], pieces = [] }, asked) {
    this.marks = { cells, pieces, asked };
    this._view.requestUpdate();
  }

  /** Point at a move, or at none. @param {Api.MoveJson | null} move */
  point(move) {
    this.hint = move;
    this._view.requestUpdate();
  }

  clear() {
    this.marks = NO_MARKS;
    this.point(null);
  }

  hostUpdated() {
    this.draw();
  }

  /** Pass the scene to the board at once, before the view is updated. */
  draw() {
    const scene = this.element && this._scene();
    if (scene)
      Object.assign(/** @type {Board} */ (this.element), { marks: this.marks, hint: this.hint }, scene);
  }
}
