/**
 * `<puzzles-view>`: a puzzle on the board, what each move leads to, hints, the solution, and the visitor's progress.
 *
 * @typedef {import("../puzzle_api.js").Judgment} Judgment
 * @typedef {{board: any, legal: any[], last: any}} Scene what is on the board
 */

import { LitElement, html, nothing } from "../vendor/lit/lit.js";
import { changeAddress, replaceAddress } from "../address.js";
import { ApiError } from "../request.js";
import { readWhy } from "../analysis/server.js";
import { BoardHost } from "../boards/board_host.js";
import { makeBoard } from "../boards/make.js";
import { Latest } from "../latest.js";
import { askHint, judgeMove, listPuzzles, readPuzzle, readSolution } from "../puzzle_api.js";
import { filtered, levelOf, nextPuzzle, readProgress, recordAttempt, stateOf } from "../puzzle_progress.js";
import { sideName } from "../sides.js";
import { words } from "../words/puzzles.js";
import { icon } from "./icons.js";
import { sentence } from "./sentence.js";

const PAUSE = 650; // milliseconds between a move and the reply to it
const CHOICE = "hexapoda.puzzle-choice";
const DIFFICULTIES = ["mine", "easy", "medium", "hard", "all"];

export class PuzzlesView extends LitElement {
  static properties = {
    games: { attribute: false },
    address: { attribute: false },
    puzzle: { state: true },
    scene: { state: true },
    note: { state: true },
    phase: { state: true },
    progress: { state: true },
    trouble: { state: true },
    filter: { state: true },
    game: { state: true },
    _step: { state: true },
    _hinted: { state: true },
    _puzzles: { state: true },
  };

