/**
 * `<analysis-view>`: any position, with variations, an engine, and marks on the board.
 *
 * @typedef {import("../analysis/game_tree.js").Step} Step
 * @typedef {import("../analysis/game_tree.js").GameTree} GameTree
 * @typedef {import("../analysis/shown_game.js").Shown} Shown
 */

import { LitElement, html, nothing } from "../vendor/lit/lit.js";
import { replaceAddress } from "../address.js";
import { afterFrame } from "../after_frame.js";
import { ApiError } from "../request.js";
import { BoardHost } from "../boards/board_host.js";
import { makeBoard } from "../boards/make.js";
import { sourceOf } from "../analysis/address.js";
import { asksForGame, rememberPlace } from "../analysis/asked_game.js";
import { chanceOf, sidesOf } from "../analysis/chance.js";
import { sendOldCopies } from "../analysis/keeping.js";
import { LegalMoves } from "../analysis/legal_moves.js";
import { Overlays } from "../analysis/overlays.js";
import { readPosition, readWhy } from "../analysis/server.js";
import { linkTo, noteOn, openAddress, openLatest, openPosition, openRecord } from "../analysis/shown_game.js";
import { Thinking } from "../analysis/thinking.js";
import { Latest } from "../latest.js";
import { sideName } from "../sides.js";
import { words } from "../words/analysis.js";
import { analysisBar } from "./analysis_bar.js";
import { analysisHead } from "./analysis_head.js";
import { analysisKeys } from "./analysis_keys.js";
import { moveForm, noteBox } from "./analysis_note.js";
import { overlayButtons, stepButtons } from "./board_tools.js";
import { chanceText, evaluationBar } from "./evaluation_bar.js";
import { ideasOf } from "./engine_lines.js";
import "./key_help.js";
import "./open_game.js";
import { PageKeys } from "./page_keys.js";
import "./position_openings.js";
import "./set_up.js";
import "./share_game.js";
import "./step_note.js";
import "./variation_tree.js";
import { sentence } from "./sentence.js";

/** @type {any[]} */
const NO_MOVES = [];
const REST = 120; // milliseconds on a position before the server is asked for its legal moves

/** The game that was analyzed before the visitor looked at another view. @type {Shown | null} */
let last = null;

export class AnalysisView extends LitElement {
  static properties = {
    games: { attribute: false },
    address: { attribute: false },
    tree: { state: true },
    note: { state: true },
    near: { state: true },
    arrows: { state: true },
    setting: { state: true },
    news: { state: true },
  };

