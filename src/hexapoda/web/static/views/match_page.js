/**
 * `<match-page>`: a match or tournament, its result so far and the games in progress. It follows a match on a server
 * while the page is visible. The page that imports it sets `source` and, for live matches, defines
 * `<running-game>`.
 *
 * @typedef {import("../match_api.js").MatchInfo} MatchInfo
 * @typedef {import("../match_api.js").Now} Now
 * @typedef {import("./match_games.js").MatchSource} MatchSource
 */

import { html, keyed, nothing } from "../vendor/lit/lit.js";
import { words } from "../words/matches.js";
import { commandLine } from "./command_line.js";
import { duel } from "./match_charts.js";
import { figures } from "./match_figures.js";
import "./match_games.js";
import { commonLimits, crossTable, details, openingsText, standings } from "./match_tables.js";
import { IDLE, RUNNING, WatchedPage } from "./watched_page.js";

const SOON = 200; // milliseconds between two requests while the server is still reading the games

/**
 * The number of a game, with a link if the game can be shown.
 * @param {MatchSource | null} source @param {string} match @param {number} number
 */
function gameLink(source, match, number) {
  const address = source?.address(match, number);
  return address ? html`<a href=${address}>${words.number(number)}</a>` : words.number(number);
}

/** @extends {WatchedPage<MatchInfo, Now>} */
export class MatchPage extends WatchedPage {
  static properties = { match: { attribute: false }, source: { attribute: false } };

  constructor() {
    super("match", words);
    /** The name of the match. */
    this.match = "";
    /** @type {MatchSource | null} */
    this.source = null;
    /** The numbers of the running games in the order of their boards; each game keeps its place. @type {number[]} */
    this._places = [];
  }

  get name() {
    return this.match;
  }

  /** @param {string} name @param {string} since */
  async ask(name, since) {
    const { version, match, running } = await /** @type {MatchSource} */ (this.source).read(name, since);
    return { version, info: match, now: running };
  }

  reset() {
    this._places = [];
  }

  /** @param {boolean} ended */
  answered(ended) {
    const { info } = this;
    if (ended && info?.finished) this.news = words.ended(info.conclusion?.headline.join(" ") ?? "");
    this._place();
    if (!this.source?.live) return Infinity;
    if (info && info.share < 1) return SOON;
    return this.now ? RUNNING : info?.finished ? Infinity : IDLE;
  }

  /** Give each new game the place of a finished game, or a new place. */
  _place() {
    const playing = (this.now?.games ?? []).map((game) => game.number),
      fresh = playing.filter((number) => !this._places.includes(number));
    this._places = this._places
      .map((number) => (playing.includes(number) ? number : (fresh.shift() ?? -1)))
      .filter((number) => number >= 0)
      .concat(fresh);
  }

  /** @param {MatchInfo} info */
  head(info) {
    if (!info.game) return html`<header class="match-head"><h2 id="match-title">${info.id}</h2></header>`;
    const kind = this.games.find((game) => game.name === info.game),
      two = info.format === "match";
    const state = info.running ? "running" : info.finished ? "finished" : "stopped";
    const about = [
      `${kind?.title ?? info.game} ${info.variant}`,
      commonLimits(info),
      openingsText(info) && `${words.openings}: ${openingsText(info)}`,
    ];
    const open = info.format === "list", // a list has no last game
      atMost = (info.sprt || info.rated) && !info.finished,
      left = this.now?.seconds_left ?? null;
    return html`<header class="match-head">
      <h2 id="match-title">${two ? html`${info.engines[0]} <span class="versus">${words.versus}</span> ${info.engines[1]}` : info.rated ? words.ratingOf(info.engines[0]) : words.tournament(words.kind[info.format], info.engines.length)}</h2>
      <p class="state">${open && !info.running ? nothing : html`<span class="badge ${state}">${words[state]}</span>`}
        <span>${info.finished || open ? words.games(info.played) : words.progress(info.played, info.total, atMost)}</span>${left !== null && info.played < info.total && !open ? html`<span class="quiet">${words.timeLeft(words.duration(left), atMost)}</span>` : nothing}</p>
      <p class="quiet">${about.filter(Boolean).join(" · ")}${info.run ? html` · <a href="#runs=${encodeURIComponent(info.run)}">${words.partOf(info.run)}</a>` : nothing}</p>
      ${info.finished || open ? nothing : html`<progress max=${info.total} value=${info.played} aria-label=${words.progress(info.played, info.total, atMost)}></progress>`}
    </header>`;
  }

