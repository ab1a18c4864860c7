/**
 * `<review-view>`: a reviewed game with its graph, its mistakes and the better lines. The whole game is in the page, so
 * going through it needs no network.
 *
 * @typedef {import("./mistake_card.js").Line} Line
 * @typedef {import("./mistake_card.js").Retry} Retry
 */

import { LitElement, html, nothing } from "../vendor/lit/lit.js";
import { replaceAddress } from "../address.js";
import { ApiError } from "../request.js";
import { writeAddress } from "../analysis/address.js";
import { BoardHost } from "../boards/board_host.js";
import { makeBoard } from "../boards/make.js";
import { forgetReview, keepReview, ownReviews, playedAs } from "../own_reviews.js";
import { ReviewSocket, readPosition, readReview, tryMove } from "../review_api.js";
import { sideName } from "../sides.js";
import { words } from "../words/review.js";
import { words as graphWords } from "../words/win_graph.js";
import { words as page } from "../words/page.js";
import { KINDS, judgmentMark } from "./judgment_mark.js";
import { judgmentCard, retryCard } from "./mistake_card.js";
import "./review_moves.js";
import "./review_start.js";
import "./win_graph.js";

/** @param {number} value */
const percent = (value) => `${Math.round(100 * value)}%`;

export class ReviewView extends LitElement {
  static properties = {
    games: { attribute: false },
    address: { attribute: false },
    review: { state: true },
    at: { state: true },
    side: { state: true },
    line: { state: true },
    retry: { state: true },
    trouble: { state: true },
    linked: { state: true },
    _position: { state: true },
  };

