/**
 * `<own-analyses>`: the list of the visitor's analyses, the most recently begun first, each with a link and a delete
 * button.
 *
 * @fires removed an analysis was deleted; `detail` is the function that restores it
 */

import { html, nothing } from "../vendor/lit/lit.js";
import { PageElement } from "../page_element.js";
import { deleteAnalysis, listAnalyses, restoreAnalysis } from "../analysis_api.js";
import { forgetAnalysis, sendOldCopies } from "../analysis/keeping.js";
import { Latest } from "../latest.js";
import { messageOf } from "../request.js";
import { words } from "../words/library.js";
import { pairing, shownResult } from "./pairing.js";
import { sentence } from "./sentence.js";

export class OwnAnalyses extends PageElement {
  static properties = {
    games: { attribute: false },
    version: { attribute: false },
    found: { state: true },
    total: { state: true },
    trouble: { state: true },
    busy: { state: true },
  };

  constructor() {
    super();
    /** The catalog. @type {Api.GameJson[]} */
    this.games = [];
    /** A number that changes when the list may have changed; the list is then read again. */
    this.version = 0;
    /** The listed analyses; null before the first response. @type {Api.AnalysisRowJson[] | null} */
    this.found = null;
    /** The ids of the damaged analyses in the pages read so far. @type {number[]} */
    this.damaged = [];
    /** How many analyses the server has, including damaged ones. */
    this.total = 0;
    this.trouble = "";
    this.busy = false;
    this._latest = new Latest();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("version")) this._load();
  }

  /** Read the first page of the list or, with `more`, the next one. @param {boolean} [more] */
  async _load(more = false) {
    const isLatest = this._latest.begin(),
      before = more ? (this.found ?? []) : [],
      unread = more ? this.damaged : [];
    try {
      await sendOldCopies();
      const { analyses, damaged, total } = await listAnalyses(before.length + unread.length);
      if (!isLatest()) return;
      this.found = [...before, ...analyses];
      this.damaged = [...unread, ...damaged];
      this.total = total;
      this.trouble = "";
    } catch (error) {
      if (isLatest()) this.trouble = messageOf(error);
    }
  }

  /** @param {number} id */
  async _remove(id) {
    this.busy = true;
    try {
      await deleteAnalysis(id);
      await forgetAnalysis(id);
      this.emit("removed", () => restoreAnalysis(id));
      await this._load();
    } catch (error) {
      this.trouble = messageOf(error);
    }
    this.busy = false;
  }

  render() {
    const { found, damaged, total } = this;
    return html`<div class="trash-head"><div><h2>${words.analysesTab}</h2><p class="quiet">${words.analysesAbout}</p></div>
        <a class="button primary" href="#analysis">${words.toAnalysis}</a></div>
      ${this.trouble ? html`<p class="library-note" role="alert">${sentence(this.trouble)}</p>` : nothing}
      ${!found && !this.trouble ? html`<p class="library-note quiet">${words.loading}</p>` : nothing}
      ${found && !found.length && !damaged.length ? html`<p class="library-note quiet">${words.noAnalyses}</p>` : nothing}
      ${found?.length ? html`<ul class="trash analyses">${found.map((one) => this._row(one))}</ul>` : nothing}
      ${damaged.length ? html`<p class="library-note" role="alert">${words.damaged(damaged)}</p>` : nothing}
      ${found && found.length + damaged.length < total ? html`<button type="button" class="show-more" @click=${() => this._load(true)}>${words.showMore}</button>` : nothing}`;
  }

  /** @param {Api.AnalysisRowJson} analysis */
  _row(analysis) {
    const info = this.games.find((game) => game.name === analysis.game),
      hasPlayers = analysis.players.some(Boolean),
      title = analysis.name || words.analysisNumber(analysis.id);
    const facts = [
      `${info?.title ?? analysis.game} ${analysis.variant}`,
      analysis.result === "*" ? "" : shownResult(analysis.result),
      words.plies(analysis.plies),
      analysis.date.slice(0, 10),
      analysis.event,
    ].filter(Boolean);
    return html`<li data-id=${analysis.id}>
      <div class="trash-game"><p class="who"><a href="#analysis&kept=${analysis.id}">${title}</a></p><p class="quiet">${hasPlayers ? html`${pairing(analysis, this.games)} · ` : nothing}${facts.join(" · ")}</p></div>
      <span></span><button type="button" ?disabled=${this.busy} aria-label=${words.deleteAnalysis(title)} @click=${() => this._remove(analysis.id)}>${words.delete}</button>
    </li>`;
  }
}

customElements.define("own-analyses", OwnAnalyses);
