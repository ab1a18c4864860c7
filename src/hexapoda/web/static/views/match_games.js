/**
 * `<match-games>`: the finished games of a match, the latest first, each with a link to its analysis.
 *
 * @typedef {import("../match_api.js").Row} Row
 */

import { LitElement, html, nothing } from "../vendor/lit/lit.js";
import { listMatchGames } from "../match_api.js";
import { words } from "../words/matches.js";
import { sentence } from "./sentence.js";

/** The address of a game of a match in the analysis. @param {string} match @param {number} number */
export const gameAddress = (match, number) => `#analysis&${new URLSearchParams({ match, number: String(number) })}`;

export class MatchGames extends LitElement {
  static properties = { match: { attribute: false }, played: { attribute: false }, engines: { attribute: false }, faultCount: { attribute: false },
    rows: { state: true }, total: { state: true }, faults: { state: true }, trouble: { state: true } };

  constructor() {
    super();
    /** The name of the match. */
    this.match = "";
    /** How many games have ended: the list is read again when this changes. */
    this.played = 0;
    /** @type {string[]} */
    this.engines = [];
    this.faultCount = 0;
    /** @type {Row[]} */
    this.rows = [];
    this.total = 0;
    /** Whether only games with faults are listed. */
    this.faults = false;
    this.trouble = "";
    this._asked = 0;
  }

  createRenderRoot() {
    return this;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("match") && changed.get("match") !== undefined) this.faults = false;
    if (changed.has("match") || changed.has("faults")) this.rows = [];
    if (changed.has("match") || changed.has("played") || changed.has("faults")) this._load();
  }

  /** Read the latest games, or with `more` those that follow. @param {boolean} [more] */
  async _load(more = false) {
    const asked = this._asked += 1;
    try {
      const { games, total } = await listMatchGames(this.match, more ? this.rows.length : 0, this.faults);
      if (asked !== this._asked) return;
      const known = new Set(this.rows.map((row) => row.number)), fresh = games.filter((row) => !known.has(row.number));
      // Games that ended meanwhile come first. If there are more of them than were read, the others are read again too.
      if (more) this.rows = [...this.rows, ...fresh];
      else this.rows = fresh.length < games.length ? [...fresh, ...this.rows] : games;
      this.total = total;
      this.trouble = "";
    } catch (error) {
      if (asked === this._asked) this.trouble = error instanceof Error ? error.message : String(error);
    }
  }

  render() {
    const { rows } = this;
    return html`<section class="match-games" aria-labelledby="match-games-title">
      <div class="part-head"><h3 id="match-games-title">${words.over}</h3>
        ${this.faultCount ? html`<div class="segments">${[false, true].map((faults) => html`<label><input type="radio" name="match-games" .checked=${faults === this.faults} @change=${() => { this.faults = faults; }}>
          <span>${faults ? words.onlyFaults(this.faultCount) : words.all}</span></label>`)}</div>` : nothing}</div>
      ${this.trouble ? html`<p role="alert">${sentence(this.trouble)} <button type="button" @click=${() => this._load()}>${words.retry}</button></p>` : nothing}
      ${rows.length ? html`<ol class="game-rows">${rows.map((row) => this._row(row))}</ol>` : this.trouble ? nothing : html`<p class="quiet">${words.noneOver}</p>`}
      ${rows.length < this.total && rows.length ? html`<button type="button" class="show-more" @click=${() => this._load(true)}>${words.showMore}</button>` : nothing}
    </section>`;
  }

  /** @param {Row} row */
  _row(row) {
    const { number, winner, ending } = row, result = ending === "rules differ" ? "–" : winner === null ? "½–½" : winner ? "0–1" : "1–0";
    const name = (/** @type {0 | 1} */ seat) => html`<span class=${winner === seat ? "winner" : ""}>${this.engines[row.engines[seat]]}</span>`;
    return html`<li class=${row.fault ? "fault" : ""}><a href=${gameAddress(this.match, number)} aria-label="${words.open(number)}: ${row.engines.map((engine) => this.engines[engine]).join(" – ")}, ${result}">
      <span class="which">${number}</span><span class="who">${name(0)}<span class="quiet"> – </span>${name(1)}</span>
      <span class="outcome">${result}</span><span class="ending">${words.endings[ending] || ending}</span><span class="length">${words.plies(row.plies)}</span></a>
      ${row.fault ? html`<p class="detail">${row.detail}</p>` : nothing}</li>`;
  }
}

customElements.define("match-games", MatchGames);
