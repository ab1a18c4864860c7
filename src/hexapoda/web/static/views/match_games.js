/**
 * `<match-games>`: the finished games of a match, the latest first, each with a link if it can be shown.
 *
 * @typedef {import("../match_api.js").Row} Row
 * @typedef {import("../match_api.js").MatchInfo} MatchInfo
 *
 * The source of a match: a server, or a file that contains the whole match. `live`: whether the match may still change.
 * `address`: the address of a game, or "" if the game cannot be shown. `board`: creates a board by name.
 * @typedef {{live: boolean,
 *   read: (match: string, since: string) =>
 *     Promise<{version: string, match: MatchInfo | null, running: import("../match_api.js").Now | null}>,
 *   games: (match: string, offset: number, only: string) => Promise<{games: Row[], total: number}>,
 *   address: (match: string, number: number) => string,
 *   board: (name: string) => Promise<import("../boards/board.js").Board>,
 *   controls?: (match: string, info: MatchInfo | null, command: string) => unknown}} MatchSource
 */

import { html, nothing } from "../vendor/lit/lit.js";
import { PageElement } from "../page_element.js";
import { Latest } from "../latest.js";
import { sideName } from "../sides.js";
import { words } from "../words/matches.js";
import { sentence } from "./sentence.js";
import { messageOf } from "../request.js";

export class MatchGames extends PageElement {
  static properties = {
    match: { attribute: false },
    source: { attribute: false },
    sides: { attribute: false },
    played: { attribute: false },
    engines: { attribute: false },
    faultCount: { attribute: false },
    rows: { state: true },
    total: { state: true },
    only: { state: true },
    trouble: { state: true },
  };

  constructor() {
    super();
    /** The name of the match. */
    this.match = "";
    /** @type {MatchSource | null} */
    this.source = null;
    /** The names of the two sides, such as White and Black. @type {string[]} */
    this.sides = [];
    /** The number of finished games; when it changes, the list is read again. */
    this.played = 0;
    /** @type {string[]} */
    this.engines = [];
    this.faultCount = 0;
    /** @type {Row[]} */
    this.rows = [];
    this.total = 0;
    /** The filter of the list; empty for all games. */
    this.only = "";
    this.trouble = "";
    this._latest = new Latest();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("match") && changed.get("match") !== undefined) this.only = "";
    if (changed.has("match") || changed.has("only")) this.rows = [];
    if (changed.has("match") || changed.has("played") || changed.has("only")) this._load();
  }

  /** Read the latest games or, with `more`, the next games of the list. @param {boolean} [more] */
  async _load(more = false) {
    const isLatest = this._latest.begin();
    if (!this.source) return;
    try {
      const { games, total } = await this.source.games(this.match, more ? this.rows.length : 0, this.only);
      if (!isLatest()) return;
      const known = new Set(this.rows.map((row) => row.number)),
        fresh = games.filter((row) => !known.has(row.number));
      // Newly finished games come first. If every game just read is new, there may be a gap before the rows we
      // have, so the list starts over.
      if (more) this.rows = [...this.rows, ...fresh];
      else this.rows = fresh.length < games.length ? [...fresh, ...this.rows] : games;
      this.total = total;
      this.trouble = "";
    } catch (error) {
      if (isLatest()) this.trouble = messageOf(error);
    }
  }

  render() {
    const { rows } = this;
    return html`<section class="match-games" aria-labelledby="match-games-title">
      <div class="part-head"><h3 id="match-games-title">${words.finishedGames}</h3>
        ${
          this.played
            ? html`<select aria-label=${words.whichGames} .value=${this.only} @change=${(
                /** @type {Event} */ event,
              ) => {
                this.only = /** @type {HTMLSelectElement} */ (event.target).value;
              }}>
          ${Object.entries(this._choices()).map(([value, text]) => html`<option value=${value} ?selected=${value === this.only}>${text}</option>`)}</select>`
            : nothing
        }</div>
      ${this.trouble ? html`<p role="alert">${sentence(this.trouble)} <button type="button" @click=${() => this._load()}>${words.retry}</button></p>` : nothing}
      ${rows.length ? html`<ol class="game-rows">${rows.map((row) => this._row(row))}</ol>` : this.trouble ? nothing : html`<p class="quiet">${this.only ? words.noneOfThese : words.noneOver}</p>`}
      ${rows.length < this.total && rows.length ? html`<button type="button" class="show-more" @click=${() => this._load(true)}>${words.showMore}</button>` : nothing}
    </section>`;
  }

  /** Return the filters of the list, with their labels. @returns {Record<string, string>} */
  _choices() {
    const [first, second] = this.sides.map(sideName);
    return {
      "": words.allGames,
      first: words.sideWon(first ?? "1"),
      second: words.sideWon(second ?? "2"),
      drawn: words.onlyDrawn,
      unscored: words.onlyUnscored,
      ...(this.faultCount ? { fault: words.onlyFaults(this.faultCount) } : {}),
    };
  }

  /** @param {Row} row */
  _row(row) {
    const { number, winner, ending } = row,
      address = this.source?.address(this.match, number),
      fault = row.kinds.includes("fault");
    const result = row.kinds.includes("unscored") ? "–" : winner === null ? "½–½" : winner ? "0–1" : "1–0";
    const name = (/** @type {0 | 1} */ seat) =>
      html`<span class=${winner === seat ? "winner" : ""}>${this.engines[row.engines[seat]]}</span>`;
    const parts = html`<span class="which">${number}</span><span class="who">${name(0)}<span class="quiet"> – </span>${name(1)}</span>
      <span class="outcome">${result}</span><span class="ending">${words.endings[ending] || ending}</span><span class="length">${words.plies(row.plies)}</span>`;
    const label = `${words.analyzeGame(number)}: ${row.engines.map((engine) => this.engines[engine]).join(" – ")}, ${result}`;
    return html`<li class=${fault ? "fault" : ""}>${address ? html`<a class="row" href=${address} aria-label=${label}>${parts}</a>` : html`<div class="row">${parts}</div>`}
      ${fault || (row.detail && row.kinds.includes("unscored")) ? html`<p class="detail">${row.detail}</p>` : nothing}</li>`;
  }
}

customElements.define("match-games", MatchGames);
