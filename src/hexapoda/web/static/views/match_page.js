/**
 * `<match-page>`: one match or tournament, its result so far and the games that are being played. It follows the match
 * while the page is visible.
 *
 * @typedef {import("../match_api.js").MatchInfo} MatchInfo
 * @typedef {import("../match_api.js").Now} Now
 */

import { LitElement, html, keyed, nothing } from "../vendor/lit/lit.js";
import { ApiError } from "../request.js";
import { Poll, readMatch } from "../match_api.js";
import { words } from "../words/matches.js";
import { commandLine } from "./command_line.js";
import { duel, verdictText } from "./match_charts.js";
import "./match_games.js";
import { gameAddress } from "./match_games.js";
import { commonLimits, crossTable, details, openingsText, standings } from "./match_tables.js";
import "./running_game.js";
import { sentence } from "./sentence.js";

const SOON = 200, RUNNING = 1000, LOST = 3000, IDLE = 15_000; // milliseconds between two looks

export class MatchPage extends LitElement {
  static properties = { match: { attribute: false }, games: { attribute: false }, info: { state: true }, now: { state: true }, trouble: { state: true }, lost: { state: true }, news: { state: true } };

  constructor() {
    super();
    /** The name of the match. */
    this.match = "";
    /** The catalog. @type {import("../api.js").GameInfo[]} */
    this.games = [];
    /** @type {MatchInfo | null} */
    this.info = null;
    /** What is being played; null if the match does not run. @type {Now | null} */
    this.now = null;
    /** Why there is nothing to show. */
    this.trouble = "";
    /** Whether the server does not answer. */
    this.lost = false;
    /** What a screen reader says. */
    this.news = "";
    this._version = "";
    /** The games on the boards, which stay where they are. @type {number[]} */
    this._places = [];
    this._poll = new Poll(() => this._look());
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this._poll.start();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this._poll.stop();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (!changed.has("match")) return;
    Object.assign(this, { info: null, now: null, trouble: "", news: "", _version: "", _places: [] });
    this._poll.now();
  }

  /** Ask how the match goes. Returns the milliseconds until the next time. */
  async _look() {
    const { match } = this;
    try {
      const found = await readMatch(match, this._version);
      if (match !== this.match) return 0;
      const ran = this.now !== null;
      this.lost = false;
      this.trouble = "";
      this._version = found.version;
      if (found.match) this.info = found.match;
      this.now = found.running;
      if (ran && !this.now && this.info?.finished) this.news = words.ended(verdictText(this.info));
      this._place();
      if (this.info && this.info.share < 1) return SOON;
      return this.now ? RUNNING : this.info?.finished ? Infinity : IDLE;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (match !== this.match) return 0;
      // What is on the page stays there until the server answers again.
      this.lost = error.status === 0 && this.info !== null;
      if (!this.lost) this.trouble = error.status === 404 ? words.gone : `${words.failed} ${sentence(error.message)}`;
      return error.status === 404 ? IDLE : LOST;
    }
  }

  /** Give each running game a place: that of a game which has ended, or a new one. */
  _place() {
    const playing = (this.now?.games ?? []).map((game) => game.number), fresh = playing.filter((number) => !this._places.includes(number));
    this._places = this._places.map((number) => (playing.includes(number) ? number : fresh.shift() ?? -1)).filter((number) => number >= 0).concat(fresh);
  }

  render() {
    const { info } = this;
    if (this.trouble || !info) {
      return html`<div class="match-note"><p role=${this.trouble ? "alert" : nothing}>${this.trouble || words.loading}</p>
        ${this.trouble && this.trouble !== words.gone ? html`<button type="button" @click=${() => this._poll.now()}>${words.retry}</button>` : nothing}</div>`;
    }
    return html`<article class="match" aria-labelledby="match-title">
      ${this.lost ? html`<p class="banner" role="status">${words.lost}</p>` : nothing}
      ${this._head(info)}
      ${info.trouble ? html`<p class="banner bad" role="alert">${info.game ? words.trouble : words.unreadable} <span class="quiet">${sentence(info.trouble)}</span></p>` : nothing}
      ${info.share < 1 ? html`<p class="banner" role="status">${words.reading(info.share)}</p>` : nothing}
      ${info.game ? this._parts(info) : nothing}
      <p class="hidden" role="status">${this.news}</p>
    </article>`;
  }

