/**
 * `<matches-view>`: the matches and tournaments of this machine, and the one that the address names. A wide window has
 * both side by side and shows the latest match if the address names none.
 *
 * @typedef {import("../match_api.js").Brief} Brief
 */

import { LitElement, html, nothing } from "../vendor/lit/lit.js";
import { ApiError } from "../request.js";
import { Poll, listMatches } from "../match_api.js";
import { words } from "../words/matches.js";
import { commandLine } from "./command_line.js";
import "./match_page.js";
import { resultsText, scoreBar } from "./match_charts.js";
import { sentence } from "./sentence.js";

const WIDE = "(min-width: 1000px)";
const GIVEN = /^\d{8}-\d{6}-[0-9a-f]{4}$/; // the name of a match that got none from its user: its time says as much
const SOON = 300, RUNNING = 3000, IDLE = 15_000; // milliseconds between two looks

export class MatchesView extends LitElement {
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
    this._command = "";
    /** What the server said is wrong with the folder of the matches. */
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

  /** Ask which matches there are. Returns the milliseconds until the next time. */
  async _look() {
    try {
      const { version, matches, total, trouble, command } = await listMatches(this._version);
      this._version = version;
      if (matches) {
        this.found = matches;
        this.total = total;
        this._command = command;
        this._said = trouble;
      }
      this.trouble = this._said;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!this.found || error.status) this.trouble = error.message; // else the match says that the server does not answer
      return RUNNING;
    }
    if (this.found?.some((match) => match.share < 1)) return SOON;
    return this.found?.some((match) => match.running) ? RUNNING : IDLE;
  }

  /** The match that is shown. */
  get shown() {
    return this.address.get("matches") || (this.wide && this.found?.[0]?.id) || "";
  }

  /** A phone shows the list or a match: the focus goes along. @param {Map<string, any>} changed */
  updated(changed) {
    const before = changed.get("address")?.get("matches");
    if (this.wide || before === undefined || before === null || before === this.shown) return;
    const link = this.shown ? this.querySelector(".back-link") : this.querySelector(`a[href="#matches=${encodeURIComponent(before)}"]`);
    /** @type {HTMLElement | null} */ (link)?.focus();
  }

  render() {
    const { found, shown } = this;
    if (this.trouble || !found) {
      return html`<main class="matches"><h1 class="hidden">${words.title}</h1><div class="match-note"><p role=${this.trouble ? "alert" : nothing}>${this.trouble ? `${words.failed} ${sentence(this.trouble)}` : words.loading}</p>
        ${this.trouble ? html`<button type="button" class="primary" @click=${() => this._poll.now()}>${words.retry}</button>` : nothing}</div></main>`;
    }
    if (!found.length && !shown) {
      return html`<main class="matches"><h1 class="hidden">${words.title}</h1><div class="matches-empty">
        <svg class="empty-icon" viewBox="0 0 120 60" aria-hidden="true"><path d="M8 30h104M60 14v32" /><path class="thick" d="M42 30h48" /><circle cx="66" cy="30" r="8" /></svg>
        <h2>${words.empty}</h2><p class="quiet">${words.emptyHow}</p>${commandLine(this._command)}
        <a class="back-link" href="#play">${words.single}</a></div></main>`;
    }
    return html`<main class=${shown ? "matches one" : "matches"}>
      <h1 class="hidden">${words.title}</h1>
      ${shown && !this.wide ? html`<a class="back-link" href="#matches">‹ ${words.list}</a>` : nothing}
      ${found.length && (!shown || this.wide) ? this._list(found) : nothing}
      ${shown ? html`<match-page .match=${shown} .games=${this.games}></match-page>` : nothing}
    </main>`;
  }

  /** @param {Brief[]} found */
  _list(found) {
    return html`<nav class="match-list" aria-label=${words.title}><ul>${found.map((match) => this._item(match))}</ul>
      ${this.total > found.length ? html`<p class="quiet">${words.more(this.total - found.length)}</p>` : nothing}</nav>`;
  }

  /** @param {Brief} match */
  _item(match) {
    const kind = this.games.find((game) => game.name === match.game);
    const state = match.trouble ? "damaged" : match.running ? "running" : match.finished || match.share < 1 ? "" : "stopped";
    const counts = { wins: match.wins ?? 0, draws: match.draws ?? 0, losses: match.losses ?? 0 };
    return html`<li><a href="#matches=${encodeURIComponent(match.id)}" aria-current=${match.id === this.shown ? "true" : nothing}>
      <span class="title">${!match.game ? match.id : match.format === "match" ? html`<b>${match.engines[0]}</b> <span class="versus">${words.versus}</span> <b>${match.engines[1]}</b>` : html`<b>${match.rated ? words.ratingOf(match.engines[0]) : words.tournament(words.kind[match.format], match.engines.length)}</b>`}</span>
      ${match.game && match.format === "match" && match.played ? scoreBar(counts, resultsText(counts)) : nothing}
      ${match.leader && match.format !== "match" ? html`<span class="lead">${words.leads(match.leader)}</span>` : nothing}
      ${match.game ? html`<span class="about">${kind?.title ?? match.game} ${match.variant} · ${match.finished ? [words.games(match.played), match.verdict].filter(Boolean).join(" · ") : match.share < 1 ? words.games(match.total) : words.progress(match.played, match.total, match.sprt || match.rated)}</span>` : nothing}
      <span class="about">${GIVEN.test(match.id) ? nothing : html`${match.id} · `}${words.date(match.date)}</span>
      ${state ? html`<span class="badge ${state}">${/** @type {any} */ (words)[state]}</span>` : nothing}
    </a></li>`;
  }
}

customElements.define("matches-view", MatchesView);
