/**
 * `<position-openings>`: the panel with a position's moves and games in the library. While closed, it sends no requests
 * and does not load the opening explorer.
 *
 * @fires hover the pointer or the focus is on a move; `detail` is the move, or null when it leaves
 * @fires choose a move was chosen; `detail` is the move
 * @typedef {import("../analysis/game_tree.js").GameTree} GameTree
 * @typedef {import("../analysis/game_tree.js").Step} Step
 */

import { html, nothing } from "../vendor/lit/lit.js";
import { PageElement } from "../page_element.js";
import { remember, remembered } from "../browser_storage.js";
import { words } from "../words/analysis.js";
import { messageOf } from "../request.js";

const NAME = "hexapoda.openings";
const WIDE = "not ((max-width: 1100px) and (max-aspect-ratio: 1))";

/** Whether the visitor last left the panel open; by default it is open, except on narrow screens. */
const leftOpen = () => remembered(NAME) ?? matchMedia(WIDE).matches;

export class PositionOpenings extends PageElement {
  static properties = {
    tree: { attribute: false },
    step: { attribute: false },
    games: { attribute: false },
    shown: { state: true },
    empty: { state: true },
    trouble: { state: true },
  };

  constructor() {
    super();
    /** @type {GameTree | null} */
    this.tree = null;
    /** The step whose position is explored. @type {Step | null} */
    this.step = null;
    /** @type {Api.GameJson[]} */
    this.games = [];
    this.shown = leftOpen();
    /** Whether neither the games nor the opening tree contain the position; the heading then says so. */
    this.empty = false;
    this.trouble = "";
    /**
     * The line that the explorer shows, and the step from which it was made.
     * @type {{step: Step | null, line: import("../library_api.js").Line | null}}
     */
    this._asked = { step: null, line: null };
  }

  connectedCallback() {
    super.connectedCallback();
    if (this.shown) this._load();
  }

  /** @param {Map<string, unknown>} changed */
  shouldUpdate(changed) {
    return this.shown || changed.has("shown") || !this.hasUpdated;
  }

  async _load() {
    try {
      await import("./explorer.js");
      this.trouble = "";
    } catch (error) {
      this.trouble = messageOf(error);
    }
  }

  /** Open or close the panel. */
  toggle() {
    this.shown = !this.shown;
    this.emit("hover", null);
    if (this.shown) this._load();
    remember(NAME, this.shown);
  }

  /** Return the line that leads to the position: the same object until the position changes. */
  _line() {
    const { tree, step } = this;
    if (tree && step && step !== this._asked.step) this._asked = { step, line: tree.position(step) };
    return this._asked.line;
  }

  /** @param {CustomEvent} event */
  _pass(event) {
    this.emit(event.type, event.detail);
  }

  render() {
    return html`<details .open=${this.shown}>
      <summary @click=${(/** @type {Event} */ event) => {
        event.preventDefault();
        this.toggle();
      }}>${words.openings}${this.shown && this.empty && !this.trouble ? html` <small class="quiet">${words.noGame}</small>` : nothing}</summary>
      ${this.shown && this.trouble ? html`<p class="trouble" role="alert">${this.trouble}</p>` : nothing}
      ${this.shown && !this.trouble ? html`<opening-explorer class=${this.empty ? "gone" : ""} @explored=${(/** @type {CustomEvent} */ event) => (this.empty = !event.detail.totals.games && !event.detail.tree.length)} .line=${this._line()} .games=${this.games} @hover=${this._pass} @choose=${this._pass}></opening-explorer>` : nothing}
    </details>`;
  }
}

customElements.define("position-openings", PositionOpenings);
