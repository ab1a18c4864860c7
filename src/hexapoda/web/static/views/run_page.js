/**
 * `<run-page>`: one training run, with the strength of its networks, its iterations and its current work. It is kept up
 * to date while the page is visible.
 */

import { html, nothing } from "../vendor/lit/lit.js";
import { mayStart } from "../command_api.js";
import { readRun } from "../run_api.js";
import { words } from "../words/runs.js";
import "./command_controls.js";
import { commandLine, shellWord } from "./command_line.js";
import { eloCurve, figureCharts, hasStart } from "./run_charts.js";
import { iterationTable, matchTable, settingsList } from "./run_tables.js";
import { IDLE, RUNNING, WatchedPage } from "./watched_page.js";

const RECENT = 5; // the number of iterations from which the remaining time is estimated
const SHORT = 8; // the number of rows that a table shows until the visitor expands it

/** @extends {WatchedPage<Api.WholeRunJson, Api.RunStateJson>} */
export class RunPage extends WatchedPage {
  static properties = { run: { attribute: false }, open: { state: true } };

  constructor() {
    super("run", words);
    /** The name of the run. */
    this.run = "";
    /** The tables that the visitor has expanded. @type {string[]} */
    this.open = [];
  }

  get name() {
    return this.run;
  }

  /** @param {string} name @param {string} since */
  async ask(name, since) {
    const { version, run, now } = await readRun(name, since);
    return { version, info: run, now };
  }

  reset() {
    this.open = [];
  }

  /** @param {boolean} ended */
  answered(ended) {
    if (ended) this.news = words.ended;
    return this.now ? RUNNING : IDLE;
  }

  /** @param {Api.WholeRunJson} info */
  parts(info) {
    return html`
      ${this._resuming(info)}
      ${this._strength(info)}
      ${this._warmStart(info)}
      ${this._figures(info)}
      ${info.settings ? settingsList(info, info.settings) : nothing}`;
  }

  /** The controls that stop or resume the run, or the command that resumes it. @param {Api.WholeRunJson} info */
  _resuming(info) {
    const command = `hexapoda train ${shellWord(`${info.id}.toml`)}`;
    if (mayStart()) return this._controls(this.now !== null, info.finished ?? false, command);
    if (this.now || info.finished || !info.game) return nothing;
    return html`<section class="card"><p>${words.resume}</p>${commandLine(command)}</section>`;
  }

  /** @param {boolean} live @param {boolean} over @param {string} command */
  _controls(live, over, command) {
    return html`<command-controls kind="run" .name=${this.run} .live=${live} .over=${over} .command=${command}></command-controls>`;
  }

  /** The content for a run that does not exist: the error that kept it from starting, if any. */
  without() {
    return mayStart() ? this._controls(false, true, "") : nothing;
  }

  /** @param {Api.WholeRunJson} info */
  head(info) {
    const { now } = this,
      kind = this.games.find((game) => game.name === info.game);
    const state = now ? "running" : info.finished ? "finished" : "stopped";
    const left = now ? this._left(info) : null;
    const about = [
      info.game && `${kind?.title ?? info.game} ${info.variant}`,
      words.changed(words.date(info.date)),
    ];
    return html`<header class="match-head">
      <h2 id="run-title">${info.id}</h2>
      <p class="state">${info.game ? html`<span class="badge ${state}">${words[state]}</span>` : nothing}
        <span>${info.game && !info.finished ? words.progress(info.done, info.total ?? 0) : words.iterations(info.done)}</span>${left === null ? nothing : html`<span class="quiet">${words.left(words.duration(left))}</span>`}</p>
      <p class="quiet">${about.filter(Boolean).join(" · ")}</p>
      ${info.game && !info.finished ? html`<progress max=${info.total} value=${info.done} aria-label=${words.progress(info.done, info.total ?? 0)}></progress>` : nothing}
      ${now ? html`<p class="work">${words.works[now.work](now.iteration, now.done, now.all)}</p>` : nothing}
    </header>`;
  }

