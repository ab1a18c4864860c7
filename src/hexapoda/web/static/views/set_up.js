/**
 * `<set-up>`: the panel beside the board while a position is set up. It controls the board, and shows why a position is
 * not valid.
 *
 * @fires done the visitor wants to analyze the position; `detail` has its game, variant, rules and start
 * @fires leave the visitor canceled the setup
 * @typedef {import("../boards/board.js").Board} Board
 */

import { html, nothing } from "../vendor/lit/lit.js";
import { PageElement } from "../page_element.js";
import { ApiError } from "../request.js";
import { Setup } from "../analysis/setup.js";
import { sideName } from "../sides.js";
import { words } from "../words/analysis.js";
import { sentence } from "./sentence.js";

export class SetUp extends PageElement {
  static properties = {
    board: { attribute: false },
    wish: { attribute: false },
    orientation: { attribute: false },
    state: { state: true },
    chosen: { state: true },
    trouble: { state: true },
  };

  constructor() {
    super();
    /** The board on which the position is edited. @type {Board | null} */
    this.board = null;
    /** The position to begin with. @type {import("../analysis/setup.js").Wish | null} */
    this.wish = null;
    /** The player at the bottom of the board. */
    this.orientation = 0;
    /** @type {Api.SetupJson | null} */
    this.state = null;
    /** The cell of the piece that is selected on the board. @type {[number, number] | null} */
    this.chosen = null;
    this.trouble = "";
    this.setup = new Setup((state) => {
      Object.assign(this, { state, chosen: null, trouble: "" });
      this.board?.release(); // the selected piece may have been removed
      this._draw();
    });
  }

  windowEvents() {
    return {
      keydown: (/** @type {KeyboardEvent} */ { key }) => {
        if ((key === "Delete" || key === "Backspace") && this.chosen) this._take();
      },
    };
  }

  firstUpdated() {
    const signal = this._listening?.signal;
    const on = (/** @type {string} */ name, /** @type {(detail: any) => void} */ act) =>
      this.board?.addEventListener(name, (event) => act(/** @type {CustomEvent} */ (event).detail), {
        signal,
      });
    on("choose", ({ piece, to }) => this._do(this.setup.put(piece, to)));
    on("pick", (cell) => {
      this.chosen = cell;
    });
    on("touch", ({ cell }) => {
      if (cell) this._do(this.setup.take(cell));
    });
    on("dismiss", () => {
      this.chosen = null;
    });
    if (this.wish) this._do(this.setup.ask(this.wish));
  }

  /** @param {Promise<void>} change */
  async _do(change) {
    try {
      await change;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.trouble = error.message;
    }
  }

  _draw() {
    const { state } = this;
    if (!this.board || !state) return;
    Object.assign(this.board, {
      board: { ...state.board, ...(this.setup.endless ? { turn: this.setup.color } : {}) },
      legal: this.setup.moves(),
      last: null,
      drawings: [],
      draws: false,
      pen: false,
      ideas: [],
      overlays: [],
      orientation: this.orientation,
      marks: { cells: state.valid ? [] : state.cells, pieces: [], asked: null },
    });
  }

  /** @param {string} color */
  _color(color) {
    this.setup.color = color;
    this.requestUpdate();
    this._draw();
  }

  _take() {
    if (this.chosen) this._do(this.setup.take(this.chosen));
  }

  _done() {
    const { game, variant, rules, start } = /** @type {Api.SetupJson} */ (this.state);
    this.emit("done", { game, variant, rules, start });
  }

  render() {
    const { state, setup } = this;
    if (!state) return html`<p class="quiet">${this.trouble || words.loading}</p>`;
    const sides = state.board.hands ? Object.keys(state.board.hands) : state.tray.map((one) => one.piece);
    return html`<h2>${words.setUpTitle}</h2>
      <p class="quiet">${setup.endless ? words.setUpMany : words.setUpHow}</p>
      ${
        setup.endless
          ? html`<fieldset class="pick"><legend>${words.trayTitle}</legend><div class="segments">${state.tray.map(
              ({ piece }) => html`<label>
        <input type="radio" name="color" value=${piece} .checked=${piece === setup.color} @change=${() => this._color(piece)}><span><i class="chip ${piece.toLowerCase()}"></i> ${sideName(piece)}</span></label>`,
            )}</div></fieldset>`
          : html`<button type="button" id="take" ?disabled=${!this.chosen} @click=${this._take}>${words.takeAway}</button>`
      }
      <fieldset class="pick"><legend>${words.whoMoves}</legend><div class="segments">${sides.map(
        (side, player) => html`<label>
        <input type="radio" name="player" value=${player} .checked=${player === state.player} @change=${() => this._do(setup.change({ player }))}><span>${sideName(side)}</span></label>`,
      )}</div></fieldset>
      <p class=${state.valid ? "verdict good" : "verdict"} id="verdict" role="status">${state.valid ? `✓ ${words.valid}` : sentence(state.problem ?? "")}</p>
      ${this.trouble ? html`<p class="trouble" role="alert">${sentence(this.trouble)}</p>` : nothing}
      <div class="again">
        <button type="button" class="primary" id="set" ?disabled=${!state.valid || !state.start} @click=${this._done}>${words.analyze}</button>
        <button type="button" id="clear" @click=${() => this._do(setup.change({ pieces: [], player: 0 }))}>${words.clear}</button>
        <button type="button" id="leave" @click=${() => this.emit("leave")}>${words.cancel}</button>
      </div>`;
  }
}

customElements.define("set-up", SetUp);
