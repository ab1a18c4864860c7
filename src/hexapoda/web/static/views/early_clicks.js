/**
 * `EarlyClicks`: handles clicks on a board whose legal moves have not arrived yet. A press requests the moves, and a
 * click waits for them.
 *
 * @typedef {import("../analysis/game_tree.js").Step} Step
 */

export class EarlyClicks {
  /**
   * @param {import("../vendor/lit/lit.js").LitElement} view @param {import("../boards/board_host.js").BoardHost} board
   * @param {{current: () => Step | null, rest: () => void, learn: () => Promise<void>}} act `current`: the step on the
   *   board, null if it takes no clicks; `rest`: write the address of this step and ask for its legal moves; `learn`:
   *   resolves when the legal moves have arrived
   */
  constructor(view, board, { current, rest, learn }) {
    this._view = view;
    this._board = board;
    this._current = current;
    this._rest = rest;
    this._learn = learn;
    /** @type {AbortController | null} */
    this._listening = null;
    view.addController(this);
  }

  hostConnected() {
    this._listening = new AbortController();
    const options = { capture: true, signal: this._listening.signal };
    addEventListener("pointerdown", (event) => this._early(event) && this._rest(), options);
    addEventListener("click", (event) => this._clicked(event), options);
  }

  hostDisconnected() {
    this._listening?.abort();
  }

  /** Return the step whose legal moves an event on the board must wait for, or null. @param {Event} event */
  _early({ target }) {
    const step = this._current();
    return step && !step.legal && this._board.element?.contains(/** @type {Node} */ (target)) ? step : null;
  }

  /** @param {MouseEvent} event */
  async _clicked(event) {
    const target = /** @type {Element} */ (event.target);
    // Write the address of this step now, so that it does not replace the link's address later.
    if (this._current() && target.closest("a")) this._rest();
    const step = event.isTrusted && this._early(event);
    if (!step) return;
    event.stopPropagation();
    await this._learn();
    await this._view.updateComplete;
    await this._board.element?.updateComplete;
    if (this._current() === step && step.legal && target.isConnected)
      target.dispatchEvent(new MouseEvent("click", event));
  }
}
