/**
 * `<repertoire-line>`: puts the line that leads to the position on the board into the visitor's repertoire, which is
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
    said: { state: true },
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
    /** What came of it. @type {{text: string, added: boolean} | null} */
    this.said = null;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("step") || changed.has("tree")) this.said = null;
  }

  /** @param {number} you whose moves are asked */
  async _add(you) {
    const { tree, step } = this;
    if (!tree || !step || this.busy) return;
    this.busy = true;
    /** @type {RepertoireLine["said"]} */
    let said;
    try {
      const { added, merged, left } = await addLine(tree.position(step), you);
      said = { text: words.lineAdded(added, merged, left), added: true };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      said = { text: sentence(error.message), added: false };
    } finally {
      this.busy = false;
    }
    if (step === this.step) this.said = said;
  }

  render() {
    const { tree, step, said } = this;
    if (!tree || !step) return nothing;
    return html`<details><summary>${words.addLine}</summary>
      <p class="quiet">${words.addLineAbout}</p>
      <div class="pair" role="group" aria-label=${words.whoseMoves}>${this.sides.map(
        (side, player) => html`<button type="button" data-you=${player} ?disabled=${this.busy || !step.parent}
        @click=${() => this._add(player)}>${words.playAs(sideName(side))}</button>`,
      )}</div>
      <p role="status" class=${said && !said.added ? "trouble" : "quiet"} id="line-added">${said?.text ?? nothing} ${said?.added ? html`<a href="#practice">${words.title}</a>` : nothing}</p>
    </details>`;
  }
}

customElements.define("repertoire-line", RepertoireLine);
