/**
 * `<game-viewer>`: a game to step through, with its variations, comments and evaluations, in the layout that all views
 * with a board share. It needs no server: the record contains all positions.
 *
 * @typedef {import("../analysis/game_tree.js").Step} Step
 * @typedef {{name: string, title: string, board: string, players: string[], plies_a_turn: number,
 *   default_engine: string}} Kind the properties of a kind of game
 */

import { html, nothing } from "../vendor/lit/lit.js";
import { PageElement } from "../page_element.js";
import { chanceOf, sidesOf } from "../analysis/chance.js";
import { GameTree } from "../analysis/game_tree.js";
import { BoardHost } from "../boards/board_host.js";
import { stepButtons } from "../views/board_tools.js";
import { chanceText, evaluationBar } from "../views/evaluation_bar.js";
import { openingText } from "../views/opening_name.js";
import { KINDS } from "../views/judgment_mark.js";
import { ViewKeys } from "../views/view_keys.js";
import { words } from "../words/viewer.js";
import "../views/variation_tree.js";
import "../views/win_graph.js";

const PACE = 700; // milliseconds per move during playback

/** Return a result in print typography, such as `½–½`. @param {string} result */
export const shownResult = (result) => result.replaceAll("1/2", "½").replace("-", "–");

/** Return the win probability of player 0 at the end of a game. @param {{winner?: number | null}} result */
const winOf = ({ winner }) => (typeof winner === "number" ? 1 - winner : 0.5);

/** @fires go another position is on the board; `detail` is the id of its step */
export class GameViewer extends PageElement {
  static properties = {
    record: { attribute: false },
    kind: { attribute: false },
    heading: {},
    detail: {},
    orientation: { state: true },
    playing: { state: true },
    calls: { attribute: false },
    beside: { attribute: false },
    notes: { attribute: false },
    listing: { state: true },
  };

  constructor() {
    super();
    /** The game, as a record in the server's format. @type {Api.RecordJson | null} */
    this.record = null;
    /** @type {Kind | null} */
    this.kind = null;
    this.heading = "";
    this.detail = "";
    /** Whether the arrow keys step through the game wherever the focus is on the page. */
    this.calls = false;
    /** Content that replaces the moves on demand, if any. @type {{title: string, content: unknown} | null} */
    this.beside = null;
    /** Whether the panel shows `beside`. */
    this.listing = false;
    /** The notes at the end of the panel. @type {string[]} */
    this.notes = [];
    /** The player at the bottom. */
    this.orientation = 0;
    this.playing = false;
    /** @type {GameTree | null} */
    this.tree = null;
    this._board = new BoardHost(this, () => this._scene());
    this._timer = 0;
    new ViewKeys(this, () => this._commands());
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.halt();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (!changed.has("record") || !this.record || !this.kind) return;
    this.halt();
    this.tree = new GameTree(this.record);
    // Each game gets a new board, which resets zoom and pan.
    const board = document.createElement(`${this.kind.board}-board`);
    this._board.use(/** @type {import("../boards/board.js").Board} */ (board));
  }

  // ---- steps -------------------------------------------------------------------------------------

  /** @param {Step | null | undefined} step */
  go(step) {
    if (!this.tree || !step) return;
    this.tree.go(step);
    this.requestUpdate();
    this.emit("go", step.id);
  }

  /** Show the position after the first `moves` moves of the current line. @param {number} moves */
  goTo(moves) {
    const line = this._line();
    this.go(line[Math.max(0, Math.min(moves, line.length - 1))]);
  }

  /** Return the steps of the current line, from the start to its end. @returns {Step[]} */
  _line() {
    const { tree } = this;
    return tree ? [tree.root, ...tree.path(tree.end())] : [];
  }

  /** Return the move of a step with its number. @param {Step} step */
  _label(step) {
    return step.move ? `${this.tree?.turn(step)}. ${step.move.move}` : words.start;
  }

  /** Return the steps of the main line, from the start to its end. @returns {Step[]} */
  _mainLine() {
    /** @type {Step[]} */
    const line = [];
    for (let step = /** @type {Step | undefined} */ (this.tree?.root); step; [step] = step.steps)
      line.push(step);
    return line;
  }

