/**
 * `<analysis-view>`: analyzes any position, with variations, an engine, and marks on the board.
 *
 * @typedef {import("../analysis/game_tree.js").Step} Step
 * @typedef {import("../analysis/game_tree.js").GameTree} GameTree
 * @typedef {import("../analysis/shown_game.js").Shown} Shown
 */

import { PageView } from "../page_element.js";
import { pushAddress, replaceAddress } from "../address.js";
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
import { linkTo, noteOn, openAddress, openLatest, openPosition } from "../analysis/shown_game.js";
import { Thinking } from "../analysis/thinking.js";
import { Latest } from "../latest.js";
import { playFrom } from "../own_games.js";
import { words } from "../words/analysis.js";
import { analysisCommands } from "./analysis_keys.js";
import { chanceText } from "./evaluation_bar.js";
import { EarlyClicks } from "./early_clicks.js";
import { ideasOf } from "./engine_lines.js";
import "./new_game.js";
import "./open_game.js";
import "./position_openings.js";
import "./set_up.js";
import "./share_game.js";
import "./move_coach.js";
import "./step_note.js";
import "./variation_tree.js";
import { ViewKeys } from "./view_keys.js";
import { sentence } from "./sentence.js";
import { analysisPage } from "./analysis_page.js";

const NONE = /** @type {never[]} */ ([]);
const REST = 120; // milliseconds on a position before the server is asked for its legal moves

/** The game shown last, for when the visitor returns to this view. @type {Shown | null} */
let last = null;

export class AnalysisView extends PageView {
  static properties = {
    tree: { state: true },
    note: { state: true },
    orientation: { state: true },
    arrows: { state: true },
    pen: { state: true },
    editing: { state: true },
    news: { state: true },
    peek: { state: true },
  };

  constructor() {
    super();
    /** @type {GameTree | null} */
    this.tree = null;
    /** The note about the visitor's last action. @type {{kind: string, text: string, act?: () => void, label?: string} | null} */
    this.note = null;
    this.orientation = 0; // the player at the bottom
    this.arrows = true; // whether the moves of the engine are drawn
    this.pen = this.editing = false; // whether every pointer draws; whether a position is being set up
    this.news = "";
    this.peek = /** @type {import("./move_coach.js").Peek | null} */ (null); // what the coach shows on the board
    this.thinking = new Thinking(() => this.requestUpdate());
    this.overlays = new Overlays(() => this.requestUpdate());
    this.board = new BoardHost(this, () => this._scene(), {
      choose: (move) => {
        if (!this.editing) this.play(move.move);
      },
      dismiss: () => this.dismiss(),
      draw: (mark) => {
        if (!this.editing) this.tree?.draw(this.tree.current, mark);
        this.requestUpdate();
      },
      pick: (cell) => this._pick(cell),
      touch: ({ text, asked, cell }) => {
        if (this.editing) return;
        this._pick(asked ?? cell ?? null);
        this._why(text, asked ?? null);
      },
    });
    /** Saves the tree; `_source` says where it came from. @type {import("../analysis/keeping.js").Keeping | null} */
    this.keeping = null;
    /** @type {import("../analysis/address.js").Source} */
    this._source = {};
    this._legal = new LegalMoves();
    this._timer = 0;
    new EarlyClicks(this, this.board, {
      current: () => (this.tree && !this.editing ? this.tree.current : null),
      rest: () => this._rested(),
      learn: () => this._learn(/** @type {GameTree} */ (this.tree)),
    });
    this.keys = new ViewKeys(
      this,
      () => (this.tree && !this.editing ? analysisCommands(this, this.tree) : null),
      () => ({ marks: this.overlays.kinds, show: (id) => this.toggle(id) }),
    );
    this._ahead = false; // whether the board shows a step that the rest of the page does not show yet
    /** The latest request for a game, and the latest call of `_show`. */
    this._routes = new Latest();
    this._shows = new Latest();
    /** The engine's moves as the board draws them. @type {{search: import("../analysis/server.js").Search | null, ideas: import("../boards/overlay.js").Idea[]}} */
    this._drawn = { search: null, ideas: [] };
    /** The position from which setting up starts. @type {import("../analysis/setup.js").Wish | null} */
    this.wish = null;
  }

