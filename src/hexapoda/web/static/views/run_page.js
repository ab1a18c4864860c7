/**
 * `<run-page>`: one training run: how strong its networks are, what its iterations have done, and what it does now. It
 * follows the run while the page is visible.
 *
 * @typedef {import("../run_api.js").RunInfo} RunInfo
 * @typedef {import("../run_api.js").Now} Now
 */

import { LitElement, html, nothing } from "../vendor/lit/lit.js";
import { ApiError } from "../request.js";
import { Poll } from "../match_api.js";
import { readRun } from "../run_api.js";
import { words } from "../words/runs.js";
import { commandLine, shellWord } from "./command_line.js";
import { eloCurve, figureCharts } from "./run_charts.js";
import { iterationTable, matchTable, settingsList } from "./run_tables.js";
import { sentence } from "./sentence.js";

const RUNNING = 1000, LOST = 3000, IDLE = 15_000; // milliseconds between two looks
const RECENT = 5; // iterations from which the time that is left is estimated
const SHORT = 8; // rows of a table that is not open

export class RunPage extends LitElement {
  static properties = { run: { attribute: false }, games: { attribute: false }, info: { state: true }, now: { state: true }, trouble: { state: true }, lost: { state: true }, news: { state: true }, open: { state: true } };

  constructor() {
    super();
    /** The name of the run. */
    this.run = "";
    /** The catalog. @type {import("../api.js").GameInfo[]} */
    this.games = [];
    /** @type {RunInfo | null} */
    this.info = null;
    /** What it does; null if it does not run. @type {Now | null} */
    this.now = null;
    /** Why there is nothing to show. */
    this.trouble = "";
    /** Whether the server does not answer. */
    this.lost = false;
    /** What a screen reader says. */
    this.news = "";
    /** The tables that show all their rows. @type {string[]} */
    this.open = [];
    this._version = "";
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
    if (!changed.has("run")) return;
    Object.assign(this, { info: null, now: null, trouble: "", news: "", open: [], _version: "" });
    this._poll.now();
  }

  /** Ask how the run goes. Returns the milliseconds until the next time. */
  async _look() {
    const { run } = this;
    try {
      const found = await readRun(run, this._version);
      if (run !== this.run) return 0;
      const ran = this.now !== null;
      this.lost = false;
      this.trouble = "";
      this._version = found.version;
      if (found.run) this.info = found.run;
      this.now = found.now;
      if (ran && !this.now) this.news = words.ended;
      return this.now ? RUNNING : IDLE;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (run !== this.run) return 0;
      // What is on the page stays there until the server answers again.
      this.lost = error.status === 0 && this.info !== null;
      if (!this.lost) this.trouble = error.status === 404 ? words.gone : `${words.failed} ${sentence(error.message)}`;
      return error.status === 404 ? IDLE : LOST;
    }
  }

  render() {
    const { info } = this;
    if (this.trouble || !info) {
      return html`<div class="match-note"><p role=${this.trouble ? "alert" : nothing}>${this.trouble || words.loading}</p>
        ${this.trouble && this.trouble !== words.gone ? html`<button type="button" @click=${() => this._poll.now()}>${words.retry}</button>` : nothing}</div>`;
    }
    return html`<article class="match" aria-labelledby="run-title">
      ${this.lost ? html`<p class="banner" role="status">${words.lost}</p>` : nothing}
      ${this._head(info)}
      ${info.trouble ? html`<p class="banner bad" role="alert">${info.game ? words.trouble : words.unreadable} <span class="quiet">${sentence(info.trouble)}</span></p>` : nothing}
      ${!this.now && !info.finished && info.game ? html`<section class="card"><p>${words.resume}</p>${commandLine(`hexapoda train ${shellWord(`${info.id}.toml`)}`)}</section>` : nothing}
      ${this._strength(info)}
      ${this._figures(info)}
      ${info.settings ? settingsList(info, info.settings) : nothing}
      <p class="hidden" role="status">${this.news}</p>
    </article>`;
  }

