/**
 * `<repertoire-line>`: adds the moves that lead to the position on the board to the visitor's repertoire, which is
 * practiced like mistakes.
 *
 * @typedef {import("../analysis/game_tree.js").GameTree} GameTree
 * @typedef {import("../analysis/game_tree.js").Step} Step
 */

import { html, nothing } from "../vendor/lit/lit.js";
import { PageElement } from "../page_element.js";
import { addLine } from "../practice_api.js";
import { ApiError } from "../request.js";
import { sideName } from "../sides.js";
import { words } from "../words/practice.js";
import { sentence } from "./sentence.js";

export class RepertoireLine extends PageElement {
  static properties = {
    tree: { attribute: false },
    step: { attribute: false },
    sides: { attribute: false },
    busy: { state: true },
    result: { state: true },
  };

  constructor() {
    super();
    /** @type {GameTree | null} */
    this.tree = null;
    /** The last move of the line. @type {Step | null} */
    this.step = null;
    /** The sides of the game. @type {string[]} */
    this.sides = [];
    this.busy = false;
    /** What the server did with the line, or why it refused it. @type {{text: string, added: boolean} | null} */
    this.result = null;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("step") || changed.has("tree")) this.result = null;
  }

  /** @param {number} you the player whose moves are practiced */
  async _add(you) {
    const { tree, step } = this;
    if (!tree || !step || this.busy) return;
    this.busy = true;
    /** @type {RepertoireLine["result"]} */
    let result;
    try {
      const { added, merged, left, cut } = await addLine(tree.position(step), you);
      result = { text: words.lineAdded(added, merged, left, cut), added: true };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      result = { text: sentence(error.message), added: false };
    } finally {
      this.busy = false;
    }
    if (step === this.step) this.result = result;
  }

  render() {
    const { tree, step, result } = this;
    if (!tree || !step) return nothing;
    return html`<details><summary>${words.addLine}</summary>
      <p class="quiet">${words.addLineAbout}</p>
      <div class="pair" role="group" aria-label=${words.whoseMoves}>${this.sides.map(
        (side, player) => html`<button type="button" data-you=${player} ?disabled=${this.busy || !step.parent}
        @click=${() => this._add(player)}>${words.playAs(sideName(side))}</button>`,
      )}</div>
      <p role="status" class=${result && !result.added ? "trouble" : "quiet"} id="line-added">${result?.text ?? nothing} ${result?.added ? html`<a href="#practice">${words.title}</a>` : nothing}</p>
    </details>`;
  }
}

customElements.define("repertoire-line", RepertoireLine);