  /** @param {MatchInfo} info */
  _head(info) {
    if (!info.game) return html`<header class="match-head"><h2 id="match-title">${info.id}</h2></header>`;
    const kind = this.games.find((game) => game.name === info.game), two = info.format === "match";
    const state = this.now ? "running" : info.finished ? "finished" : "stopped";
    const about = [`${kind?.title ?? info.game} ${info.variant}`, commonLimits(info), `${words.openings}: ${openingsText(info)}`];
    const atMost = (info.sprt || info.rated) && !info.finished, left = this.now?.seconds_left ?? null;
    return html`<header class="match-head">
      <h2 id="match-title">${two ? html`${info.engines[0]} <span class="versus">${words.versus}</span> ${info.engines[1]}` : info.rated ? words.ratingOf(info.engines[0]) : words.tournament(words.kind[info.format], info.engines.length)}</h2>
      <p class="state"><span class="badge ${state}">${words[state]}</span>
        <span>${info.finished ? words.games(info.played) : words.progress(info.played, info.total, atMost)}</span>${left !== null && info.played < info.total ? html`<span class="quiet">${words.left(words.duration(left), atMost)}</span>` : nothing}</p>
      <p class="quiet">${about.filter(Boolean).join(" · ")}${info.run ? html` · <a href="#runs=${encodeURIComponent(info.run)}">${words.partOf(info.run)}</a>` : nothing}</p>
      ${info.finished ? nothing : html`<progress max=${info.total} value=${info.played} aria-label=${words.progress(info.played, info.total, atMost)}></progress>`}
    </header>`;
  }

  /** @param {MatchInfo} info */
  _parts(info) {
    const kind = this.games.find((game) => game.name === info.game);
    return html`
      <section class="result card"><p class="verdict-line">${verdictText(info)}</p>
        ${info.format === "match" ? duel(info) : html`${standings(info)}${info.rated ? nothing : crossTable(info)}`}</section>
      ${!this.now && !info.finished && info.share === 1 && !info.trouble ? html`<section class="card"><p>${words.resume}</p>${commandLine(`hexapoda ${info.rated ? "rate" : "match"} --resume ${info.id}`)}</section>` : nothing}
      ${this.now ? this._now(this.now, info, kind) : nothing}
      ${info.faults.length ? this._faults(info) : nothing}
      <match-games .match=${info.id} .played=${info.played} .engines=${info.engines} .faultCount=${info.fault_count}></match-games>
      ${details(info, kind?.players ?? [])}`;
  }

  /** @param {Now} now @param {MatchInfo} info @param {import("../api.js").GameInfo | undefined} kind */
  _now(now, info, kind) {
    const games = new Map(now.games.map((game) => [game.number, game]));
    return html`<section class="now" aria-labelledby="now-title"><h3 id="now-title">${words.now}</h3>
      ${now.games.length ? html`<div class="boards">${this._places.map((number) => keyed(number, html`<running-game .game=${games.get(number)} .info=${kind} .engines=${info.engines} .link=${gameAddress(info.id, number)}></running-game>`))}</div>`
        : html`<p class="quiet">${words.noMoves}</p>`}
      ${now.more > 0 ? html`<p class="quiet">${words.nowMore(now.more)}</p>` : nothing}</section>`;
  }

  /** @param {MatchInfo} info */
  _faults(info) {
    return html`<section class="faults-part card" aria-labelledby="faults-title"><h3 id="faults-title">${words.faultsTitle}</h3><p class="quiet">${words.faultsAbout}${info.fault_count > info.faults.length ? ` ${words.faultsMore(info.fault_count)}` : ""}</p>
      <ul>${info.faults.map((fault) => html`<li><a href=${gameAddress(info.id, fault.game)}>${words.number(fault.game)}</a>: <b>${words.endings[fault.ending] || fault.ending}</b> <span class="detail">${fault.detail}</span></li>`)}</ul></section>`;
  }
}

customElements.define("match-page", MatchPage);