  /** @param {MatchInfo} info */
  parts(info) {
    if (!info.game) return nothing; // without the settings, the games cannot be read
    const reading =
      info.share < 1 ? html`<p class="banner" role="status">${words.reading(info.share)}</p>` : nothing;
    const kind = this.games.find((game) => game.name === info.game);
    return html`${reading}${this._resuming(info)}
      <section class="result card">${this._conclusion(info)}
        ${info.format === "match" ? duel(info) : html`${standings(info)}${info.rated ? nothing : crossTable(info)}`}</section>
      ${this.now ? this._now(this.now, info, kind) : nothing}
      ${info.faults.length ? this._faults(info) : nothing}
      ${figures(info, kind, this.source)}
      <match-games .match=${info.id} .source=${this.source} .played=${info.played} .engines=${info.engines} .sides=${kind?.players ?? []} .faultCount=${info.fault_count}></match-games>
      ${details(info)}`;
  }

  /** The controls that stop or resume the match, or the command that resumes it. @param {MatchInfo} info */
  _resuming(info) {
    const command = `hexapoda ${info.rated ? "rate" : "match"} --resume ${info.id}`,
      whole = info.share === 1 && !info.run;
    const controls = whole && this.source?.controls?.(info.id, info, command);
    if (controls) return controls;
    if (!this.source?.live || info.running || info.finished || !whole || info.trouble) return nothing;
    return html`<section class="card"><p>${words.resume}</p>${commandLine(command)}</section>`;
  }

  /** The content for a match that does not exist: the controls, which say why it did not start. */
  without() {
    return this.source?.controls?.(this.match, null, "") ?? nothing;
  }

  /** The conclusion of the match, with any doubts first. @param {MatchInfo} info */
  _conclusion({ conclusion }) {
    if (!conclusion) return nothing;
    const { headline, doubts, notes } = conclusion;
    return html`<div class="conclusion">${headline.map((text, k) => html`<p class=${k < doubts ? "verdict-line doubt" : doubts ? "claim" : "verdict-line"}>${text}</p>`)}
      ${notes.map((text) => html`<p class="quiet">${text}</p>`)}</div>`;
  }

  /** @param {Now} now @param {MatchInfo} info @param {Api.GameJson | undefined} kind */
  _now(now, info, kind) {
    const games = new Map(now.games.map((game) => [game.number, game]));
    return html`<section class="now" aria-labelledby="now-title"><h3 id="now-title">${words.beingPlayed}</h3>
      ${
        now.games.length
          ? html`<div class="boards">${this._places.map((number) => keyed(number, html`<running-game .game=${games.get(number)} .info=${kind} .engines=${info.engines} .link=${this.source?.address(info.id, number) ?? ""}></running-game>`))}</div>`
          : html`<p class="quiet">${words.noMoves}</p>`
      }
      ${now.more > 0 ? html`<p class="quiet">${words.moreBeingPlayed(now.more)}</p>` : nothing}</section>`;
  }

  /** @param {MatchInfo} info */
  _faults(info) {
    return html`<section class="faults-part card" aria-labelledby="faults-title"><h3 id="faults-title">${words.faultsTitle}</h3><p class="quiet">${words.faultsAbout}${info.fault_count > info.faults.length ? ` ${words.faultsMore(info.fault_count)}` : ""}</p>
      <ul>${info.faults.map((fault) => html`<li>${gameLink(this.source, info.id, fault.game)}: <b>${words.endings[fault.ending] || fault.ending}</b> <span class="detail">${fault.detail}</span></li>`)}</ul></section>`;
  }
}

customElements.define("match-page", MatchPage);
