/**
 * `<learn-view>`: teaches the rules of a game in small boards. The lessons come from the server, which also judges the
 * moves; the view compares them with those that reach the goal.
 *
 * The address is `learn=GAME&lesson=ID`. Without a lesson, the first that is not finished is shown.
 */

import { LitElement, html, nothing } from "../vendor/lit/lit.js";
import { readPosition, readWhy } from "../analysis/server.js";
import { request } from "../request.js";
import { makeBoard } from "../boards/make.js";
import { learn, learned, unlearn } from "../learned.js";
import { language } from "../words.js";
import { words } from "../words/learn.js";
import { words as moveWords } from "../words/play.js";
import { sentence } from "./sentence.js";

const NO_MARKS = { cells: [], pieces: [], asked: null };
const PAUSE = 600; // milliseconds before the opponent answers

export class LearnView extends LitElement {
  static properties = {
    games: { attribute: false },
    address: { attribute: false },
    lesson: { state: true },
    position: { state: true },
    at: { state: true },
    note: { state: true },
    marks: { state: true },
    hint: { state: true },
    trouble: { state: true },
    done: { state: true },
  };

  constructor() {
    super();
    /** @type {Api.GameJson[]} */
    this.games = [];
    this.address = new URLSearchParams();
    /** @type {Api.GameJson | null} */
    this.info = null;
    /** @type {Api.RuleLesson[]} */
    this.lessons = [];
    /** @type {Api.RuleLesson | null} */
    this.lesson = null;
    /** What the server says about the position. @type {Api.PositionJson | null} */
    this.position = null;
    /** How many steps of the lesson are done. */
    this.at = 0;
    /** @type {{kind: string, text: string} | null} */
    this.note = null;
    /** @type {{cells: any[], pieces: string[], asked: any}} */
    this.marks = NO_MARKS;
    this.hint = null;
    this.trouble = "";
    /** The ids of the finished lessons. @type {string[]} */
    this.done = [];
    /** @type {import("../boards/board.js").Board | null} */
    this._element = null;
    /** Grows with every lesson that is begun, so that late answers are known. */
    this._turn = 0;
    this._busy = false;
    this._focus = false;
  }

