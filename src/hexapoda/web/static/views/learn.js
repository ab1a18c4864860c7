/**
 * `<learn-view>`: teaches the rules of a game on small boards. The server provides the lessons and the legal
 * moves; the view compares the visitor's moves with the moves that reach the goal.
 *
 * The address is `learn=GAME&lesson=ID`. Without a lesson, the first unfinished one is shown. `learn=GAME&tour=ID` is a
 * step of the tour, a series of lessons that introduces the game in three minutes. Without an id, the tour continues
 * where the visitor left off.
 */

import { PageView } from "../page_element.js";
import { readPosition, readWhy } from "../analysis/server.js";
import { request } from "../request.js";
import { BoardHost } from "../boards/board_host.js";
import { makeBoard } from "../boards/make.js";
import { Latest } from "../latest.js";
import { TOUR_END, keepTourStep, learn, learned, tourStep, unlearn } from "../learned.js";
import { beginGame } from "../own_games.js";
import { words } from "../words/learn.js";
import { words as moveWords } from "../words/play.js";
import { proposed } from "./new_game.js";
import { sentence } from "./sentence.js";
import { ViewKeys } from "./view_keys.js";
import { learnPage } from "./learn_page.js";

const PAUSE = 600; // milliseconds before the opponent's reply

export class LearnView extends PageView {
  static properties = {
    lesson: { state: true },
    position: { state: true },
    at: { state: true },
    note: { state: true },
    trouble: { state: true },
    done: { state: true },
    ended: { state: true },
  };

  constructor() {
    super();
    /** @type {Api.GameJson | null} */
    this.info = null;
    /** @type {Api.LessonJson[]} */
    this.lessons = [];
    /** @type {Api.LessonJson | null} */
    this.lesson = null;
    /** The position on the board, with its legal moves. @type {Api.PositionJson | null} */
    this.position = null;
    /** The number of completed steps of the lesson. */
    this.at = 0;
    /** @type {{kind: string, text: string} | null} */
    this.note = null;
    this.trouble = "";
    /** The ids of the finished lessons. @type {string[]} */
    this.done = [];
    /** The steps of the tour; empty if the visitor chooses the lessons. @type {Api.LessonJson[]} */
    this.tour = [];
    /** Whether the tour is over. */
    this.ended = false;
    this.board = new BoardHost(this, () => this._scene(), {
      choose: (move) => this.play(move),
      dismiss: () => this.dismiss(),
      touch: ({ text, asked }) => this._why(text, asked ?? null),
    });
    this._latest = new Latest();
    this._busy = false;
    this._focus = false;
    new ViewKeys(this, () => this._commands());
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this._latest.begin();
  }

  // ---- lessons -----------------------------------------------------------------------------------

  offered() {
    return this.games.filter((game) => game.lessons);
  }

  async route() {
    const offered = this.offered(),
      info = offered.find((game) => game.name === this.address.get("learn")) ?? offered[0];
    const isLatest = this._latest.begin();
    if (!info) {
      this.trouble = words.none;
      return;
    }
    try {
      if (info !== this.info) {
        const { lessons } = await request(`/lessons/${encodeURIComponent(info.name)}`);
        if (!isLatest()) return;
        this.info = info;
        this.lessons = lessons;
      }
      this.done = learned(info.name);
      await this._begin(this._asked(info.name));
    } catch (error) {
      if (this.isConnected) this._fail(error);
    }
  }

  /** Set `tour` and `ended`, and return the lesson that the address asks for. @param {string} game */
  _asked(game) {
    const step = this.address.get("tour");
    this.tour = step === null ? [] : this.lessons.filter((one) => one.tour);
    this.ended = false;
    if (this.tour.length) {
      const id = step || tourStep(game);
      this.ended = id === TOUR_END;
      const lesson = this.ended ? this.tour.at(-1) : this.tour.find((one) => one.id === id);
      keepTourStep(game, this.ended ? TOUR_END : (lesson ?? this.tour[0]).id);
      return lesson ?? this.tour[0];
    }
    const asked = this.address.get("lesson");
    return (
      this.lessons.find((one) => one.id === asked) ??
      this.lessons.find((one) => !this.done.includes(one.id)) ??
      this.lessons[0]
    );
  }

