/**
 * `<move-coach>`: judges the last move on the board when the visitor asks. It shows whether the move is good,
 * a better line, the refutation, and remarks that give the reasons.
 *
 * @typedef {{remark: Api.RemarkJson, scene: import("../boards/board_host.js").Scene}} Peek a remark and its scene on
 *   the board
 *
 * @fires line a request to play a line; `detail` has its moves, from the position before the judged move
 * @fires peek a request to show a remark; `detail` is a `Peek`, or null for none
 */

import { html, nothing } from "../vendor/lit/lit.js";
import { PageElement } from "../page_element.js";
import { ApiError } from "../request.js";
import { judgeMove } from "../analysis/server.js";
import { words as reviewWords } from "../words/review.js";
import { words } from "../words/remarks.js";
import { judgmentMark, kindClass } from "./judgment_mark.js";
import { placeOf, remarkList, remarkOverlays } from "./remarks.js";

/** Return the scene for a remark. @param {Api.RemarkJson} remark @param {Api.MoveJudgmentJson} found */
function sceneOf(remark, found) {
  const overlays = remarkOverlays(remark),
    place = placeOf(remark, found.move, found.better, found.refutation);
  if (!place) return { overlays };
  const { board, move } = (place.better ? found.better : found.refutation)[place.at];
  return { overlays, board, last: move, legal: [], ideas: [], drawings: [] };
}

export class MoveCoach extends PageElement {
  static properties = {
    tree: { attribute: false },
    step: { attribute: false },
    shown: { attribute: false },
    _found: { state: true },
    _asking: { state: true },
  };

  constructor() {
    super();
    /** @type {import("../analysis/game_tree.js").GameTree | null} */
    this.tree = null;
    /** @type {import("../analysis/game_tree.js").Step | null} */
    this.step = null;
    /** The remark that the board shows. @type {Api.RemarkJson | null} */
    this.shown = null;
    /** The server's judgment, or an error. @type {Api.MoveJudgmentJson | string | null} */
    this._found = null;
    /** The step whose judgment was requested. @type {import("../analysis/game_tree.js").Step | null} */
    this._asking = null;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("step") || changed.has("tree")) this._found = this._asking = null;
  }

  async ask() {
    const { tree, step } = this;
    if (!tree || !step?.parent || !step.move || this._asking) return;
    this._asking = step;
    this._found = null;
    /** @type {Api.MoveJudgmentJson | string} */
    let found;
    try {
      found = await judgeMove(tree.position(step.parent), step.move.move);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      found = error.message;
    }
    if (this._asking !== step) return; // the visitor has gone to another move
    this._asking = null;
    this._found = found;
  }

  render() {
    const { step, _found: found } = this;
    if (!step?.parent || !step.move) return nothing;
    const busy = Boolean(this._asking);
    return html`<section class="coach" aria-label=${words.ask} aria-busy=${busy}>
      ${typeof found === "object" && found ? nothing : html`<button type="button" class="quiet-link" id="why-move" ?disabled=${busy} @click=${() => this.ask()}>${busy ? words.asking : words.ask}</button>`}
      <div role="status" aria-live="polite">${typeof found === "string" ? html`<p class="trouble">${found}</p>` : found ? this._answer(found) : nothing}</div>
    </section>`;
  }

  /** @param {Api.MoveJudgmentJson} found */
  _answer(found) {
    const name = found.only ? reviewWords.onlyMove : reviewWords.judgments[found.judgment],
      show = (/** @type {Api.RemarkJson | null} */ remark) =>
        this.emit("peek", remark && { remark, scene: sceneOf(remark, found) });
    const head = html`<h2 class="judgment ${kindClass(found.judgment)}">${judgmentMark(found.judgment)}<span>${found.move}${found.glyph}</span> <small>${name}</small></h2>`;
    const best = found.best !== found.move,
      over = Boolean(this.step?.result);
    return html`${head}
      ${found.error ? html`<p class="said">${found.text}</p>` : best ? nothing : html`<p class="quiet">${words.best}</p>`}
      ${best ? this._line(words.better, found.better) : nothing}
      ${found.error ? this._line(words.refutation, found.refutation, found.move) : nothing}
      ${found.error && !found.remarks.length && !over ? html`<p class="quiet">${words.silent}</p>` : nothing}
      ${remarkList(found.remarks, this.shown, show, words.lines)}
      <details ?open=${!found.remarks.length}><summary>${words.does}</summary>
        ${found.does.length ? remarkList(found.does, this.shown, show) : html`<p class="quiet">${over ? words.ends : words.nothing}</p>`}</details>`;
  }

  /** @param {string} title @param {Api.StepJson[]} steps @param {string} [first] the move before the steps */
  _line(title, steps, first) {
    if (!steps.length) return nothing;
    const moves = steps.map((step) => step.move.move);
    return html`<p class="coach-line"><span class="quiet">${title}:</span> <button type="button" class="small"
      @click=${() => this.emit("line", first ? [first, ...moves] : moves)}>${moves.slice(0, 6).join("  ")}</button></p>`;
  }
}

customElements.define("move-coach", MoveCoach);
