/**
 * `<review-view>`: a reviewed game with its graph, its mistakes and the better lines. The page holds the whole game, so
 * stepping through it sends no requests.
 *
 * @typedef {import("./judgment_card.js").Line} Line
 * @typedef {import("./judgment_card.js").Retry} Retry
 */

import { PageView } from "../page_element.js";
import { replaceAddress } from "../address.js";
import { ApiError } from "../request.js";
import { BoardHost } from "../boards/board_host.js";
import { makeBoard } from "../boards/make.js";
import { forgetReview, keepReview, ownReviews, playedAs } from "../own_reviews.js";
import { readPosition, readReview, reviewSocket, sayWhoIWas, tryMove } from "../review_api.js";
import { countsPlies, turnOf } from "../move_numbers.js";
import { words } from "../words/review.js";
import { words as page } from "../words/page.js";
import "./review_moves.js";
import "./review_start.js";
import { ViewKeys } from "./view_keys.js";
import "./win_graph.js";
import { remarkOverlays } from "./remarks.js";
import { reviewPage } from "./review_page.js";

export class ReviewView extends PageView {
  static properties = {
    review: { state: true },
    at: { state: true },
    side: { state: true },
    line: { state: true },
    remark: { state: true },
    retry: { state: true },
    trouble: { state: true },
    linked: { state: true },
    _position: { state: true },
  };

  constructor() {
    super();
    /** @type {Api.ReviewJson | null} */
    this.review = null;
    /** The number of moves before the position that is shown. */
    this.at = 0;
    /** The visitor's player number; null for none. @type {number | null} */
    this.side = null;
    /** @type {Line | null} */
    this.line = null;
    /** The coach's remark that the board shows. @type {Api.RemarkJson | null} */
    this.remark = null;
    /** @type {Retry | null} */
    this.retry = null;
    this.trouble = "";
    this.linked = true;
    /** The judgments by ply. @type {Map<number, Api.JudgmentJson>} */
    this.judgments = new Map();
    /** The position to retry from. @type {Api.PlayableJson | null} */
    this._position = null;
    /** @type {import("../reconnecting_socket.js").ReconnectingSocket | null} */
    this.socket = null;
    this.board = new BoardHost(this, () => this._scene(), { choose: (move) => this._try(move.move) });
    this.reviewId = "";
    new ViewKeys(this, () => this._commands());
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.socket?.close();
    document.title = page.title;
  }

  // ---- the review --------------------------------------------------------------------------------

