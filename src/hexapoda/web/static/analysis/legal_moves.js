/** `LegalMoves`: asks the server for the legal moves of each step once, and stores them in the step. */

import { readPosition } from "./server.js";

/** @typedef {import("./game_tree.js").Step} Step */

export class LegalMoves {
  constructor() {
    /** @type {WeakMap<Step, Promise<void>>} */
    this._asked = new WeakMap();
  }

  /**
   * Make sure that a step has its legal moves. Throws `ApiError`.
   * @param {import("./game_tree.js").GameTree} tree @param {Step} step @returns {Promise<void>}
   */
  learn(tree, step) {
    if (step.legal) return Promise.resolve();
    const known = this._asked.get(step);
    if (known) return known;
    const asked = this._ask(tree, step).finally(() => this._asked.delete(step)); // after an error, ask again
    this._asked.set(step, asked);
    return asked;
  }

  /** @param {import("./game_tree.js").GameTree} tree @param {Step} step */
  async _ask(tree, step) {
    const { legal, result, opening } = await readPosition(tree.position(step));
    Object.assign(step, { legal, result, opening });
  }
}