  constructor() {
    super();
    /** @type {Api.GameJson[]} */
    this.games = [];
    this.address = new URLSearchParams();
    /** @type {Api.ReviewJson | null} */
    this.review = null;
    /** The number of moves before the position that is shown. */
    this.at = 0;
    /** The player that the visitor was; null for none. @type {number | null} */
    this.side = null;
    /** @type {Line | null} */
    this.line = null;
    /** @type {Retry | null} */
    this.retry = null;
    this.trouble = "";
    this.linked = true;
    /** The judgments by ply. @type {Map<number, Api.JudgmentJson>} */
    this._judgments = new Map();
    /** The position of a retry. @type {Api.PlayableJson | null} */
    this._position = null;
    /** @type {ReviewSocket | null} */
    this._socket = null;
    this._board = new BoardHost(this, () => this._scene(), { choose: (move) => this._try(move.move) });
    this._id = "";
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
    this._socket?.close();
    document.title = page.title;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("address")) this._route();
  }

  // ---- the review --------------------------------------------------------------------------------

  async _route() {
    const id = this.address.get("review") ?? "",
      at = Number(this.address.get("at"));
    if (id === this._id) {
      if (this.review && this.address.has("at") && at !== this.at) this._go(at);
      return;
    }
    this._id = id;
    this._socket?.close();
    this.review = this.line = this.retry = null;
    this.trouble = "";
    if (!id) return;
    try {
      await this._open(id, at || 0);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 404) forgetReview(id);
      if (id !== this._id) return;
      this.trouble = error.status === 404 ? words.gone : `${words.failed} ${error.message}`;
    }
  }

  /** @param {string} id @param {number} at */
  async _open(id, at) {
    const review = await readReview(id);
    const info = this.games.find((game) => game.name === review.game);
    const element = await makeBoard(info, review.variant);
    if (id !== this._id || !this.isConnected) return; // the visitor has gone on meanwhile
    this._board.use(element);
    this._judgments = new Map(review.judgments.map((one) => [one.ply, one]));
    this.review = review;
    this.side = ownReviews().find((one) => one.id === id)?.player ?? null;
    this._remember();
    this.at = Math.min(Math.max(at, 0), review.moves.length);
    document.title = `${words.review} · ${page.title}`;
    const socket = new ReviewSocket(id, review.version);
    this._socket = socket;
    socket.addEventListener("message", (event) => {
      if (socket === this._socket) this._hear(/** @type {CustomEvent} */ (event).detail);
    });
    socket.addEventListener("link", (event) => {
      if (socket === this._socket) this.linked = /** @type {CustomEvent} */ (event).detail;
    });
  }

  _remember() {
    const { id, game, variant, names, result, date, moves } = /** @type {Api.ReviewJson} */ (this.review);
    keepReview({ id, game, variant, names, result, date, plies: moves.length, player: this.side });
  }

  /** @param {any} message */
  _hear(message) {
    if (!this.review) return;
    const { type, ...rest } = message;
    if (type === "judgment") {
      this._judgments.set(rest.ply, rest);
      this.requestUpdate();
    } else if (type === "summary") this.review = { ...this.review, summary: rest.summary };
    else if (type === "progress") this.review = { ...this.review, ...rest };
    else if (type === "error") this.trouble = rest.text;
  }

  // ---- going through the game --------------------------------------------------------------------

  /** @param {number} ply */
  _go(ply) {
    const most = this.review?.moves.length ?? 0;
    this.line = this.retry = this._position = null;
    this.at = Math.min(Math.max(ply, 0), most);
    replaceAddress("review", `#review=${this._id}${this.at ? `&at=${this.at}` : ""}`);
  }

  /** The number of a move as in the list: `12.` for the first player of a pair, `12…` for the second. @param {number} ply */
  _number(ply) {
    const place = ply - 1 + /** @type {Api.ReviewJson} */ (this.review).boards[0].player;
    return `${(place >> 1) + 1}${place % 2 ? "…" : "."}`;
  }

  /** @param {number} way */
  _step(way) {
    if (this.line) {
      const at = this.line.at + way;
      if (at < 0) this.line = null;
      else if (at < this.line.steps.length) this.line = { ...this.line, at };
    } else if (!this.retry) this._go(this.at + way);
  }

  /** The plies of the errors that are shown. */
  _errors() {
    return [...this._judgments.values()]
      .filter((one) => one.error && (this.side === null || one.side === this.side))
      .map((one) => one.ply)
      .sort((a, b) => a - b);
  }

  /** @param {number} way */
  _mistake(way) {
    const errors = this._errors(),
      next = way > 0 ? errors.find((ply) => ply > this.at) : errors.findLast((ply) => ply < this.at);
    if (next !== undefined) this._go(next);
  }

  /** @param {KeyboardEvent} event */
  _shortcut = (event) => {
    if (
      !this.review ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      /** @type {Element} */ (event.target).closest?.("input, select, textarea, dialog")
    )
      return;
    /** @type {Record<string, () => void>} */
    const acts = {
      ArrowLeft: () => this._step(-1),
      ArrowRight: () => this._step(1),
      Home: () => this._go(0),
      End: () => this._go(this.review?.moves.length ?? 0),
      n: () => this._mistake(1),
      p: () => this._mistake(-1),
      r: () => {
        if (this._judgments.get(this.at)?.error) this._retry();
      },
      Escape: () => {
        if (this.line) this.line = null;
        else if (this.retry) this._go(this.at);
      },
    };
    if (!acts[event.key]) return;
    acts[event.key]();
    event.preventDefault();
  };

  // ---- retry -------------------------------------------------------------------------------------

  async _retry() {
    const ply = this.at;
    this.line = null;
    this.retry = { ply, checking: false, answer: null, trouble: "" };
    this._position = null;
    try {
      const position = await readPosition(this._id, ply);
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
      found = { answer: await tryMove(this._id, ply, move) };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      found = { trouble: error.message };
    }
    if (this.retry?.ply === ply && this.retry.checking)
      this.retry = { ...this.retry, checking: false, ...found };
  }

  _solve() {
    const judgment = this._judgments.get(this.at);
    this.retry = this._position = null;
    if (judgment?.better.length)
      this.line = { kind: "better", ply: judgment.ply, steps: judgment.better, at: 0 };
  }

  // ---- drawing -----------------------------------------------------------------------------------

  /** What the board shows. */
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
    return this.review && { ...this._shown(), orientation: this.side ?? 0 };
  }

  render() {
    if (!this._id) return html`<review-start .games=${this.games}></review-start>`;
    if (!this.review) {
      return html`<div class="alone"><p role="status">${this.trouble || words.loading}</p>
        ${this.trouble ? html`<a class="button" href="#review">${words.otherReviews}</a>` : nothing}</div>`;
    }
    const { review } = this,
      info = this.games.find((game) => game.name === review.game);
    return html`<main class=${`review on-${info?.board}`}>
      <section class="table" aria-label=${words.board}>
        <div class="board-box">${this._board.element}${this._lineNote()}</div>
        ${this._navigation()}
        ${this._graph(info?.players ?? ["", ""])}
      </section>
      <aside class="side">
        ${this._head(info)}
        ${this._progress()}
        <div class="card-box" role="region" aria-live="polite">${this._card()}</div>
        <review-moves .moves=${review.moves} .judgments=${new Map(this._judgments)} .first=${review.boards[0].player} .at=${this.at} .side=${this.side}
          @go=${(/** @type {CustomEvent} */ event) => this._go(event.detail)}></review-moves>
      </aside>
    </main>`;
  }

  /** The address at which the position on the board can be analyzed, with what the review says. */
  _analysis() {
    const { game, variant, rules, start, moves } = /** @type {Api.ReviewJson} */ (this.review);
    return writeAddress({ game, variant, rules, start, moves }, this.at, { review: this._id });
  }

  /** @param {Api.GameJson | undefined} info */
  _head(info) {
    const { summary, names, result, variant } = /** @type {Api.ReviewJson} */ (this.review),
      sides = info?.players ?? ["", ""];
    const who = /** @type {[number | null, string][]} */ ([
      [null, words.whoEach],
      [0, sideName(sides[0])],
      [1, sideName(sides[1])],
    ]);
    return html`<div class="review-head">
      <h1>${words.against(names[0] || sideName(sides[0]), names[1] || sideName(sides[1]))} ${result === "*" ? nothing : html`<span class="result">${result}</span>`}</h1>
      <p class="quiet">${info?.title} · ${variant} · <a href=${this._analysis()}>${words.analyze}</a> · <a href="#review">${words.otherReviews}</a></p>
    </div>
    <div class="accuracies">${summary.players.map(
      (player, k) => html`<div class="accuracy ${this.side === 1 - k ? "faint" : ""}">
      <p><span class="chip ${sides[k].toLowerCase()}" role="img" aria-label=${sideName(sides[k])}></span><span class="name">${names[k] || sideName(sides[k])}</span></p>
      <p class="figure">${player.accuracy === null ? "–" : `${Math.round(player.accuracy)}%`} <small>${words.accuracy}</small></p>
      <p class="counts">${KINDS.filter((kind) => player.counts[kind]).map((kind) => html`<span title=${words.judgments[kind]}>${judgmentMark(kind)}<span class="hidden">${words.counts[kind]}</span>${player.counts[kind]}</span>`)}</p>
    </div>`,
    )}</div>
    <fieldset class="who"><legend>${words.who}</legend><div class="segments">${who.map(
      ([side, text]) => html`<label><input type="radio" name="who" .checked=${this.side === side}
      @change=${() => {
        this.side = side;
        playedAs(this._id, side);
      }}><span>${side === null ? words.both : text}</span></label>`,
    )}</div></fieldset>`;
  }

  _progress() {
    const { status, done, planned, again, again_left, place, trouble, saved } =
      /** @type {Api.ReviewJson} */ (this.review);
    /** @type {Record<string, string>} */
    const texts = {
      waiting: place ? words.waiting(place) : words.waitingNow,
      fast: words.fast(done, planned),
      deep: words.deep(again, again + (again_left ?? 0)),
      stopped: words.stopped,
      failed: `${words.failedReview} ${trouble}`,
      done: words.doneFor(planned, again),
    };
    const busy = ["waiting", "fast", "deep"].includes(status),
      halted = ["stopped", "failed"].includes(status);
    const part =
      done < planned ? done / planned : again + (again_left ?? 0) ? again / (again + (again_left ?? 0)) : 1;
    return html`<div class="progress ${status}" id="progress">
      <p role="status">${this.linked ? texts[status] : words.offline}</p>
      ${busy ? html`<progress max="1" value=${part} aria-label=${texts[status]}></progress><button type="button" class="small" id="stop" @click=${() => this._socket?.send({ type: "stop" })}>${words.stop}</button>` : nothing}
      ${halted ? html`<button type="button" class="small" id="resume" @click=${() => this._socket?.send({ type: "resume" })}>${words.resume}</button>` : nothing}
      ${saved ? nothing : html`<p class="trouble" role="alert">${words.notSaved}</p>`}
    </div>`;
  }

  _navigation() {
    const { moves } = /** @type {Api.ReviewJson} */ (this.review),
      errors = this._errors(),
      { line } = this;
    const button = (
      /** @type {string} */ id,
      /** @type {string} */ text,
      /** @type {unknown} */ sign,
      /** @type {boolean} */ enabled,
      /** @type {() => void} */ act,
    ) => html`
      <button type="button" id=${id} aria-label=${text} title=${text} ?disabled=${!enabled} @click=${act}>${sign}</button>`;
    return html`<div class="steps" role="group" aria-label=${words.moveList}>
      ${button(
        "previous-mistake",
        words.previousMistake,
        html`‹‹ <span class="mistake-word">${words.judgments.mistake}</span>`,
        errors.some((ply) => ply < this.at),
        () => this._mistake(-1),
      )}
      ${button("first", words.first, "|‹", this.at > 0, () => this._go(0))}
      ${button("back", words.back, "‹", Boolean(line) || this.at > 0, () => this._step(-1))}
      ${button("forward", words.forward, "›", line ? line.at < line.steps.length - 1 : this.at < moves.length, () => this._step(1))}
      ${button("last", words.last, "›|", this.at < moves.length, () => this._go(moves.length))}
      ${button(
        "next-mistake",
        words.nextMistake,
        html`<span class="mistake-word">${words.judgments.mistake}</span> ››`,
        errors.some((ply) => ply > this.at),
        () => this._mistake(1),
      )}
    </div>`;
  }

  _lineNote() {
    const { line } = this;
    return line
      ? html`<div class="line-note"><p role="status">${line.kind === "better" ? words.better : words.refutation}: ${words.lineOf(line.at + 1, line.steps.length)}</p>
      <button type="button" class="small" @click=${() => {
        this.line = null;
      }}>${words.backToGame}</button></div>`
      : nothing;
  }

  /** @param {string[]} sides */
  _graph(sides) {
    const { moves } = /** @type {Api.ReviewJson} */ (this.review),
      judged = this._judgments;
    const points = [
      judged.get(1)?.win_before ?? null,
      ...moves.map((_, k) => judged.get(k + 1)?.win ?? null),
    ];
    const moments = [...judged.values()]
      .filter((one) => one.error)
      .sort((a, b) => KINDS.indexOf(a.judgment) - KINDS.indexOf(b.judgment))
      .map((one) => ({
        ply: one.ply,
        kind: one.judgment,
        faint: this.side !== null && one.side !== this.side,
      }));
    const labels = points.map((value, ply) => {
      const one = judged.get(ply),
        said = one?.error ? words.judgments[one.judgment] : "";
      return [
        ply ? `${this._number(ply)} ${moves[ply - 1]}` : words.graphStart,
        value === null ? words.notYet : graphWords.graphAt(sideName(sides[0]), percent(value)),
        said,
      ]
        .filter(Boolean)
        .join(", ");
    });
    return html`<win-graph .points=${points} .moments=${moments} .at=${this.at} .labels=${labels} .sides=${sides} .hues=${sides.map((one) => one.toLowerCase())}
      @go=${(/** @type {CustomEvent} */ event) => this._go(event.detail)}></win-graph>`;
  }

  _card() {
    const { moves, summary } = /** @type {Api.ReviewJson} */ (this.review),
      judgment = this._judgments.get(this.at);
    if (this.trouble) return html`<p class="trouble">${this.trouble}</p>`;
    const play = (/** @type {Line} */ line) => {
      this.line = line;
    };
    if (this.retry && judgment) {
      return retryCard(judgment, this.retry, this.line, {
        play,
        again: () => this._retry(),
        solve: () => this._solve(),
        end: () => this._go(this.at),
      });
    }
    if (this.at)
      return judgmentCard(judgment, this._number(this.at), moves[this.at - 1], this.line, play, () =>
        this._retry(),
      );
    return html`<p class="quiet">${words.startText}</p>
      ${summary.opening ? html`<p>${this._opening(summary.opening)}</p>` : nothing}
      ${summary.remark ? html`<p class="quiet">${summary.remark}</p>` : nothing}
      <ul class="legend" aria-label=${words.legend}>${KINDS.map((kind) => html`<li>${judgmentMark(kind)} ${words.judgments[kind]}</li>`)}</ul>`;
  }

  /** @param {NonNullable<Api.ReviewSummaryJson["opening"]>} found */
  _opening({ plies, games, score, new_move }) {
    const [first] = this.games.find((game) => game.name === this.review?.game)?.players ?? [""];
    return (
      words.opening(plies, games, score === null ? "" : words.openingScore(first, percent(score))) +
      (new_move ? words.newMove(plies + 1, new_move) : "")
    );
  }
}

customElements.define("review-view", ReviewView);