  constructor() {
    super();
    /** @type {Api.GameJson[]} */
    this.games = [];
    this.address = new URLSearchParams();
    /** @type {Api.PuzzleJson | null} */
    this.puzzle = null;
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {{kind: string, text: string} | null} */
    this.note = null;
    /** `wrong`: a refuted move is on the board. @type {"solve" | "wait" | "wrong" | "solved" | "solution"} */
    this.phase = "solve";
    this.progress = readProgress();
    this.trouble = "";
    this.filter = { length: 0, difficulty: "mine" };
    this.game = "";
    /** The games that can have puzzles. @type {string[]} */
    this._able = [];
    /** @type {Api.PuzzleRowJson[] | null} */
    this._puzzles = null;
    /** The moves and replies so far. @type {string[]} */
    this._moves = [];
    this._left = 0;
    /** Where the last right move led, to go back to. @type {Scene | null} */
    this._base = null;
    /** Whether this attempt has been counted. */
    this._counted = false;
    this._hinted = 0;
    /** The scenes of the solution. @type {Scene[]} */
    this._line = [];
    this._step = 0;
    this._timer = 0;
    this._latest = new Latest();
    this._board = new BoardHost(this, () => this._scene(), {
      choose: (move) => this._answer(move.move),
      touch: ({ text, asked }) => this._why(text, asked ?? null),
      calm: () => this._board.refuse({}, null),
    });
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    addEventListener("keydown", this._shortcut);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener("keydown", this._shortcut);
    clearTimeout(this._timer);
    this._latest.begin();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("address")) this._route();
  }

  // ---- which puzzle ------------------------------------------------------------------------------

  /** Show the puzzle of the address, or the next one. */
  async _route() {
    const { address } = this,
      id = address.get("puzzles");
    this.trouble = "";
    try {
      if (!this._puzzles) {
        const { games, puzzles } = await listPuzzles();
        this._able = games;
        this._choice(puzzles);
        this._puzzles = puzzles;
        if (!this.isConnected || address !== this.address) return; // the visitor has gone on meanwhile
      }
      this.game = this._puzzles.find((one) => one.id === id)?.game ?? this.game;
      if (!id) this.next();
      else if (id !== this.puzzle?.id) await this._open(id);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (address !== this.address) return;
      this.trouble = error.status === 404 ? words.gone : `${words.failed} ${sentence(error.message)}`;
    }
  }

  /** Recall which puzzles the visitor wanted. @param {Api.PuzzleRowJson[]} puzzles */
  _choice(puzzles) {
    try {
      const kept = JSON.parse(localStorage.getItem(CHOICE) ?? "{}");
      if (this.games.some((one) => one.name === kept.game)) this.game = kept.game;
      if (DIFFICULTIES.includes(kept.difficulty))
        this.filter = { length: Number(kept.length) || 0, difficulty: kept.difficulty };
    } catch {
      // Storage is not allowed, or it holds something else.
    }
    this.game ||= puzzles[0]?.game ?? this.games[0]?.name ?? "";
  }

  /** @param {{game?: string, length?: number, difficulty?: string}} wish */
  _choose({ game = this.game, ...rest }) {
    this.game = game;
    this.filter = { ...this.filter, ...rest };
    try {
      localStorage.setItem(CHOICE, JSON.stringify({ game, ...this.filter }));
    } catch {
      // Then it lasts as long as the page.
    }
    const fits = this.puzzle && this._pool().some((one) => one.id === this.puzzle?.id);
    if (!fits) this.next();
  }

  /** The puzzles of the chosen kind. */
  _pool() {
    return filtered(
      (this._puzzles ?? []).filter((one) => one.game === this.game),
      this.filter,
    );
  }

  /** Go to the next puzzle that fits the visitor. */
  next() {
    const found = nextPuzzle(
      this._pool(),
      this.progress,
      this.puzzle?.game === this.game ? this.puzzle.id : null,
    );
    if (found) changeAddress("puzzles", `puzzles=${found.id}`);
    else {
      this.puzzle = null;
      this._latest.begin();
      if (this.address.get("puzzles")) replaceAddress("puzzles", "#puzzles");
    }
    if (found && found.id === this.puzzle?.id) this.restart();
  }

  /** @param {string} id */
  async _open(id) {
    const isLatest = this._latest.begin();
    clearTimeout(this._timer);
    const puzzle = await readPuzzle(id),
      info = this.games.find((one) => one.name === puzzle.game);
    const element = await makeBoard(info, puzzle.variant);
    if (!isLatest()) return;
    this._board.use(element);
    this.puzzle = puzzle;
    this.game = puzzle.game;
    this.restart();
    replaceAddress("puzzles", `#puzzles=${id}`);
  }

  /** Begin the puzzle again. */
  restart() {
    const { board, legal, length } = /** @type {Api.PuzzleJson} */ (this.puzzle);
    clearTimeout(this._timer);
    this._moves = [];
    this._left = length;
    this._hinted = 0;
    this._counted = false;
    this._base = this.scene = { board, legal, last: null };
    this._calm();
    this.phase = "solve";
  }

  // ---- solving -----------------------------------------------------------------------------------

  _calm() {
    this.note = null;
    this._board.clear();
  }

  /** Say why a gesture is no move. A piece alone is a question, not an answer to the puzzle.
   * @param {string} text @param {any} asked the cell of a piece that was touched */
  async _why(text, asked) {
    if (!this.puzzle || this.phase !== "solve") return;
    const { game, variant, rules, start } = this.puzzle,
      isLatest = this._latest.current(),
      moves = this._moves;
    this._calm();
    try {
      const answer = await readWhy({ game, variant, rules, start, moves }, text);
      if (!isLatest() || moves !== this._moves || this.phase !== "solve" || answer.type !== "refusal") return;
      this._board.refuse(answer, asked);
      this.note = { kind: "bad", text: sentence(answer.text) };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (isLatest()) this.note = { kind: "bad", text: sentence(error.message) };
    }
  }

  /** @param {string} move */
  async _answer(move) {
    if (!this.puzzle || this.phase !== "solve") return;
    const isLatest = this._latest.current();
    this._calm();
    this.phase = "wait";
    try {
      const judged = await judgeMove(this.puzzle.id, this._moves, move);
      if (isLatest()) this._show(judged);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!isLatest()) return;
      this.phase = "solve";
      this.note = { kind: "bad", text: sentence(error.message) };
    }
  }

  /** @param {Judgment} judged */
  _show(judged) {
    if (judged.verdict === "refused") {
      this.phase = "solve";
      this._board.refuse(judged, null);
      this.note = { kind: "bad", text: sentence(judged.text) };
      return;
    }
    const { verdict, text, move, board, reply } = judged;
    if (verdict === "wrong" || verdict === "slow") this._count(false);
    if (verdict === "solved") this._count(true);
    this.scene = { board, legal: [], last: move };
    const end = () => {
      if (reply)
        this.scene = { board: reply.board, legal: verdict === "right" ? reply.legal : [], last: reply.move };
      this.note = { kind: verdict === "right" || verdict === "solved" ? "good" : "bad", text };
      if (verdict === "right") {
        this._moves = [...this._moves, move.move, ...(reply ? [reply.move.move] : [])];
        this._left = judged.left;
        this._base = this.scene;
        this._hinted = 0;
      }
      this.phase = verdict === "right" ? "solve" : verdict === "solved" ? "solved" : "wrong";
    };
    clearTimeout(this._timer);
    if (reply) this._timer = setTimeout(end, PAUSE);
    else end();
  }

  /** Take a refuted move back. */
  _again() {
    this.scene = this._base;
    this._calm();
    this.phase = "solve";
  }

  /** Count the attempt once: what comes after a mistake or the solution does not count. @param {boolean} solved */
  _count(solved) {
    if (this._counted || !this.puzzle) return;
    this._counted = true;
    this.progress = recordAttempt(this.puzzle, solved);
  }

  async _ask() {
    if (!this.puzzle || this.phase !== "solve") return;
    const isLatest = this._latest.current(),
      level = Math.min(2, this._hinted + 1);
    try {
      const found = await askHint(this.puzzle.id, this._moves, level);
      if (!isLatest() || this.phase !== "solve") return;
      this._calm();
      this._hinted = level;
      if (level === 2) this._count(false); // the move was given away
      this.note = { kind: "hint", text: found.text };
      const [piece] = found.pieces,
        from = piece && this.scene?.legal.find((move) => move.piece === piece)?.from;
      if (found.move) this._board.point(found.move);
      else if (piece) this._board.point({ piece, from: from ?? null, to: from ?? null });
      this._board.refuse({ cells: found.cells }, null);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (isLatest()) this.note = { kind: "bad", text: sentence(error.message) };
    }
  }

  async _solve() {
    if (!this.puzzle) return;
    const isLatest = this._latest.current();
    try {
      const { steps } = await readSolution(this.puzzle.id);
      if (!isLatest() || !this.puzzle) return;
      clearTimeout(this._timer);
      this._count(false);
      this._calm();
      this._line = [
        { board: this.puzzle.board, legal: [], last: null },
        ...steps.map(({ board, move }) => ({ board, legal: [], last: move })),
      ];
      this.phase = "solution";
      this._go(1);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (isLatest()) this.note = { kind: "bad", text: sentence(error.message) };
    }
  }

  /** Show a step of the solution. @param {number} step */
  _go(step) {
    this._step = Math.max(0, Math.min(step, this._line.length - 1));
    this.scene = this._line[this._step];
  }

  /** @param {KeyboardEvent} event */
  _shortcut = (event) => {
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      /** @type {Element} */ (event.target).closest?.("input, select, summary, svg.surface")
    )
      return;
    if (event.key === "n" && this.puzzle) this.next();
    else if (event.key === "h") this._ask();
    else if (event.key === "ArrowLeft" && this.phase === "solution") this._go(this._step - 1);
    else if (event.key === "ArrowRight" && this.phase === "solution") this._go(this._step + 1);
    else if (event.key === "Escape" && this.phase === "wrong") this._again();
    else return;
    event.preventDefault();
  };

  // ---- drawing -----------------------------------------------------------------------------------

  _info() {
    return this.games.find((one) => one.name === this.game);
  }

  render() {
    const title = this._info()?.title ?? this.game;
    if (!this._puzzles) {
      return html`<main class="alone"><h1 class="hidden">${words.title}</h1><p>${this.trouble || words.loading}</p>
        ${this.trouble ? html`<button type="button" class="primary" @click=${() => this._route()}>${words.retry}</button>` : nothing}</main>`;
    }
    const able = this._able.includes(this.game),
      any = this._puzzles.some((one) => one.game === this.game);
    const missing = !able ? words.unable(title) : any ? words.noMatch : words.none(title);
    return html`
      <div class="bar">
        <nav aria-label=${words.game}>${this.games.map(
          (one) => html`<button type="button" class="tab"
          aria-current=${one.name === this.game ? "page" : nothing} @click=${() => this._choose({ game: one.name })}>${one.title}</button>`,
        )}</nav>
      </div>
      <main class=${`on-${this._info()?.board}`}>
        <h1 class="hidden">${words.title}</h1>
        <section class="table" aria-label=${words.board}>
          ${
            this.trouble || !this.puzzle
              ? html`<p class="empty-board">${this.trouble || missing}</p>`
              : html`<div class=${this._hinted ? "board-box guess" : "board-box"}>${this._board.element}</div>`
          }
        </section>
        <aside class="side">
          ${this.puzzle && !this.trouble ? [this._task(this.puzzle), this._actions()] : nothing}
          ${this._filter()}
          ${this._scores()}
          ${this._list()}
        </aside>
      </main>`;
  }

  _scene() {
    return this.scene && this.puzzle && { ...this.scene, orientation: this.puzzle.player };
  }

  /** What is to be done, and what came of the last move. @param {Api.PuzzleJson} puzzle */
  _task(puzzle) {
    const side = sideName(puzzle.side);
    const title =
      this.phase === "solved"
        ? words.solved
        : this.phase === "solution"
          ? words.solvedBefore
          : this._moves.length
            ? words.left(this._left)
            : words.task(side, puzzle.length);
    return html`<div class="task">
      <h2 class="status" id="task"><span class="chip ${puzzle.side.toLowerCase()}" role="img" aria-label=${side}></span>${title}</h2>
      <p class="quiet">${words.about(puzzle.variant, puzzle.grade)}</p>
      <div class="said" role="status" aria-live="polite" id="said" ?hidden=${this.phase === "solution"}>${
        this.phase === "wait"
          ? html`<p class="quiet">${words.checking}</p>`
          : this.note
            ? html`<p class="verdict ${this.note.kind}">${this.note.text}</p>`
            : this.phase === "solve" && !this._moves.length
              ? html`<p class="quiet">${words.only}</p>`
              : nothing
      }</div>
      ${this.phase === "solution" ? this._player() : nothing}
    </div>`;
  }

  /** The solution, move by move. */
  _player() {
    const moves = this._line.slice(1).map((scene) => scene.last.move);
    return html`<div class="player">
      <button type="button" id="step-back" ?disabled=${!this._step} aria-label=${words.back} @click=${() => this._go(this._step - 1)}>‹</button>
      <ol>${moves.map(
        (
          move,
          k,
        ) => html`<li><button type="button" class="step" aria-current=${this._step === k + 1 ? "step" : nothing}
        @click=${() => this._go(k + 1)}>${move}</button></li>`,
      )}</ol>
      <button type="button" id="step-forward" ?disabled=${this._step === moves.length} aria-label=${words.forward} @click=${() => this._go(this._step + 1)}>›</button>
    </div>`;
  }

  _actions() {
    const { phase } = this,
      over = phase === "solved" || phase === "solution";
    return html`<div class="puzzle-actions">
      ${phase === "wrong" ? html`<button type="button" class="primary" id="again" @click=${this._again}>${words.again}</button>` : nothing}
      ${over ? html`<button type="button" class="primary" id="next" @click=${this.next}>${words.next}</button>` : nothing}
      ${
        over
          ? html`<button type="button" id="restart" @click=${this.restart}>${words.restart}</button>`
          : html`<button type="button" id="hint" ?disabled=${phase !== "solve"} @click=${this._ask}>${icon("hint")}<span>${this._hinted ? words.more : words.hint}</span></button>
          <button type="button" id="solution" ?disabled=${phase === "wait"} @click=${this._solve}>${words.solution}</button>
          <button type="button" id="next" @click=${this.next}>${words.next}</button>`
      }
      ${over ? html`<a class="more-link" id="analyze" href=${this._analysis()}>${words.analyze}</a>` : nothing}
    </div>`;
  }

  /** The address of the analysis of this position. */
  _analysis() {
    const { game, variant, rules, start } = /** @type {Api.PuzzleJson} */ (this.puzzle);
    const address = new URLSearchParams({ analysis: game, variant, start });
    for (const [name, choice] of Object.entries(rules)) address.set(`rule.${name}`, choice);
    return `#${address}`;
  }

  _filter() {
    const lengths = [
      ...new Set((this._puzzles ?? []).filter((one) => one.game === this.game).map((one) => one.length)),
    ].sort((a, b) => a - b);
    if (!lengths.length) return nothing;
    const pick = (/** @type {Event} */ event) => /** @type {HTMLSelectElement} */ (event.target).value;
    return html`<div class="pair choice">
      <label class="pick"><span>${words.length}</span><select id="length" @change=${(/** @type {Event} */ event) => this._choose({ length: Number(pick(event)) })}>
        ${[0, ...lengths].map((length) => html`<option value=${length} ?selected=${length === this.filter.length}>${length ? words.lengthOf(length) : words.anyLength}</option>`)}
      </select></label>
      <label class="pick"><span>${words.difficulty}</span><select id="difficulty" @change=${(/** @type {Event} */ event) => this._choose({ difficulty: pick(event) })}>
        ${DIFFICULTIES.map((name) => html`<option value=${name} ?selected=${name === this.filter.difficulty}>${words.difficulties[name]}</option>`)}
      </select></label>
    </div>`;
  }

  _scores() {
    const own = (this._puzzles ?? []).filter((one) => one.game === this.game);
    if (!own.length) return nothing;
    const solved = own.filter((one) => stateOf(this.progress, one.id) === "solved").length;
    const score = (
      /** @type {string | number} */ value,
      /** @type {string} */ name,
      /** @type {string} */ id,
    ) => html`<div><dd id=${id}>${value}</dd><dt>${name}</dt></div>`;
    return html`<dl class="scores">
      ${score(this.progress.streak, words.streak, "streak")}
      ${score(`${solved}/${own.length}`, words.done, "solved-count")}
      ${score(levelOf(this.progress, this.game).toFixed(1), words.level, "own-level")}
    </dl>`;
  }

  /** All puzzles of this kind as small links. */
  _list() {
    const pool = this._pool().sort((a, b) => a.grade - b.grade || a.length - b.length);
    if (!pool.length) return nothing;
    return html`<details class="all"><summary>${words.all(pool.length)}</summary><div class="tiles">${pool.map(
      (one, k) => {
        const state = stateOf(this.progress, one.id),
          label = words.puzzle(k + 1, one.length, one.grade, words.states[state]);
        return html`<a class="tile ${state}" href="#puzzles=${one.id}" aria-label=${label} title=${label} aria-current=${one.id === this.puzzle?.id ? "true" : nothing}>${k + 1}</a>`;
      },
    )}</div></details>`;
  }
}

customElements.define("puzzles-view", PuzzlesView);