  constructor() {
    super();
    /** @type {Api.GameJson[]} */
    this.games = [];
    this.address = new URLSearchParams();
    /** @type {GameTree | null} */
    this.tree = null;
    /** What the page says about the last gesture. @type {{kind: string, text: string, act?: () => void, label?: string} | null} */
    this.note = null;
    this.near = 0; // the player at the bottom
    this.arrows = true; // whether the moves of the engine are drawn
    this.setting = false; // whether a position is being set up
    this.news = "";
    this.thinking = new Thinking(() => this.requestUpdate());
    this.overlays = new Overlays(() => this.requestUpdate());
    this._board = new BoardHost(this, () => this._scene(), {
      choose: (move) => {
        if (!this.setting) this.play(move.move);
      },
      calm: () => this._calm(),
      pick: (cell) => this._pick(cell),
      touch: ({ text, asked, cell }) => {
        if (this.setting) return;
        this._pick(asked ?? cell ?? null);
        this._why(text, asked ?? null);
      },
    });
    /** What saves the tree, and where it came from. @type {import("../analysis/keeping.js").Keeping | null} */
    this.keeping = null;
    /** @type {import("../analysis/address.js").Source} */
    this._source = {};
    this._legal = new LegalMoves();
    this._timer = 0;
    this._keys = new PageKeys(() => (this.tree && !this.setting ? analysisKeys(this, this.tree) : null));
    this._ahead = false; // whether the board shows a step that the rest of the page does not show yet
    /** What was asked for, and what was shown. */
    this._routes = new Latest();
    this._shows = new Latest();
    /** The moves of the engine as the board shows them. @type {{search: any, ideas: import("../boards/overlay.js").Idea[]}} */
    this._drawn = { search: null, ideas: [] };
    /** What the set-up begins with. @type {any} */
    this._wish = null;
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this._keys.begin();
    sendOldCopies();
    addEventListener("pointerdown", this._pointed, { capture: true });
    addEventListener("click", this._clicked, { capture: true });
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this._keys.end();
    removeEventListener("pointerdown", this._pointed, { capture: true });
    removeEventListener("click", this._clicked, { capture: true });
    clearTimeout(this._timer);
    this._leave();
    this.thinking.off();
    this.overlays.stop();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("address")) this._route();
    this._look();
  }

  // ---- what is analyzed --------------------------------------------------------------------------

  async _route() {
    const isLatest = this._routes.begin(),
      { address } = this,
      usual = this.games[0].name,
      before = this._shown() ?? last;
    if (!asksForGame(address)) {
      if (!before) await this._ask(() => openLatest(usual), isLatest);
      else if (before.tree !== this.tree) await this._show(before);
      return;
    }
    const link = before && linkTo(before);
    if (this.tree && `#${address}` === link) return;
    await this._ask(() => openAddress(address, usual), isLatest);
    if (!isLatest() || !before || !link || before.tree.size < 2) return;
    if ((address.has("stored") || address.has("match")) && !this.note) this._offerBack(link);
  }

  /** Show what is asked for, unless something else was asked for meanwhile. @param {() => Promise<Shown>} ask @param {() => boolean} [isLatest] @param {boolean} [push] whether *Back* leads to what is shown now */
  async _ask(ask, isLatest = this._routes.begin(), push = false) {
    try {
      const shown = await ask();
      if (!isLatest()) return;
      if (push && this.tree) {
        this._write();
        history.pushState(null, "", linkTo(shown));
      }
      await this._show(shown);
      if (shown.lost) this.note = { kind: "error", text: words.onlyLine(sentence(shown.lost)) };
    } catch (error) {
      if (isLatest()) this._failed(error);
    }
  }

  /** Show a game that is new here. @param {() => Promise<Shown>} ask */
  _new = (ask) => this._ask(ask, undefined, true);

  /** What is on the board. @returns {Shown | null} */
  _shown() {
    const { tree, keeping, _source: source, near } = this;
    return tree && keeping ? { tree, keeping, source, near } : null;
  }

  _write() {
    const shown = this._shown();
    if (!shown) return;
    const link = linkTo(shown);
    replaceAddress("analysis", link);
    if (shown.keeping.address) rememberPlace(link);
  }

  /** A game of the library or of a match took the place of another analysis: offer the way back. @param {string} link of that one */
  _offerBack(link) {
    const names = this.tree?.record.names?.filter(Boolean).join(" – ");
    this.note = {
      kind: "info",
      text: words.opened(names || words.game),
      label: words.backToOwn,
      act: () => {
        location.hash = link;
      },
    };
  }

  /** Something about saving has changed: the number of the analysis, the state, or what another tab has done. */
  _told = () => {
    const { keeping, near } = this,
      shown = this._shown();
    this.requestUpdate();
    if (!keeping || !shown || this.setting) return;
    if (keeping.address && sourceOf(new URLSearchParams(location.hash.slice(1))).kept !== keeping.address)
      this._write();
    if (!keeping.outdated) return;
    keeping.outdated = false; // show it as it is now, at the same place
    this._ask(() => openAddress(new URLSearchParams(linkTo(shown).slice(1)), this.games[0].name, near));
  };

  /** The game leaves the board: a comment that is being written is part of it. */
  _leave() {
    /** @type {import("./step_note.js").StepNote | null} */ (this.querySelector("step-note"))?.write();
    this.keeping?.look();
    this.keeping?.end();
  }

  /** @param {unknown} error */
  _failed(error) {
    if (!(error instanceof ApiError)) throw error;
    this.note = { kind: "error", text: sentence(error.message) };
  }

  /** @param {Shown} shown */
  async _show({ tree, keeping, source, near }) {
    const info = this.games.find((one) => one.name === tree.record.game);
    const isLatest = this._shows.begin();
    if (!this._board.element || this.tree?.record.game !== tree.record.game) {
      const element = await makeBoard(info, tree.record.variant);
      if (!isLatest()) return; // another game was opened meanwhile
      this._board.use(element);
    }
    this.overlays.offer(info?.overlays ?? []);
    this.thinking.again();
    if (this.keeping !== keeping) this._leave();
    Object.assign(this, { tree, keeping, _source: source, near, setting: false });
    this._calm();
    keeping.begin(this._told);
    last = { tree, keeping, source, near };
    const said = noteOn(keeping);
    if (said) this.note = { kind: "info", text: said };
    this._arrived();
  }

  /** @param {[number, number] | null} cell */
  _pick(cell) {
    this.overlays.cell = cell;
    this.requestUpdate();
  }

  _info() {
    return this.games.find((one) => one.name === this.tree?.record.game);
  }

  // ---- steps -------------------------------------------------------------------------------------

  /** @param {Step | null | undefined} step */
  go(step) {
    if (!step || !this.tree || this.setting) return;
    this.tree.go(step);
    this.overlays.cell = null;
    this._board.point(null);
    this._calm();
    this._look();
    this._board.draw();
    this._ahead = true;
    this._arrived();
  }

  /** After a step the board comes first, and all that stands around it in the next frame. */
  async scheduleUpdate() {
    if (this._ahead) await afterFrame();
    this._ahead = false;
    return super.scheduleUpdate();
  }

  /** The board shows another position: write the address, and ask for the legal moves once the visitor rests. */
  _arrived() {
    this.requestUpdate();
    clearTimeout(this._timer);
    this._timer = setTimeout(() => this._rested(), REST);
  }

  async _rested() {
    clearTimeout(this._timer);
    const tree = /** @type {GameTree} */ (this.tree),
      step = tree.current;
    this._write();
    const chance = chanceText(this._chance(), this._sides());
    this.news = [words.position(step.ply, step.move?.move ?? ""), step.comment, chance]
      .filter(Boolean)
      .join(" ");
    await this._learn(tree, step);
  }

  /** Learn the legal moves of a step. @param {GameTree} tree @param {Step} step */
  async _learn(tree, step) {
    try {
      await this._legal.learn(tree, step);
      this.requestUpdate();
    } catch (error) {
      this._failed(error);
    }
  }

  /** Play a legal move. @param {string} text */
  async play(text) {
    const tree = /** @type {GameTree} */ (this.tree),
      from = tree.current;
    const known = from.steps.find((one) => one.move.move === text);
    if (known) this.go(known);
    else {
      const step = await this._add(tree, from, text);
      if (step && tree === this.tree && tree.current === from) this.go(step);
    }
  }

  /** Play a move that was typed, in any notation, or say why it cannot be played. @param {string} text */
  async _text(text) {
    const move = await this._why(text, null);
    if (move) await this.play(move);
  }

  /** The step after a move; null if it is refused. @param {GameTree} tree @param {Step} from @param {string} text */
  async _add(tree, from, text) {
    try {
      const position = tree.position(from),
        found = await readPosition({ ...position, moves: [...position.moves, text] });
      return tree.add(from, found.last, found.board, found.result, found.legal);
    } catch (error) {
      this._failed(error);
      return null;
    }
  }

  /** Play several moves, as of an engine's line, and go to the last. @param {string[]} moves */
  async _playLine(moves) {
    const tree = /** @type {GameTree} */ (this.tree);
    /** @type {Step | null} */
    let step = tree.current;
    for (const move of moves) {
      step = step.steps.find((one) => one.move.move === move) ?? (await this._add(tree, step, move));
      if (!step) return;
    }
    if (tree === this.tree) this.go(step);
  }

  /** Show why a move is not possible; the move if it is. @param {string} text @param {any} asked the cell of the piece @returns {Promise<string | null>} */
  async _why(text, asked) {
    const tree = /** @type {GameTree} */ (this.tree),
      step = tree.current;
    try {
      const answer = await readWhy(tree.position(step), text);
      if (tree.current !== step) return null;
      if (answer.type === "legal") return answer.move;
      this._board.refuse(answer, asked);
      this.note = { kind: "refusal", text: sentence(answer.text) };
    } catch (error) {
      this._failed(error);
    }
    return null;
  }

  _calm() {
    this.note = null;
    this._board.refuse({}, null);
  }

  removeStep() {
    const tree = /** @type {GameTree} */ (this.tree),
      gone = tree.current,
      { parent } = gone;
    if (!parent) return;
    const at = parent.steps.indexOf(gone);
    tree.remove(gone);
    this.go(parent);
    this.note = {
      kind: "info",
      text: words.removed,
      act: () => {
        tree.restore(gone, at);
        this.go(gone);
      },
    };
  }

  // ---- keys -------------------------------------------------------------------------------

  /** The board is touched: it needs the legal moves now. @param {PointerEvent} event */
  _pointed = (event) => {
    if (
      this._board.element?.contains(/** @type {Node} */ (event.target)) &&
      this.tree &&
      !this.tree.current.legal &&
      !this.setting
    )
      this._rested();
  };

  /** A click on a board waits for the legal moves; one on a link first writes the address, which must not take its place later. @param {MouseEvent} event */
  _clicked = async (event) => {
    const { tree } = this,
      { element } = this._board,
      target = /** @type {Element} */ (event.target),
      step = tree?.current;
    if (tree && !this.setting && target.closest("a")) this._rested();
    if (!tree || !step || step.legal || this.setting || !event.isTrusted || !element?.contains(target))
      return;
    event.stopPropagation();
    await this._learn(tree, step);
    await this.updateComplete;
    await element.updateComplete;
    if (tree.current === step && step.legal && target.isConnected)
      target.dispatchEvent(new MouseEvent("click", event));
  };

  openDialog = (/** @type {string} */ dialog) => /** @type {any} */ (this.querySelector(dialog)).open();

  best() {
    const best = this.tree?.current.search?.lines[0];
    if (best) this.play(best.move);
    else if (!this.thinking.on) this.switchEngine();
  }

  switchEngine() {
    if (this.thinking.on) this.thinking.off();
    else this.thinking.on = true;
    this.requestUpdate();
  }

  flip() {
    this.near = 1 - this.near;
    if (last) last.near = this.near;
  }

  /** @param {string} id */
  toggle(id) {
    this.overlays.toggle(id);
    this.requestUpdate();
  }

  // ---- what is shown -----------------------------------------------------------------------------

  _sides() {
    return sidesOf(/** @type {GameTree} */ (this.tree).board(), this._info()?.players ?? []);
  }

  _chance() {
    return chanceOf(/** @type {GameTree} */ (this.tree), this.thinking.on);
  }

  /** Show an empty board. @param {string} game @param {string | null} [variant] */
  _begin = (game, variant = null) =>
    this._new(() => openPosition({ game, ...(variant ? { variant } : {}) }, this.near));

  updated() {
    this.keeping?.look();
  }

  /** Ask the engine and the overlays about the position. */
  _look() {
    const { tree } = this;
    if (!tree || this.setting) return;
    this.thinking.look(tree.current, () => tree.position(tree.current), Boolean(tree.current.result));
    this.overlays.look(this.overlays.on.size ? tree.position() : null);
  }

  /** What the board shows; the panel has it while a position is set up. */
  _scene() {
    const { tree } = this;
    if (!tree || this.setting) return null;
    const { current } = tree,
      search = this.thinking.on && this.arrows && !current.result ? current.search : null;
    if (search !== this._drawn.search)
      this._drawn = { search, ideas: ideasOf(search, this.thinking.count, tree.board().player) };
    return {
      board: tree.board(),
      legal: current.legal ?? NO_MOVES,
      last: current.move,
      orientation: this.near,
      ideas: this._drawn.ideas,
      overlays: this.overlays.answers,
    };
  }

  render() {
    const dialogs = html`<open-game @open=${(/** @type {CustomEvent} */ event) => this._new(async () => openRecord(event.detail.record, 0))}></open-game><key-help .overlays=${this.overlays.kinds}></key-help>`;
    if (!this.tree)
      return html`<div class="alone" role="main"><h1 class="hidden">${words.title}</h1><p>${this.note?.text ?? words.loading}</p>${this.note ? html`<button type="button" class="primary" @click=${() => this._begin(this.games[0].name)}>${words.newBoard}</button>` : nothing}</div>${dialogs}`;
    const { tree } = this,
      { game, variant } = tree.record,
      hues = this._sides().map((side) => side.toLowerCase());
    return html`
      ${analysisBar({ games: this.games, game, variant, begin: this._begin, open: this.openDialog, setUp: this._setUp })}
      <main class=${`analysis on-${this._info()?.board}${this.setting ? " setting" : ""}`}>
        ${this.setting ? nothing : evaluationBar({ chance: this._chance(), near: this.near, hues, sides: this._sides() })}
        <section class="table" aria-label=${words.board}>
          <div class="board-box">${this._board.element}${noteBox(this.note, () => this._calm())}</div>
          ${
            this.setting
              ? nothing
              : html`${stepButtons(
                  this.tree,
                  (step) => this.go(step),
                  () => this.flip(),
                )}${overlayButtons(this.overlays, (id) => this.toggle(id))}`
          }
        </section>
        ${
          this.setting
            ? html`<set-up class="side" .board=${this._board.element} .wish=${this._wish} .near=${this.near} @done=${this._isSetUp} @leave=${() => {
                this.setting = false;
              }}></set-up>`
            : this._side(hues)
        }
      </main>
      <p class="hidden" role="status" id="news">${this.news}</p>
      ${dialogs}
      <share-game .tree=${tree} .formats=${this._info()?.formats ?? []} .board=${this._board.element}></share-game>`;
  }

  /** @param {string[]} hues */
  _side(hues) {
    const tree = /** @type {GameTree} */ (this.tree),
      { current } = tree,
      { player, turn } = tree.board(),
      { thinking } = this;
    const rest = (current.legal ?? []).filter((move) => !move.to && !move.cell);
    return html`<aside class="side">
      ${this.keeping ? analysisHead(tree, this.keeping) : nothing}
      <p class="status" id="status">${current.result ? sentence(current.result.text) : chanceText(this._chance(), this._sides()) || words.toMove(sideName(turn))}</p>
      ${rest.length && this._info()?.board !== "plain" ? html`<div class="again" role="group" aria-label=${words.options}>${rest.map((move) => html`<button type="button" data-move=${move.move} @click=${() => this.play(move.move)}>${words.special[move.move] ?? move.move}</button>`)}</div>` : nothing}
      <engine-lines ?on=${thinking.on} .search=${current.search} .player=${player} .side=${turn} .hue=${hues[player]} .trouble=${thinking.trouble} ?over=${Boolean(current.result)} .count=${thinking.count}
        .engine=${thinking.engine} .engines=${this._info()?.opponents.filter((one) => !/^level-\d+$/.test(one.id)) ?? []} @switch=${() => this.switchEngine()} @play=${(/** @type {CustomEvent} */ event) => this._playLine(event.detail)}
        @settings=${(/** @type {CustomEvent} */ event) => {
          thinking.set(event.detail);
          this.requestUpdate();
        }}></engine-lines>
      <variation-tree .tree=${tree} .version=${tree.version} .current=${current.id} @go=${(/** @type {CustomEvent} */ event) => this.go(tree.find(event.detail))}></variation-tree>
      ${
        this._info()?.indexed
          ? html`<position-openings .tree=${tree} .step=${current} .games=${this.games} @hover=${(
              /** @type {CustomEvent} */ event,
            ) => {
              this._board.point(event.detail);
            }} @choose=${(/** @type {CustomEvent} */ event) => this.play(event.detail.move)}></position-openings>`
          : nothing
      }
      <step-note .tree=${tree} .step=${current} .version=${tree.version} @edited=${() => this.requestUpdate()} @delete=${() => this.removeStep()}></step-note>
      ${moveForm((text) => this._text(text))}
    </aside>`;
  }

  /** Set a position up, beginning with the one on the board. */
  _setUp = async () => {
    const tree = /** @type {GameTree} */ (this.tree),
      { game, rules } = tree.record;
    this._calm();
    clearTimeout(this._timer);
    this.thinking.off();
    try {
      const { board } = await readPosition(tree.position());
      this._wish = { game, rules, text: board.text };
      this.setting = true;
    } catch (error) {
      this._failed(error);
    }
  };

  /** @param {CustomEvent} event */
  _isSetUp({ detail: { game, variant, rules, start } }) {
    return this._new(() => openPosition({ game, variant, rules, start }, this.near));
  }
}

customElements.define("analysis-view", AnalysisView);