  async route() {
    const id = this.address.get("review") ?? "",
      at = Number(this.address.get("at"));
    if (id === this.reviewId) {
      if (this.review && this.address.has("at") && at !== this.at) this.go(at);
      return;
    }
    this.reviewId = id;
    this.socket?.close();
    this.review = this.line = this.retry = this.remark = null;
    this.trouble = "";
    if (!id) return;
    try {
      await this._open(id, at || 0);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 404) forgetReview(id);
      if (id !== this.reviewId) return;
      this.trouble = error.status === 404 ? words.gone : `${words.failed} ${error.message}`;
    }
  }

  /** @param {string} id @param {number} at */
  async _open(id, at) {
    const review = await readReview(id);
    const info = this.games.find((game) => game.name === review.game);
    const element = await makeBoard(info, review.variant);
    if (id !== this.reviewId || !this.isConnected) return; // the visitor has left this page
    this.board.use(element);
    this.judgments = new Map(review.judgments.map((one) => [one.ply, one]));
    this.review = review;
    const side = ownReviews().find((one) => one.id === id)?.player ?? null;
    this.side = review.you ?? side;
    this._remember();
    if (this.side !== review.you) this.was(this.side); // only this browser knew the player
    this.at = Math.min(Math.max(at, 0), review.moves.length);
    document.title = `${words.review} · ${page.title}`;
    this.socket?.close();
    this.socket = reviewSocket(id, review.version, {
      hear: (message) => this._hear(message),
      link: (linked) => {
        this.linked = linked;
      },
    });
  }

  /**
   * Set the visitor's player number (null for none). That player's mistakes become exercises.
   * @param {number | null} side
   */
  async was(side) {
    const { reviewId } = this;
    this.side = side;
    playedAs(reviewId, side);
    try {
      const { you } = await sayWhoIWas(reviewId, side);
      if (reviewId === this.reviewId && this.review) this.review = { ...this.review, you };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (reviewId === this.reviewId) this.trouble = error.message;
    }
  }

  _remember() {
    const { id, game, variant, names, result, date, moves } = /** @type {Api.ReviewJson} */ (this.review);
    keepReview({ id, game, variant, names, result, date, plies: moves.length, player: this.side });
  }

  /** @param {Api.ReviewMessage} message */
  _hear(message) {
    if (!this.review) return;
    if (message.type === "judgment") {
      this.judgments.set(message.ply, message);
      this.requestUpdate();
    } else if (message.type === "summary") this.review = { ...this.review, summary: message.summary };
    else if (message.type === "progress") this.review = { ...this.review, ...message };
    else if (message.type === "error") this.trouble = message.text;
  }

  // ---- stepping through the game -----------------------------------------------------------------

  /** @param {number} ply */
  go(ply) {
    const most = this.review?.moves.length ?? 0;
    this.line = this.retry = this.remark = this._position = null;
    this.at = Math.min(Math.max(ply, 0), most);
    replaceAddress("review", `#review=${this.reviewId}${this.at ? `&at=${this.at}` : ""}`);
  }

  /** Return the move number of a ply. @param {number} ply */
  turn(ply) {
    const { game, boards } = /** @type {Api.ReviewJson} */ (this.review);
    return turnOf(game, ply, boards[0].player);
  }

  /**
   * Return the move number as move lists show it: `12.`, or `12…` for the second move of a pair.
   * @param {number} ply
   */
  number(ply) {
    const { game, boards } = /** @type {Api.ReviewJson} */ (this.review);
    const second = (ply - 1 + boards[0].player) % 2 && !countsPlies(game);
    return `${this.turn(ply)}${second ? "…" : "."}`;
  }

  /** @param {number} way */
  step(way) {
    this.remark = null;
    if (this.line) {
      const at = this.line.at + way;
      if (at < 0) this.line = null;
      else if (at < this.line.steps.length) this.line = { ...this.line, at };
    } else if (!this.retry) this.go(this.at + way);
  }

  /** Leave the line that is shown, or else the retry. */
  leave() {
    this.remark = null;
    if (this.line) this.line = null;
    else this.go(this.at);
  }

  /** The number of moves given at the start of the game, which are not judged. */
  get given() {
    return this.review ? this.review.moves.length - this.review.planned : 0;
  }

  /** Return the plies of the errors that are shown, in ascending order. */
  errors() {
    return [...this.judgments.values()]
      .filter((one) => one.error && (this.side === null || one.side === this.side))
      .map((one) => one.ply)
      .sort((a, b) => a - b);
  }

  /** @param {number} way */
  mistake(way) {
    const errors = this.errors(),
      next = way > 0 ? errors.find((ply) => ply > this.at) : errors.findLast((ply) => ply < this.at);
    if (next !== undefined) this.go(next);
  }

  /** Return the commands for `ViewKeys`. */
  _commands() {
    if (!this.review) return null;
    const most = this.review.moves.length;
    return {
      back: () => this.step(-1),
      forward: () => this.step(1),
      first: () => this.go(0),
      last: () => this.go(most),
      next: () => this.mistake(1),
      previous: () => this.mistake(-1),
      retry: () => this.judgments.get(this.at)?.error === true && this.tryAgain(),
      leave: () => Boolean(this.line || this.retry) && this.leave(),
    };
  }

  // ---- retry -------------------------------------------------------------------------------------

  async tryAgain() {
    const ply = this.at;
    this.line = this.remark = null;
    this.retry = { ply, checking: false, answer: null, trouble: "" };
    this._position = null;
    try {
      const position = await readPosition(this.reviewId, ply);
      if (this.retry?.ply === ply) this._position = position;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (this.retry) this.retry = { ...this.retry, trouble: error.message };
    }
  }

  /** @param {string} move */
  async _try(move) {
    const asked = this.retry;
    if (!asked || asked.checking || asked.answer) return;
    this.retry = { ...asked, checking: true };
    const { ply } = asked;
    /** @type {Partial<Retry>} */
    let found;
    try {
      found = { answer: await tryMove(this.reviewId, ply, move) };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      found = { trouble: error.message };
    }
    if (this.retry?.ply === ply && this.retry.checking)
      this.retry = { ...this.retry, checking: false, ...found };
  }

  solve() {
    const judgment = this.judgments.get(this.at);
    this.retry = this.remark = this._position = null;
    if (judgment?.better.length)
      this.line = { kind: "better", ply: judgment.ply, steps: judgment.better, at: 0 };
  }

  // ---- drawing -----------------------------------------------------------------------------------

  /** Return the position that the board shows. */
  _shown() {
    const { boards, steps } = /** @type {Api.ReviewJson} */ (this.review),
      { line, retry } = this;
    if (line) return { board: line.steps[line.at].board, legal: [], last: line.steps[line.at].move };
    if (retry?.answer) return { board: retry.answer.step.board, legal: [], last: retry.answer.step.move };
    if (retry) {
      const before = retry.ply > 1 ? steps[retry.ply - 2] : null;
      return {
        board: boards[retry.ply - 1],
        legal: retry.checking ? [] : (this._position?.legal ?? []),
        last: before,
      };
    }
    return { board: boards[this.at], legal: [], last: this.at ? steps[this.at - 1] : null };
  }

  _scene() {
    return (
      this.review && {
        ...this._shown(),
        overlays: remarkOverlays(this.remark),
        orientation: this.side ?? 0,
      }
    );
  }

  render() {
    return reviewPage(this);
  }
}

customElements.define("review-view", ReviewView);
