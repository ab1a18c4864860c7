/**
 * A line as an animated GIF: a hidden board draws one position after the other, and a worker encodes the pictures, so
 * that the page stays responsive.
 *
 * @typedef {import("./game_tree.js").GameTree} GameTree
 * @typedef {import("./game_tree.js").Step} Step
 * @typedef {import("../boards/board.js").Board} Board
 */

import { Pictures } from "./picture.js";

const MOST = 500; // pictures; a longer line loses its first positions
const PAUSE = 700; // milliseconds for which a picture is shown
const REST = 2500; // milliseconds for which the last picture is shown
/** Pairs of a maximum number of pictures and a width in pixels: the first pair that allows all pictures applies. */
const WIDTHS = /** @type {[number, number][]} */ ([
  [100, 720],
  [Infinity, 560],
]);

/** The worker, which is sent one message at a time. */
class GifWorker {
  constructor() {
    this._worker = new Worker(new URL("./gif_worker.js", import.meta.url), { type: "module" });
    /** @type {Promise<never>} rejected when the worker fails, which it may do before it is asked anything */
    this._failed = new Promise((_, reject) => {
      this._worker.onerror = (event) => reject(new Error(event.message || "no worker"));
    });
    this._failed.catch(() => {}); // ask() reports it
  }

  /** @param {any} message @param {Transferable[]} [moved] @returns {Promise<any>} */
  ask(message, moved = []) {
    const answer = new Promise((resolve) => {
      this._worker.onmessage = ({ data }) => resolve(data);
      this._worker.postMessage(message, moved);
    });
    return Promise.race([answer, this._failed]);
  }

  close() {
    this._worker.terminate();
  }
}

export class LineAnimation {
  /** @param {GameTree} tree whose current line is shown @param {Board} shown the board that the visitor sees */
  constructor(tree, shown) {
    this._tree = tree;
    this._shown = shown;
    /** @type {Step[]} */
    this.steps = [tree.root, ...tree.path(tree.end())].slice(-MOST);
    this.width = /** @type {[number, number]} */ (WIDTHS.find(([count]) => this.steps.length <= count))[1];
  }

  /**
   * Return the file. Throws the reason of `signal` if it is aborted.
   * @param {(done: number) => void} progress called with the number of pictures that are done
   *   @param {AbortSignal} signal @returns {Promise<Blob>}
   */
  async make(progress, signal) {
    const stage = Object.assign(document.createElement("div"), { hidden: true, inert: true }),
      board = this._board();
    const worker = new GifWorker(),
      pictures = new Pictures(board),
      { steps } = this;
    stage.append(board);
    document.body.append(stage);
    try {
      const shown = [0, steps.length >> 1, steps.length - 1].map((k) => steps[k]),
        samples = [];
      for (const step of shown) samples.push(await this._draw(board, pictures, step));
      const { width, height } = samples[0],
        all = new Uint8ClampedArray(samples.length * 4 * width * height);
      for (const [k, one] of samples.entries()) all.set(one.data, k * one.data.length);
      await worker.ask({ samples: all }, [all.buffer]);
      for (const [k, step] of steps.entries()) {
        signal.throwIfAborted();
        const { data } = await this._draw(board, pictures, step);
        await worker.ask({ pixels: data, width, height, pause: k === steps.length - 1 ? REST : PAUSE }, [
          data.buffer,
        ]);
        progress(k + 1);
      }
      signal.throwIfAborted();
      const { bytes } = await worker.ask({ end: true });
      return new Blob([bytes], { type: "image/gif" });
    } finally {
      worker.close();
      stage.remove();
    }
  }

  /** Return a board like the one on the page, with a frame that fits all positions of the line. */
  _board() {
    const shown = /** @type {any} */ (this._shown),
      board = /** @type {any} */ (document.createElement(shown.localName));
    Object.assign(board, {
      still: true,
      orientation: shown.orientation,
      ...("turns" in shown ? { turns: shown.turns } : {}),
    });
    for (const step of this.steps) board.camera.hold(board.frameOf(this._tree.board(step)));
    return /** @type {Board} */ (board);
  }

  /** @param {Board} board @param {Pictures} pictures @param {Step} step */
  async _draw(board, pictures, step) {
    Object.assign(board, { board: this._tree.board(step), last: step.move });
    await board.updateComplete;
    const canvas = await pictures.canvas(this.width);
    return /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")).getImageData(
      0,
      0,
      canvas.width,
      canvas.height,
    );
  }
}
