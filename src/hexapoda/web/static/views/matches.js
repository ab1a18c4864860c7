/**
 * `<matches-view>`: the list of matches and tournaments on the server, and the match that the address names.
 *
 * @typedef {import("../match_api.js").Brief} Brief
 */

import { html, nothing } from "../vendor/lit/lit.js";
import { mayStart } from "../command_api.js";
import { listMatches } from "../match_api.js";
import { words as commands } from "../words/commands.js";
import { words } from "../words/matches.js";
import { commandLine } from "./command_line.js";
import { resultsText, scoreBar } from "./match_charts.js";
import { tellCommand } from "./command_controls.js";
import "./match_page.js";
import "./new_match.js";
import "./running_game.js";
import { serverMatches } from "./server_matches.js";
import { IDLE, RUNNING, WatchedList } from "./watched_list.js";

const GIVEN = /^\d{8}-\d{6}-[0-9a-f]{4}$/; // an automatic name, which is not shown because it only repeats the time
const SOON = 300; // milliseconds until the next request while the server is still reading the games

/** @extends {WatchedList<Brief>} */
export class MatchesView extends WatchedList {
  constructor() {
    super("matches", words);
    this._command = "";
  }

  /** @param {string} since */
  async ask(since) {
    const { matches, command, ...answer } = await listMatches(since);
    if (matches) this._command = command;
    return { ...answer, found: matches };
  }

  pause() {
    if (this.found?.some((match) => match.share < 1)) return SOON;
    return this.found?.some((match) => match.running) ? RUNNING : IDLE;
  }

  /** The button that starts a match, for visitors who may start one. */
  top() {
    if (!mayStart()) return nothing;
    return html`<button type="button" class="primary new-work" @click=${() => this.querySelector("new-match")?.open()}>${commands.newMatch}</button>
      <new-match .games=${this.games} @begin=${this._begun}></new-match>`;
  }

  /** @param {CustomEvent<string>} event */
  _begun(event) {
    location.hash = this._link(event.detail);
    tellCommand();
  }

  none() {
    return html`
      <svg class="empty-icon" viewBox="0 0 120 60" aria-hidden="true"><path d="M8 30h104M60 14v32" /><path class="thick" d="M42 30h48" /><circle cx="66" cy="30" r="8" /></svg>
      <h2>${words.empty}</h2>${this.top()}<p class="quiet">${mayStart() ? commands.orTerminal : words.emptyHow}</p>${commandLine(this._command)}
      <a class="back-link" href="#game">${words.single}</a>`;
  }

  /** @param {Brief} match */
  item(match) {
    const kind = this.games.find((game) => game.name === match.game);
    const state = match.trouble
      ? "damaged"
      : match.running
        ? "running"
        : match.finished || match.share < 1
          ? ""
          : "stopped";
    const counts = { wins: match.wins ?? 0, draws: match.draws ?? 0, losses: match.losses ?? 0 };
    return html`<span class="title">${!match.game ? match.id : match.format === "match" ? html`<b>${match.engines[0]}</b> <span class="versus">${words.versus}</span> <b>${match.engines[1]}</b>` : html`<b>${match.rated ? words.ratingOf(match.engines[0]) : words.tournament(words.kind[match.format], match.engines.length)}</b>`}</span>
      ${match.game && match.format === "match" && match.played ? scoreBar(counts, resultsText(counts)) : nothing}
      ${match.leader && match.format !== "match" ? html`<span class="lead">${words.leads(match.leader)}</span>` : nothing}
      ${match.game ? html`<span class="about">${kind?.title ?? match.game} ${match.variant} · ${match.finished ? [words.games(match.played), match.verdict].filter(Boolean).join(" · ") : match.share < 1 ? words.games(match.total) : words.progress(match.played, match.total, match.sprt || match.rated)}</span>` : nothing}
      <span class="about">${GIVEN.test(match.id) ? nothing : html`${match.id} · `}${words.date(match.date)}</span>
      ${state ? html`<span class="badge ${state}">${words[state]}</span>` : nothing}`;
  }

  /** @param {string} id */
  one(id) {
    return html`<match-page .match=${id} .source=${serverMatches} .games=${this.games}></match-page>`;
  }
}

customElements.define("matches-view", MatchesView);