  createRenderRoot() {
    return this;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this._turn += 1;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("address")) this._route();
  }

  // ---- lessons -----------------------------------------------------------------------------------

  _offered() {
    return this.games.filter((game) => game.lessons);
  }

  async _route() {
    const offered = this._offered(), info = offered.find((game) => game.name === this.address.get("learn")) ?? offered[0];
    const turn = this._turn += 1;
    if (!info) {
      this.trouble = words.none;
      return;
    }
    try {
      if (info !== this.info) {
        const { lessons } = await request(`/lessons/${encodeURIComponent(info.name)}`);
        if (turn !== this._turn) return;
        this.info = info;
        this.lessons = lessons;
      }
      this.done = learned(info.name);
      const asked = this.address.get("lesson");
      await this._begin(this.lessons.find((one) => one.id === asked) ?? this.lessons.find((one) => !this.done.includes(one.id)) ?? this.lessons[0]);
    } catch (error) {
      if (turn <= this._turn) this._fail(error);
    }
  }

  /** Show the start of a lesson. @param {Api.RuleLesson} lesson */
  async _begin(lesson) {
    const turn = this._turn += 1, info = /** @type {Api.GameJson} */ (this.info);
    const [position, element] = await Promise.all([readPosition({ game: info.name, start: lesson.start }), makeBoard(info.board, `${info.title}, ${lesson.title[language]}`)]);
    if (turn !== this._turn) return;
    const on = (/** @type {string} */ event, /** @type {(detail: any) => void} */ act) => element.addEventListener(event, (fired) => act(/** @type {CustomEvent} */ (fired).detail));
    on("choose", (move) => this._play(move));
    on("calm", () => this._calm());
    on("touch", ({ text, asked }) => this._why(text, asked ?? null));
    this._element = element;
    this._busy = false;
    this._calm();
    this.trouble = "";
    this.at = 0;
    this.lesson = lesson;
    this.position = position;
  }

  /** @param {unknown} error */
  _fail(error) {
    this._busy = false;
    const text = `${words.failed} ${error instanceof Error ? sentence(error.message) : ""}`;
    if (this.lesson) this.note = { kind: "error", text };
    else this.trouble = text;
  }

  /** @param {Api.RuleLesson} lesson */
  _open(lesson) {
    this._focus = true;
    const hash = `learn=${/** @type {Api.GameJson} */ (this.info).name}&lesson=${lesson.id}`;
    if (location.hash.slice(1) === hash) this._restart();
    else location.hash = hash;
  }

  async _restart() {
    try {
      await this._begin(/** @type {Api.RuleLesson} */ (this.lesson));
    } catch (error) {
      this._fail(error);
    }
  }

  _calm() {
    this.note = null;
    this.marks = NO_MARKS;
    this.hint = null;
  }

  _solved() {
    return this.lesson !== null && this.at >= this.lesson.steps.length;
  }

  /** The lesson after this one. */
  _following() {
    return this.lessons[this.lessons.indexOf(/** @type {Api.RuleLesson} */ (this.lesson)) + 1];
  }

  // ---- moves -------------------------------------------------------------------------------------

  /** The position after a move. @param {string} move */
  _after(move) {
    const { game, variant, rules, start, moves } = /** @type {Api.PositionJson} */ (this.position);
    return readPosition({ game, variant, rules, start, moves: [...moves, move] });
  }

  /** @param {Api.MoveJson} move */
  async _play(move) {
    const lesson = /** @type {Api.RuleLesson} */ (this.lesson), step = lesson.steps[this.at], turn = this._turn;
    if (!step || this._busy) return;
    this._calm();
    if (step.accept.length && !step.accept.includes(move.move)) {
      this.note = { kind: "wrong", text: words.notThis(moveWords.special[move.move] ?? move.move) };
      return;
    }
    this._busy = true;
    try {
      const position = await this._after(move.move);
      if (turn !== this._turn) return;
      this.position = position;
      if (step.reply !== null) {
        const [reply] = await Promise.all([this._after(step.reply), new Promise((resolve) => { setTimeout(resolve, PAUSE); })]);
        if (turn !== this._turn) return;
        this.position = reply;
      }
    } catch (error) {
      if (turn === this._turn) this._fail(error);
      return;
    }
    this._busy = false;
    this.at += 1;
    if (this._solved()) this._finish(lesson);
    else this.note = { kind: "hint", text: words.goOn };
  }

  /** @param {Api.RuleLesson} lesson */
  _finish(lesson) {
    const { name } = /** @type {Api.GameJson} */ (this.info);
    learn(name, lesson.id);
    this.done = [...new Set([...this.done, ...learned(name), lesson.id])];
    // On a phone the praise and the way on are above the board.
    this.updateComplete.then(() => this.querySelector(".lesson")?.scrollIntoView({ block: "nearest" }));
  }

  /** Explain a move that is not legal. @param {string} text @param {any} asked the cell of the piece */
  async _why(text, asked) {
    if (this._solved() || this._busy) return;
    const { game, variant, rules, start, moves } = /** @type {Api.PositionJson} */ (this.position), turn = this._turn, { at } = this;
    this._calm();
    try {
      const answer = await readWhy({ game, variant, rules, start, moves }, text);
      if (turn !== this._turn || at !== this.at || answer.type !== "refusal") return;
      this.marks = { cells: answer.cells, pieces: answer.pieces, asked };
      this.note = { kind: "refusal", text: sentence(answer.text) };
    } catch (error) {
      if (turn === this._turn) this._fail(error);
    }
  }

  /** Point at a move that reaches the goal. */
  _show() {
    const step = this.lesson?.steps[this.at], { legal } = /** @type {Api.PositionJson} */ (this.position);
    if (!step || this._busy) return;
    const move = legal.find((one) => !step.accept.length || step.accept.includes(one.move));
    this._calm();
    this.hint = move ?? null;
    if (move) this.note = { kind: "hint", text: words.hintSays(moveWords.special[move.move] ?? move.move) };
  }

  _forget() {
    const { name } = /** @type {Api.GameJson} */ (this.info);
    unlearn(name);
    this.done = [];
    this._open(this.lessons[0]);
  }

  // ---- drawing -----------------------------------------------------------------------------------

  render() {
    const { lesson, info } = this;
    if (!lesson || !info) {
      return html`<main class="alone"><h1 class="hidden">${words.title}</h1><p role="status">${this.trouble || words.loading}</p>
        ${this.trouble && this._offered().length ? html`<button type="button" class="primary" @click=${() => this._route()}>${words.retry}</button>` : nothing}</main>`;
    }
    const offered = this._offered();
    return html`
      ${offered.length > 1 ? html`<div class="bar"><nav aria-label=${words.games}>${offered.map((game) => html`<button type="button" class="tab"
        aria-current=${game === info ? "page" : nothing} @click=${() => { location.hash = `learn=${game.name}`; }}>${game.title}</button>`)}</nav></div>` : nothing}
      <main class=${`learn on-${info.board}`}>
        <h1 class="hidden">${words.title}: ${info.title}</h1>
        ${this._text(lesson)}
        <section class="table" aria-label=${words.board}>
          <div class="board-box">${this._element}</div>
          ${this._note()}
        </section>
        ${this._list()}
      </main>`;
  }

  /** @param {Api.RuleLesson} lesson */
  _text(lesson) {
    const number = this.lessons.indexOf(lesson) + 1, following = this._following(), solved = this._solved();
    // Moves without a cell are buttons.
    const rest = /** @type {Api.PositionJson} */ (this.position).legal.filter((move) => !solved && !move.to && !move.cell);
    return html`<section class="lesson" aria-labelledby="lesson-title">
      <p class="count">${words.of(number, this.lessons.length)}</p>
      <h2 id="lesson-title" tabindex="-1">${lesson.title[language]}</h2>
      <p>${lesson.text[language]}</p>
      ${solved ? nothing : html`<p class="goal"><span class="hidden">${words.goal}: </span>${lesson.goal[language]}</p>`}
      <div role="status">${solved ? html`<p class="goal" id="praise">✓ ${words.right} ${lesson.praise[language]}</p>` : nothing}</div>
      <div class="lesson-buttons">
        ${rest.map((move) => html`<button type="button" class="primary" data-move=${move.move} @click=${() => this._play(move)}>${moveWords.special[move.move] ?? move.move}</button>`)}
        ${solved ? nothing : html`<button type="button" id="show" @click=${() => this._show()}>${words.hint}</button>`}
        <button type="button" id="restart" @click=${() => this._restart()}>${words.restart}</button>
        ${!solved ? nothing : following ? html`<button type="button" class="primary" id="next" @click=${() => this._open(following)}>${words.next}</button>`
          : html`<a class="button primary" id="play" href="#game">${words.play}</a>`}
      </div>
    </section>`;
  }

  _list() {
    const all = this.lessons.every((one) => this.done.includes(one.id));
    return html`<nav class="lessons" aria-label=${words.list}>
      <ol>${this.lessons.map((one) => html`<li><button type="button" data-lesson=${one.id} class=${this.done.includes(one.id) ? "solved" : ""}
        aria-current=${one === this.lesson ? "step" : nothing} @click=${() => this._open(one)}>
        <span>${one.title[language]}</span>${this.done.includes(one.id) ? html`<span class="hidden">, ${words.solved}</span>` : nothing}</button></li>`)}</ol>
      ${all ? html`<p class="quiet">${words.allDone}</p>` : nothing}
      ${this.done.length ? html`<button type="button" class="link" id="forget" @click=${() => this._forget()}>${words.forget}</button>` : nothing}
    </nav>`;
  }

  _note() {
    const { note } = this;
    return html`<div class="note-box" role="status" aria-live="polite">${note ? html`<p class="note ${note.kind}"><span>${note.text}</span>
      <button type="button" aria-label=${words.close} @click=${() => this._calm()}>×</button></p>` : nothing}</div>`;
  }

  updated() {
    if (!this.position || !this._element || !this.lesson) return;
    const { board, legal, last } = this.position, solved = this._solved();
    const cells = this.at || !this.lesson.marks.length ? [] : this.lesson.marks.map((cell) => ({ cell, tone: "mark" }));
    Object.assign(this._element, {
      board, legal: solved ? [] : legal, last: this.position.moves.length ? last : null, marks: this.marks, hint: this.hint,
      overlays: cells.length ? [{ cells, lines: [] }] : [], orientation: solved ? this._element.orientation : board.player,
    });
    if (this._focus && !this._busy && this.at === 0) {
      this._focus = false;
      /** @type {HTMLElement | null} */ (this.querySelector("#lesson-title"))?.focus();
    }
  }
}

customElements.define("learn-view", LearnView);