  /** Stop the playback. */
  halt() {
    clearInterval(this._timer);
    this._timer = 0;
    this.playing = false;
  }

  _play() {
    if (this.playing) {
      this.halt();
      return;
    }
    const { tree } = this;
    if (!tree) return;
    if (!tree.ahead()) this.go(tree.root);
    this.playing = true;
    this._timer = setInterval(() => {
      const next = tree.ahead();
      if (next) this.go(next);
      else this.halt();
    }, PACE);
  }

  /** @param {Step | null | undefined} step */
  _step(step) {
    this.halt();
    this.go(step);
  }

  /** Return the commands for `ViewKeys`; null while the keys do not apply to this game. */
  _commands() {
    const { tree } = this;
    if (!tree || !(this.calls || this.matches(":focus-within, :hover"))) return null;
    const hasVariations = tree.beside(1) !== null;
    return {
      back: () => this._step(tree.current.parent),
      forward: () => this._step(tree.ahead()),
      first: () => this._step(tree.root),
      last: () => this._step(tree.end()),
      before: () => hasVariations && this._step(tree.beside(-1)),
      after: () => hasVariations && this._step(tree.beside(1)),
    };
  }

  // ---- drawing -----------------------------------------------------------------------------------

  /**
   * Return the review of a step, if the record has one.
   * @param {Step} step @returns {Api.NodeReviewJson | undefined}
   */
  _reviewOf(step) {
    return this.record?.nodes[step.id].review;
  }

  /** Return the engine's report on the move of a step, as text. @param {Step} step */
  _report({ more: { played } }) {
    if (!played) return "";
    const { book, score, win_in: winIn, depth, nodes, time } = played;
    return [
      book && words.book,
      typeof score === "number" && words.score(Math.round(1000 * score) / 1000),
      typeof winIn === "number" && words.winIn(winIn),
      depth && words.depth(depth),
      typeof nodes === "number" && words.nodes(nodes),
      typeof time === "number" && words.seconds(time),
    ]
      .filter(Boolean)
      .join(" · ");
  }

  /** Draw the review text of a step. @param {Step} step */
  _review(step) {
    const review = this._reviewOf(step);
    if (!review?.judgment || !(review.words || review.reason || review.reply)) return nothing;
    return html`<div class="review-says ${review.judgment.replace(" ", "-")}" role="note" tabindex="0">
      ${review.words ? html`<p>${review.words}</p>` : nothing}
      ${review.reason ? html`<p>${review.reason}</p>` : nothing}
      ${review.reply ? html`<p>${words.reply(review.reply.join(", "))}</p>` : nothing}
    </div>`;
  }

  /**
   * Draw the win probability over the main line, with the errors that a review found.
   * @param {string[]} sides @param {string[]} hues
   */
  _graph(sides, hues) {
    const tree = /** @type {GameTree} */ (this.tree),
      line = this._mainLine();
    const points = line.map((step) => (step.result ? winOf(step.result) : (step.more.analysis?.win ?? null)));
    if (points.filter((point) => point !== null).length < 3) return nothing;
    const moments = line.flatMap((step) => {
      const kind = this._reviewOf(step)?.judgment;
      return kind && KINDS.includes(kind) ? [{ ply: step.ply, kind, faint: false }] : [];
    });
    let shown = tree.current;
    while (!line.includes(shown) && shown.parent) shown = shown.parent;
    return html`<win-graph .points=${points} .moments=${moments} .at=${shown.ply} .sides=${sides} .hues=${hues}
      .labels=${line.map((step) => this._label(step))}
      @go=${(/** @type {CustomEvent} */ event) => {
        this._step(line[event.detail]);
      }}></win-graph>`;
  }

  _scene() {
    const { tree } = this;
    if (!tree) return null;
    const { move, ply } = tree.current;
    return {
      board: tree.board(),
      last: move,
      drawings: tree.current.more.marks ?? [],
      orientation: this.orientation,
      halfTurned: this.orientation === 1,
      label: words.after(ply),
    };
  }