  /** @param {RunInfo} info */
  _head(info) {
    const { now } = this, kind = this.games.find((game) => game.name === info.game);
    const state = now ? "running" : info.finished ? "finished" : "stopped";
    const left = now ? this._left(info) : null;
    const about = [info.game && `${kind?.title ?? info.game} ${info.variant}`, words.changed(words.date(info.date))];
    return html`<header class="match-head">
      <h2 id="run-title">${info.id}</h2>
      <p class="state">${info.game ? html`<span class="badge ${state}">${words[state]}</span>` : nothing}
        <span>${info.game && !info.finished ? words.progress(info.done, info.total) : words.iterations(info.done)}</span>${left === null ? nothing : html`<span class="quiet">${words.left(words.duration(left))}</span>`}</p>
      <p class="quiet">${about.filter(Boolean).join(" · ")}</p>
      ${info.game && !info.finished ? html`<progress max=${info.total} value=${info.done} aria-label=${words.progress(info.done, info.total)}></progress>` : nothing}
      ${now ? html`<p class="work">${words.works[now.work](now.iteration, now.done, now.all)}</p>` : nothing}
    </header>`;
  }

  /** How many seconds the iterations that are left may take; null if nobody knows. @param {RunInfo} info */
  _left(info) {
    const seconds = info.iterations.slice(-RECENT).map((one) => (one.self_play_seconds ?? 0) + (one.learning_seconds ?? 0)).filter(Boolean), left = info.total - info.done;
    return seconds.length && left > 0 ? left * (seconds.reduce((sum, one) => sum + one, 0) / seconds.length) : null;
  }

  /** @param {RunInfo} info */
  _strength(info) {
    const { settings, curve } = info;
    if (!settings && !info.matches.length) return nothing;
    const every = settings?.gate.every ?? 0, rating = info.elo;
    const without = curve.length ? "" : info.matches.length ? words.oneMatch(info.matches[0].iteration) : every ? words.noMatchUntil(Math.min(every, info.total)) : words.noMatches;
    return html`<section class="card strength" aria-labelledby="strength-title"><h3 id="strength-title">${words.strength}</h3>
      ${without ? html`<p class="quiet">${without}</p>` : html`
        ${rating ? html`<p class="big">${words.elo} ${words.plusMinus(rating.elo, rating.error)}</p><p class="quiet">${words.strengthNow(rating.iteration)}</p>` : nothing}
        ${eloCurve(info)}
        <p class="legend" aria-hidden="true"><span><svg viewBox="0 0 12 12"><circle class="dot" cx="6" cy="6" r="4.5" /></svg>${words.published}</span><span><svg viewBox="0 0 12 12"><circle class="dot hollow" cx="6" cy="6" r="4.5" /></svg>${words.notPublished}</span></p>
        <p class="quiet">${words.strengthAbout}${curve.some((one) => one.drawn_game_added) ? ` ${words.drawnGameAdded}` : ""}</p>
        ${matchTable(info, this._rows("matches", info.matches.length))}
        ${this._more("matches", info.matches.length)}
        ${info.more_matches ? html`<p class="quiet">${words.moreMatches(info.more_matches)}</p>` : nothing}`}</section>`;
  }

  /** @param {RunInfo} info */
  _figures(info) {
    if (!info.iterations.length) return info.trouble ? nothing : html`<section class="card"><h3>${words.figures}</h3><p class="quiet">${words.noIteration}</p></section>`;
    return html`<section class="card" aria-labelledby="figures-title"><h3 id="figures-title">${words.figures}</h3>
      <div class="figures">${figureCharts(info.iterations)}</div>
      ${info.every > 1 ? html`<p class="quiet">${words.every(info.every)}</p>` : nothing}
      ${iterationTable(info, this._rows("iterations", info.iterations.length))}
      ${this._more("iterations", info.iterations.length)}</section>`;
  }

  /** How many rows a table shows. @param {string} table @param {number} count */
  _rows(table, count) {
    return this.open.includes(table) ? count : SHORT;
  }

  /** The button that opens a table. @param {string} table @param {number} count */
  _more(table, count) {
    return count > this._rows(table, count) ? html`<button type="button" class="show-more" @click=${() => { this.open = [...this.open, table]; }}>${words.showAll(count)}</button>` : nothing;
  }
}

customElements.define("run-page", RunPage);
