/**
 * `<runs-view>`: the training runs of this machine, and the one that the address names. A wide window has both side by
 * side and shows the latest run if the address names none.
 *
 * @typedef {import("../run_api.js").Brief} Brief
 */

import { LitElement, html, nothing } from "../vendor/lit/lit.js";
import { ApiError } from "../request.js";
import { Poll } from "../match_api.js";
import { listRuns } from "../run_api.js";
import { words } from "../words/runs.js";
import { commandLine } from "./command_line.js";
import "./run_page.js";
import { sentence } from "./sentence.js";

const WIDE = "(min-width: 1000px)";
const RUNNING = 3000, IDLE = 15_000; // milliseconds between two looks

export class RunsView extends LitElement {
  static properties = { games: { attribute: false }, address: { attribute: false }, found: { state: true }, total: { state: true }, trouble: { state: true }, wide: { state: true } };

  constructor() {
    super();
    /** The catalog. @type {import("../api.js").GameInfo[]} */
    this.games = [];
    this.address = new URLSearchParams();
    /** @type {Brief[] | null} */
    this.found = null;
    this.total = 0;
    this.trouble = "";
    this._config = { name: "", text: "" };
    this._command = "";
    /** What the server said is wrong with the folder of the runs. */
    this._said = "";
    this._version = "";
    this._media = matchMedia(WIDE);
    this.wide = this._media.matches;
    this._poll = new Poll(() => this._look());
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this._media.addEventListener("change", this._resized);
    this._poll.start();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this._media.removeEventListener("change", this._resized);
    this._poll.stop();
  }

  _resized = () => { this.wide = this._media.matches; };

  /** Ask which runs there are. Returns the milliseconds until the next time. */
  async _look() {
    try {
      const { version, runs, total, trouble, config, command } = await listRuns(this._version);
      this._version = version;
      if (runs) {
        this.found = runs;
        this.total = total;
        this._config = config;
        this._command = command;
        this._said = trouble;
      }
      this.trouble = this._said;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!this.found || error.status) this.trouble = error.message; // else the run says that the server does not answer
      return RUNNING;
    }
    return this.found?.length && !this.found.some((run) => run.running) ? IDLE : RUNNING;
  }

  /** The run that is shown. */
  get shown() {
    return this.address.get("runs") || (this.wide && this.found?.[0]?.id) || "";
  }

  /** A phone shows the list or a run: the focus goes along. @param {Map<string, any>} changed */
  updated(changed) {
    const before = changed.get("address")?.get("runs");
    if (this.wide || before === undefined || before === null || before === this.shown) return;
    const link = this.shown ? this.querySelector(".back-link") : this.querySelector(`a[href="#runs=${encodeURIComponent(before)}"]`);
    /** @type {HTMLElement | null} */ (link)?.focus();
  }

  render() {
    const { found, shown } = this;
    if (this.trouble || !found) {
      return html`<main class="matches"><h1 class="hidden">${words.title}</h1><div class="match-note"><p role=${this.trouble ? "alert" : nothing}>${this.trouble ? `${words.failed} ${sentence(this.trouble)}` : words.loading}</p>
        ${this.trouble ? html`<button type="button" class="primary" @click=${() => this._poll.now()}>${words.retry}</button>` : nothing}</div></main>`;
    }
    if (!found.length && !shown) return this._none();
    return html`<main class=${shown ? "matches one" : "matches"}>
      <h1 class="hidden">${words.title}</h1>
      ${shown && !this.wide ? html`<a class="back-link" href="#runs">‹ ${words.list}</a>` : nothing}
      ${found.length && (!shown || this.wide) ? this._list(found) : nothing}
      ${shown ? html`<run-page .run=${shown} .games=${this.games}></run-page>` : nothing}
    </main>`;
  }

  _none() {
    return html`<main class="matches"><h1 class="hidden">${words.title}</h1><div class="matches-empty">
      <svg class="empty-icon" viewBox="0 0 120 60" aria-hidden="true"><path d="M8 6v46h104" /><path class="thick" d="M16 46C40 44 46 18 62 18s24-6 44-8" /><circle cx="106" cy="10" r="6" /></svg>
      <h2>${words.empty}</h2><p class="quiet">${words.emptyAbout}</p>
      <div class="steps"><p>${words.emptySave(this._config.name)}</p><pre tabindex="0" role="region" aria-label=${this._config.name}>${this._config.text}</pre>
        <p>${words.emptyHow}</p>${commandLine(this._command)}<p>${words.emptyNeeds}</p>${commandLine("pip install 'hexapoda[train]'")}</div></div></main>`;
  }

  /** @param {Brief[]} found */
  _list(found) {
    return html`<nav class="match-list" aria-label=${words.title}><ul>${found.map((run) => this._item(run))}</ul>
      ${this.total > found.length ? html`<p class="quiet">${words.more(this.total - found.length)}</p>` : nothing}</nav>`;
  }

  /** @param {Brief} run */
  _item(run) {
    const kind = this.games.find((game) => game.name === run.game);
    const state = run.trouble ? "damaged" : run.running ? "running" : run.finished ? "" : "stopped";
    const about = [run.game && `${kind?.title ?? run.game} ${run.variant}`, run.game && !run.finished ? words.progress(run.done, run.total) : words.iterations(run.done)];
    return html`<li><a href="#runs=${encodeURIComponent(run.id)}" aria-current=${run.id === this.shown ? "true" : nothing}>
      <span class="title"><b>${run.id}</b></span>
      <span class="about">${about.filter(Boolean).join(" · ")}</span>
      ${run.elo ? html`<span class="lead">${words.elo} ${words.plusMinus(run.elo.elo, run.elo.error)}</span>` : nothing}
      <span class="about">${words.date(run.date)}</span>
      ${state ? html`<span class="badge ${state}">${/** @type {any} */ (words)[state]}</span>` : nothing}
    </a></li>`;
  }
}

customElements.define("runs-view", RunsView);