  /**
   * Return the estimated time for the remaining iterations, in seconds; null if unknown.
   * @param {Api.WholeRunJson} info
   */
  _left(info) {
    const whole = info.settings?.["self_play.ahead"]
        ? Math.max
        : (/** @type {number} */ a, /** @type {number} */ b) => a + b,
      seconds = info.iterations
        .slice(-RECENT)
        .map((one) => whole(one.self_play_seconds ?? 0, one.learning_seconds ?? 0))
        .filter(Boolean),
      left = (info.total ?? 0) - info.done;
    return seconds.length && left > 0
      ? left * (seconds.reduce((sum, one) => sum + one, 0) / seconds.length)
      : null;
  }

  /** @param {Api.WholeRunJson} info */
  _strength(info) {
    const { settings, curve } = info;
    if (!settings && !info.matches.length) return nothing;
    const every = Number(settings?.["gate.every"] ?? 0),
      rating = info.elo;
    const without = curve.length
      ? ""
      : info.matches.length
        ? words.oneMatch(info.matches[0].iteration, hasStart(info))
        : every
          ? words.noMatchUntil(settings?.["warm.games"] ? 0 : Math.min(every, info.total ?? 0))
          : words.noMatches;
    return html`<section class="card strength" aria-labelledby="strength-title"><h3 id="strength-title">${words.strength}</h3>
      ${
        without
          ? html`<p class="quiet">${without}</p>`
          : html`
        ${rating ? html`<p class="big">${words.elo} ${words.plusMinus(rating.elo, rating.error)}</p><p class="quiet">${words.strengthNow(rating.iteration, hasStart(info))}</p>` : nothing}
        ${eloCurve(info)}
        <p class="legend" aria-hidden="true"><span><svg viewBox="0 0 12 12"><circle class="dot" cx="6" cy="6" r="4.5" /></svg>${words.published}</span><span><svg viewBox="0 0 12 12"><circle class="dot hollow" cx="6" cy="6" r="4.5" /></svg>${words.notPublished}</span></p>
        <p class="quiet">${words.strengthAbout}${curve.some((one) => one.drawn_game_added) ? ` ${words.drawnGameAdded}` : ""}</p>
        ${matchTable(info, this._rows("matches", info.matches.length))}
        ${this._more("matches", info.matches.length)}
        ${info.more_matches ? html`<p class="quiet">${words.moreMatches(info.more_matches)}</p>` : nothing}`
      }</section>`;
  }

  /** @param {Api.WholeRunJson} info */
  _warmStart({ warm_start: warm }) {
    if (!warm) return nothing;
    return html`<section class="card" aria-labelledby="warm-start-title"><h3 id="warm-start-title">${words.warmStart}</h3>
      <p>${words.warmStartAbout(warm.positions, warm.games)}</p>
      <p>${words.warmStartMeasured(words.percent(warm.predicted, 1), warm.policy_loss, warm.value_loss)}</p>
      ${warm.left_out ? html`<p class="quiet">${words.leftOut(warm.left_out)}</p>` : nothing}</section>`;
  }

  /** @param {Api.WholeRunJson} info */
  _figures(info) {
    if (!info.iterations.length)
      return info.trouble
        ? nothing
        : html`<section class="card"><h3>${words.figures}</h3><p class="quiet">${words.noIteration}</p></section>`;
    return html`<section class="card" aria-labelledby="figures-title"><h3 id="figures-title">${words.figures}</h3>
      <div class="figures">${figureCharts(info.iterations)}</div>
      ${info.every > 1 ? html`<p class="quiet">${words.every(info.every)}</p>` : nothing}
      ${iterationTable(info, this._rows("iterations", info.iterations.length))}
      ${this._more("iterations", info.iterations.length)}</section>`;
  }

  /** Return the number of rows that a table shows. @param {string} table @param {number} count */
  _rows(table, count) {
    return this.open.includes(table) ? count : SHORT;
  }

  /** The button that expands a table. @param {string} table @param {number} count */
  _more(table, count) {
    return count > this._rows(table, count)
      ? html`<button type="button" class="show-more" @click=${() => {
          this.open = [...this.open, table];
        }}>${words.showAll(count)}</button>`
      : nothing;
  }
}

customElements.define("run-page", RunPage);