  /** Show the start of a lesson. @param {Api.LessonJson} lesson */
  async _begin(lesson) {
    const isLatest = this._latest.begin(),
      info = /** @type {Api.GameJson} */ (this.info);
    const [position, element] = await Promise.all([
      readPosition({ game: info.name, start: lesson.start }),
      makeBoard(info, lesson.title),
    ]);
    if (!isLatest()) return;
    this.board.use(element);
    this._busy = false;
    this.dismiss();
    this.trouble = "";
    this.at = 0;
    this.lesson = lesson;
    this.position = position;
  }

  /** @param {unknown} error @param {string} what */
  _fail(error, what = words.failed) {
    this._busy = false;
    const text = `${what} ${error instanceof Error ? sentence(error.message) : ""}`;
    if (this.lesson) this.note = { kind: "error", text };
    else this.trouble = text;
  }

  /** @param {Api.LessonJson} lesson */
  open(lesson) {
    this._go(`${this.tour.length ? "tour" : "lesson"}=${lesson.id}`);
  }

  /** @param {string} asked */
  _go(asked) {
    this._focus = true;
    const hash = `learn=${/** @type {Api.GameJson} */ (this.info).name}&${asked}`;
    if (location.hash.slice(1) === hash) this.restart();
    else location.hash = hash;
  }

  /** Show the next lesson; after the last step of the tour, show the end of the tour. */
  forward() {
    const following = this.following();
    if (following) this.open(following);
    else if (this.tour.length && !this.ended) this._go(`tour=${TOUR_END}`);
  }

  /** Show the lesson before this one. */
  back() {
    const list = this.list(),
      at = this.ended ? list.length : list.indexOf(/** @type {Api.LessonJson} */ (this.lesson));
    if (at > 0) this.open(list[at - 1]);
  }

  /** Return the opponent of the game that follows the tour: the weakest level. */
  firstOpponent() {
    return /** @type {Api.GameJson} */ (this.info).opponents.find((one) => one.level !== null);
  }

  /** Begin the game that follows the tour. */
  async playFirst() {
    const info = /** @type {Api.GameJson} */ (this.info);
    const rules = Object.fromEntries(info.rules.map((rule) => [rule.name, proposed(rule, info.variants[0])]));
    try {
      const seats = /** @type {[string, string]} */ (["human", this.firstOpponent()?.id ?? "human"]);
      const { state } = await beginGame({ game: info.name, rules, seats });
      if (this.isConnected) location.hash = `game=${state.id}`;
    } catch (error) {
      this._fail(error, words.beginFailed);
    }
  }

  async restart() {
    try {
      await this._begin(/** @type {Api.LessonJson} */ (this.lesson));
    } catch (error) {
      this._fail(error);
    }
  }

  dismiss() {
    this.note = null;
    this.board.clear();
  }

  solved() {
    return this.lesson !== null && this.at >= this.lesson.steps.length;
  }

  /** Return the lessons in order: the lessons of the tour, or all lessons. */
  list() {
    return this.tour.length ? this.tour : this.lessons;
  }

  /** Return the lesson after this one; undefined after the last. @returns {Api.LessonJson | undefined} */
  following() {
    const list = this.list();
    return this.ended ? undefined : list[list.indexOf(/** @type {Api.LessonJson} */ (this.lesson)) + 1];
  }

  // ---- moves -------------------------------------------------------------------------------------

  /** Ask the server for the position after a move. @param {string} move */
  _after(move) {
    const { game, variant, rules, start, moves } = /** @type {Api.PositionJson} */ (this.position);
    return readPosition({ game, variant, rules, start, moves: [...moves, move] });
  }