  render() {
    const { tree, kind, record } = this;
    if (!tree || !kind || !record) return nothing;
    const { current } = tree,
      line = this._line(),
      ply = current.ply;
    const position = tree.board(),
      sides = sidesOf(position, kind.players),
      hues = sides.map((side) => side.toLowerCase());
    const judged = record.nodes.some((node) => node.analysis);
    const chance = chanceOf(tree, false);
    const report = this._report(current),
      ended =
        current.result?.text ??
        (!tree.ahead() && tree.isMain(current) && record.result ? shownResult(record.result) : "");
    const beside = this.beside && this.listing;
    return html`
      ${this.beside ? this._tabs(this.beside.title) : nothing}
      <main class=${`viewed stepped on-${kind.board}${beside ? " listing" : ""}`}>
        ${judged ? evaluationBar({ chance, orientation: this.orientation, hues, sides }) : nothing}
        <section class="table" aria-label=${words.position}>
          <div class="board-box">${this._board.element}</div>
          ${stepButtons(
            tree,
            (step) => this._step(step),
            () => {
              this.orientation = 1 - this.orientation;
            },
            { play: { on: this.playing, take: () => this._play() } },
          )}
          <div class="plies"><label class="hidden" for="ply">${words.position}</label>
            <input type="range" id="ply" min="0" max=${line.length - 1} .value=${String(ply)} aria-valuetext=${this._label(current)}
              @input=${(/** @type {Event} */ event) => {
                this.halt();
                this.goTo(Number(/** @type {HTMLInputElement} */ (event.target).value));
              }}></div>
          ${judged ? this._graph(sides, hues) : nothing}
        </section>
        <aside class="side">
          <h2 id="title"><span>${this.heading}</span> ${record.result ? html`<span class="result">${shownResult(record.result)}</span>` : nothing}</h2>
          ${this.detail ? html`<p class="detail">${this.detail}</p>` : nothing}
          ${record.opening ? html`<p class="detail" id="opening">${openingText(record.opening, this._mainLine().length - 1)}</p>` : nothing}
          ${record.faults?.length ? html`<p class="trouble" role="note">${words.missing(record.faults.length, record.faults[0].text)}</p>` : nothing}
          ${record.cut ? html`<p class="trouble" role="note">${words.cut}</p>` : nothing}
          ${beside ? this.beside?.content : this._moves(report, ended, judged ? chanceText(chance, sides) : "")}
          <p class="foot keys">${words.keys}</p>
          ${this.notes.map((note) => html`<p class="foot">${note}</p>`)}
        </aside>
      </main>`;
  }

  /** Draw the tabs for the moves and `beside`. @param {string} title */
  _tabs(title) {
    const tab = (/** @type {boolean} */ listing, /** @type {string} */ text) =>
      html`<button type="button" class="tab" aria-current=${listing === this.listing ? "page" : nothing} @click=${() => {
        this.listing = listing;
      }}>${text}</button>`;
    return html`<div class="bar"><nav aria-label=${words.list}>${tab(false, words.moves)}${tab(true, title)}</nav></div>`;
  }

  /**
   * Draw the panel with the moves and the information about the position.
   * @param {string} report @param {string} ended @param {string} chance
   */
  _moves(report, ended, chance) {
    const tree = /** @type {GameTree} */ (this.tree),
      { current } = tree;
    return html`
      <p class="status" id="status" role="status"><b>${this._label(current)}</b>${words.of(tree.turn(this._line().at(-1)))}${ended ? ` — ${ended}` : ""}
        ${report ? html`<span class="reported">${report}</span>` : nothing}
        ${chance && !current.result ? html`<span class="reported">${chance}</span>` : nothing}</p>
      ${this._review(current)}
      ${current.comment ? html`<p class="comment" tabindex="0">${current.comment}</p>` : nothing}
      <variation-tree .tree=${tree} .version=${tree.version} .current=${current.id} @go=${(
        /** @type {CustomEvent} */ event,
      ) => {
        this._step(tree.find(event.detail));
      }}></variation-tree>`;
  }
}

customElements.define("game-viewer", GameViewer);