  connectedCallback() {
    super.connectedCallback();
    sendOldCopies();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this._timer);
    this._leave();
    this.thinking.off();
    this.overlays.stop();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    super.willUpdate(changed);
    this._look();
  }

  // ---- the analyzed game -------------------------------------------------------------------------

  async route() {
    const isLatest = this._routes.begin(),
      { address, tree } = this,
      usual = this.games[0].name,
      before = this._shown() ?? last;
    if (!asksForGame(address)) {
      if (!before) await this._ask(() => openLatest(usual), isLatest);
      else if (before.tree !== tree) await this._show(before);
      return;
    }
    const link = before && linkTo(before);
    if (tree && `#${address}` === link) return;
    clearTimeout(this._timer); // the old board must not write its address over this one
    await this._ask(() => openAddress(address, usual), isLatest);
    if (!isLatest() || this.tree === tree) return; // another game was requested, or a note says what failed
    if (address.has("play-on") && !this.tree?.current.result) this.openDialog("new-game");
    if (!before || !link || before.tree.size < 2) return;
    if ((address.has("stored") || address.has("match")) && !this.note) this._offerBack(link);
  }

  /** Open and show a game, unless another one has been requested since. @param {() => Promise<Shown>} ask @param {() => boolean} [isLatest] @param {boolean} [push] whether *Back* leads to the current game */
  async _ask(ask, isLatest = this._routes.begin(), push = false) {
    try {
      const shown = await ask();
      if (!isLatest()) return;
      if (push && this.tree) {
        this._write();
        pushAddress("analysis", linkTo(shown));
      }
      await this._show(shown);
      if (shown.lost) this.note = { kind: "error", text: words.onlyLine(sentence(shown.lost)) };
    } catch (error) {
      if (isLatest()) this._failed(error);
    }
  }

  /** Show a new game; *Back* leads to the current one. @param {() => Promise<Shown>} ask */
  openNew = (ask) => this._ask(ask, undefined, true);

  /** Return the game on the board, if any. @returns {Shown | null} */
  _shown() {
    const { tree, keeping, _source: source, orientation } = this;
    return tree && keeping ? { tree, keeping, source, orientation } : null;
  }

  _write() {
    const shown = this._shown();
    if (!shown) return;
    const link = linkTo(shown);
    replaceAddress("analysis", link);
    if (shown.keeping.address) rememberPlace(link);
  }

  /** Offer to go back to the analysis that a library or match game has replaced. @param {string} link to it */
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

  /** Handle a new number or save state of the analysis, or a change made in another tab. */
  _savingChanged = () => {
    const { keeping, orientation } = this,
      shown = this._shown();
    this.requestUpdate();
    if (!keeping || !shown || this.editing) return;
    if (keeping.address && sourceOf(new URLSearchParams(location.hash.slice(1))).kept !== keeping.address)
      this._write();
    if (!keeping.outdated) return;
    keeping.outdated = false; // show the new version at the same position
    this._ask(() =>
      openAddress(new URLSearchParams(linkTo(shown).slice(1)), this.games[0].name, orientation),
    );
  };

  /** Save the game that leaves the board, including an unfinished comment. */
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
  async _show({ tree, keeping, source, orientation }) {
    const info = this.games.find((one) => one.name === tree.record.game);
    const isLatest = this._shows.begin();
    if (!this.board.element || this.tree?.record.game !== tree.record.game) {
      const element = await makeBoard(info, tree.record.variant);
      if (!isLatest()) return; // another game was opened
      this.board.use(element);
    }
    this.overlays.offer(info?.overlays ?? []);
    this.thinking.again();
    if (this.keeping !== keeping) this._leave();
    Object.assign(this, { tree, keeping, _source: source, orientation, editing: false, peek: null });
    this.dismiss();
    keeping.begin(this._savingChanged);
    last = { tree, keeping, source, orientation };
    this.note = noteOn(keeping);
    this._arrived();
  }

  /** @param {[number, number] | null} cell */
  _pick(cell) {
    this.overlays.cell = cell;
    this.requestUpdate();
  }

  info() {
    return this.games.find((one) => one.name === this.tree?.record.game);
  }

  // ---- steps -------------------------------------------------------------------------------------

  /** @param {Step | null | undefined} step */
  go(step) {
    if (!step || !this.tree || this.editing) return;
    this.tree.go(step);
    this.overlays.cell = this.peek = null;
    this.board.point(null);
    this.dismiss();
    this._look();
    this.board.draw();
    this._ahead = true;
    this._arrived();
  }

  /** After a step, only the board is updated at once; the rest of the page follows in the next frame. */
  async scheduleUpdate() {
    if (this._ahead) await afterFrame();
    this._ahead = false;
    return super.scheduleUpdate();
  }

  /** Update the page for a new position; once the visitor rests on it, write the address and ask for legal moves. */
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
    const chance = chanceText(this.chance(), this.sides());
    this.news = [words.position(tree.turn(step), step.move?.move ?? ""), step.comment, chance]
      .filter(Boolean)
      .join(" ");
    await this._learn(tree);
  }

  /** Load the legal moves of the step on the board. @param {GameTree} tree */
  async _learn(tree) {
    try {
      await this._legal.learn(tree, tree.current);
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
    if (known) return this.go(known);
    const step = await this._add(tree, from, text);
    if (step && tree === this.tree && tree.current === from) this.go(step);
    return undefined;
  }

  /** Play a typed move, in any notation, or show why it is not legal. @param {string} text */
  async text(text) {
    const move = await this._why(text, null);
    if (move) await this.play(move);
  }

  /** Add the step after a move and return it; null if the move is refused. @param {GameTree} tree @param {Step} from @param {string} text */
  async _add(tree, from, text) {
    try {
      const position = tree.position(from);
      return tree.add(from, await readPosition({ ...position, moves: [...position.moves, text] }));
    } catch (error) {
      this._failed(error);
      return null;
    }
  }

  /** Play the moves of a line and go to the last one. @param {string[]} moves @param {Step | null} [from] */
  async playLine(moves, from) {
    const tree = /** @type {GameTree} */ (this.tree);
    /** @type {Step | null} */
    let step = from ?? tree.current;
    for (const move of moves) {
      step = step.steps.find((one) => one.move.move === move) ?? (await this._add(tree, step, move));
      if (!step) return;
    }
    if (tree === this.tree) this.go(step);
  }

  /** Return a move if it is legal; otherwise show why not, and return null. @param {string} text @param {import("../boards/hexagons.js").Cell | null} asked the cell of the piece @returns {Promise<string | null>} */
  async _why(text, asked) {
    const tree = /** @type {GameTree} */ (this.tree),
      step = tree.current;
    try {
      const answer = await readWhy(tree.position(step), text);
      if (tree.current !== step) return null;
      if (answer.type === "legal") return answer.move;
      this.board.refuse(answer, asked);
      this.note = { kind: "refusal", text: sentence(answer.text) };
    } catch (error) {
      this._failed(error);
    }
    return null;
  }

  dismiss() {
    this.note = null;
    this.board.refuse({}, null);
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
    this.orientation = 1 - this.orientation;
    if (last) last.orientation = this.orientation;
  }

  /** @param {string} id */
  toggle(id) {
    this.overlays.toggle(id);
    this.requestUpdate();
  }

  // ---- drawing -----------------------------------------------------------------------------------

  sides() {
    return sidesOf(/** @type {GameTree} */ (this.tree).board(), this.info()?.players ?? []);
  }

  chance() {
    return chanceOf(/** @type {GameTree} */ (this.tree), this.thinking.on);
  }

  /** Show an empty board. @param {string} game @param {string | null} [variant] */
  begin = (game, variant = null) =>
    this.openNew(() => openPosition({ game, ...(variant ? { variant } : {}) }, this.orientation));

  updated() {
    this.keeping?.look();
  }

  /** Ask the engine and the overlays about the position. */
  _look() {
    const { tree } = this;
    if (!tree || this.editing) return;
    this.thinking.look(tree.current, () => tree.position(tree.current), Boolean(tree.current.result));
    this.overlays.look(this.overlays.on.size ? tree.position() : null);
  }

  /** Return the scene for the board; null while `<set-up>` controls the board. */
  _scene() {
    const { tree } = this;
    if (!tree || this.editing) return null;
    const { current } = tree,
      search = this.thinking.on && this.arrows && !current.result ? current.search : null;
    if (search !== this._drawn.search)
      this._drawn = { search, ideas: ideasOf(search, this.thinking.count, tree.board().player) };
    return {
      board: tree.board(),
      legal: current.legal ?? NONE,
      last: current.move,
      orientation: this.orientation,
      halfTurned: this.orientation === 1,
      ideas: this._drawn.ideas,
      overlays: this.overlays.answers,
      drawings: current.more.marks ?? NONE,
      draws: true,
      pen: this.pen,
      ...this.peek?.scene,
    };
  }

  /** Play on from the position on the board. @param {Api.NewGame} wish @param {number} [invite] the seat of a friend */
  playOn = (wish, invite) =>
    playFrom(/** @type {GameTree} */ (this.tree).position(), wish, invite).then(
      (address) => (location.hash = address),
      (error) => this._failed(error),
    );

  /** Begin to set up a position, starting from the one on the board. */
  setUp = async () => {
    const tree = /** @type {GameTree} */ (this.tree),
      { game, rules } = tree.record;
    this.dismiss();
    clearTimeout(this._timer);
    this.thinking.off();
    try {
      const { board } = await readPosition(tree.position());
      this.wish = { game, rules, text: board.text };
      this.editing = true;
    } catch (error) {
      this._failed(error);
    }
  };

  /** @param {CustomEvent} event */
  onEdited({ detail: { game, variant, rules, start } }) {
    return this.openNew(() => openPosition({ game, variant, rules, start }, this.orientation));
  }

  render() {
    return analysisPage(this);
  }
}

customElements.define("analysis-view", AnalysisView);