  /** @param {Api.MoveJson} move */
  async play(move) {
    const lesson = /** @type {Api.LessonJson} */ (this.lesson),
      step = lesson.steps[this.at],
      isLatest = this._latest.current();
    if (!step || this._busy) return;
    this.dismiss();
    if (step.accept.length && !step.accept.includes(move.move)) {
      this.note = { kind: "wrong", text: words.notThis(moveWords.special[move.move] ?? move.move) };
      return;
    }
    this._busy = true;
    try {
      const position = await this._after(move.move);
      if (!isLatest()) return;
      this.position = position;
      if (step.reply !== null) {
        const [reply] = await Promise.all([
          this._after(step.reply),
          new Promise((resolve) => {
            setTimeout(resolve, PAUSE);
          }),
        ]);
        if (!isLatest()) return;
        this.position = reply;
      }
    } catch (error) {
      if (isLatest()) this._fail(error);
      return;
    }
    this._busy = false;
    this.at += 1;
    if (this.solved()) this._finish(lesson);
    else this.note = { kind: "hint", text: words.goOn };
  }

  /** @param {Api.LessonJson} lesson */
  _finish(lesson) {
    const { name } = /** @type {Api.GameJson} */ (this.info);
    learn(name, lesson.id);
    this.done = [...new Set([...this.done, ...learned(name), lesson.id])];
    // On a phone, the praise and the button for the next lesson are above the board.
    this.updateComplete.then(() => this.querySelector(".lesson")?.scrollIntoView({ block: "nearest" }));
  }

  /**
   * Show why a move is not legal.
   * @param {string} text @param {import("../boards/hexagons.js").Cell | null} asked the cell of the piece
   */
  async _why(text, asked) {
    if (this.solved() || this._busy) return;
    const { game, variant, rules, start, moves } = /** @type {Api.PositionJson} */ (this.position),
      isLatest = this._latest.current(),
      { at } = this;
    this.dismiss();
    try {
      const answer = await readWhy({ game, variant, rules, start, moves }, text);
      if (!isLatest() || at !== this.at || answer.type !== "refusal") return;
      this.board.refuse(answer, asked);
      this.note = { kind: "refusal", text: sentence(answer.text) };
    } catch (error) {
      if (isLatest()) this._fail(error);
    }
  }

  /** Point at a move that reaches the goal. */
  show() {
    const step = this.lesson?.steps[this.at],
      { legal } = /** @type {Api.PositionJson} */ (this.position);
    if (!step || this._busy) return;
    const move = legal.find((one) => !step.accept.length || step.accept.includes(one.move));
    this.dismiss();
    this.board.point(move ?? null);
    if (!move) return;
    const says = move.to ? words.hintPiece : move.cell ? words.hintCell : words.hintSays;
    this.note = { kind: "hint", text: says(moveWords.special[move.move] ?? move.move) };
  }

  /** Return the commands for `ViewKeys`. */
  _commands() {
    if (!this.lesson) return null;
    return {
      hint: () => !this.ended && this.show(),
      next: () => (this.solved() || this.tour.length > 0) && this.forward(),
      previous: () => this.back(),
    };
  }

  forget() {
    const { name } = /** @type {Api.GameJson} */ (this.info);
    unlearn(name);
    this.done = [];
    this.open(this.lessons[0]);
  }

  // ---- drawing -----------------------------------------------------------------------------------

  /** Return the scene for the board. */
  _scene() {
    if (!this.position || !this.lesson) return null;
    const { board, legal, last, moves } = this.position,
      solved = this.solved() || this.ended;
    const cells =
      this.at || this.ended || !this.lesson.marks.length
        ? []
        : this.lesson.marks.map((cell) => ({ cell, tone: "mark" }));
    return {
      board,
      legal: solved ? [] : legal,
      last: moves.length ? last : null,
      /** @type {import("../boards/overlay.js").Overlay[]} */
      overlays: cells.length ? [{ cells, lines: [] }] : [],
      ...(solved ? {} : { orientation: board.player }),
    };
  }

  updated() {
    if (this.position && this.lesson && this._focus && !this._busy && this.at === 0) {
      this._focus = false;
      /** @type {HTMLElement | null} */ (this.querySelector("#lesson-title"))?.focus();
    }
  }

  render() {
    return learnPage(this);
  }
}

customElements.define("learn-view", LearnView);
