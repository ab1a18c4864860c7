/**
 * `<step-note>`: the annotation symbols and the comment of a move, and the buttons for its variation.
 *
 * @fires edited the tree has changed
 * @fires delete the visitor wants to delete the move
 */

import { html, live, nothing } from "../vendor/lit/lit.js";
import { PageElement } from "../page_element.js";
import { MARKS } from "../analysis/game_tree.js";
import { words } from "../words/analysis.js";
import { icon } from "./icons.js";

const PAUSE = 400; // milliseconds after the last keystroke until a comment is stored in the game

export class StepNote extends PageElement {
  static properties = {
    tree: { attribute: false },
    step: { attribute: false },
    version: { attribute: false },
  };

  constructor() {
    super();
    /** @type {import("../analysis/game_tree.js").GameTree | null} */
    this.tree = null;
    /** @type {import("../analysis/game_tree.js").Step | null} */
    this.step = null;
    this.version = 0;
    this._timer = 0;
    /**
     * The comment that is being written.
     * @type {{tree: import("../analysis/game_tree.js").GameTree, step: import("../analysis/game_tree.js").Step,
     *   text: string} | null}
     */
    this._draft = null;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (this._draft && (changed.has("step") || changed.has("tree"))) this.write();
  }

  /** @param {Event} event */
  _typed(event) {
    const { tree, step } = this;
    if (!tree || !step) return;
    this._draft = { tree, step, text: /** @type {HTMLTextAreaElement} */ (event.target).value };
    clearTimeout(this._timer);
    this._timer = setTimeout(() => this._keep(), PAUSE);
  }

  /** Store the draft in the game, and keep it for further typing. */
  _keep() {
    const draft = this._draft;
    if (!draft) return;
    draft.tree.comment(draft.step, draft.text.trim());
    this._edited();
  }

  /** Store the draft in the game, and clear it. */
  write() {
    clearTimeout(this._timer);
    this._keep();
    this._draft = null;
  }

  _edited() {
    this.emit("edited");
  }

  render() {
    const { tree, step } = this;
    if (!tree || !step) return nothing;
    const button = (
      /** @type {"promote" | "remove"} */ id,
      /** @type {boolean} */ enabled,
      /** @type {() => void} */ act,
    ) =>
      html`<button type="button" id=${id} ?disabled=${!enabled} aria-label=${words[id]} title=${words[id]} @click=${act}>${icon(id)}</button>`;
    return html`<div class="mark-row" role="group" aria-label=${words.marks}>
        ${Object.entries(MARKS).map(
          ([
            mark,
            nag,
          ]) => html`<button type="button" class="toggle" data-mark=${mark} ?disabled=${!step.move} aria-pressed=${step.nags.includes(nag)} aria-label=${words.markNames[mark]} title=${words.markNames[mark]}
          @click=${() => {
            tree.mark(step, mark);
            this._edited();
          }}>${mark}</button>`,
        )}
        ${button("promote", Boolean(tree.branch(step)), () => {
          tree.promote(step);
          this._edited();
        })}
        ${button("remove", Boolean(step.parent), () => this.emit("delete"))}
      </div>
      <label class="hidden" for="comment">${words.noteOf(step.move?.move ?? "")}</label>
      <textarea id="comment" rows="1" maxlength="100000" placeholder=${words.noteOf(step.move?.move ?? "")} .value=${live(this._draft?.step === step ? this._draft.text : step.comment)}
        @input=${this._typed} @change=${() => this.write()}></textarea>`;
  }
}

customElements.define("step-note", StepNote);
