/**
 * `WatchedPage`: the base class of `<match-page>` and `<run-page>`, which follow a match or a run while the page is
 * visible.
 *
 * @typedef {{loading: string, gone: string, failed: string, retry: string, lost: string, trouble: string,
 *   unreadable: string}} Texts
 */

import { html, nothing } from "../vendor/lit/lit.js";
import { PageElement } from "../page_element.js";
import { ApiError } from "../request.js";
import { Poll } from "../poll.js";
import { sentence } from "./sentence.js";

export const RUNNING = 1000; // milliseconds between two requests while the match or run is running
export const IDLE = 15_000; // milliseconds between two requests while it is not running
const LOST = 3000; // milliseconds between a failed request and the next one

/**
 * @template {{game?: string | null, trouble: string}} Info
 * @template Now
 */
export class WatchedPage extends PageElement {
  /** @type {Record<string, object>} */
  static properties = {
    games: { attribute: false },
    info: { state: true },
    now: { state: true },
    trouble: { state: true },
    lost: { state: true },
    news: { state: true },
  };

  /** @param {"match" | "run"} noun the property that holds the id of the match or run @param {Texts} words */
  constructor(noun, words) {
    super();
    this._noun = noun;
    this._texts = words;
    /** The catalog of games. @type {Api.GameJson[]} */
    this.games = [];
    /** @type {Info | null} */
    this.info = null;
    /** What the match or run is doing now; null if it is not running. @type {Now | null} */
    this.now = null;
    /** Why there is nothing to show. */
    this.trouble = "";
    /** Whether the connection to the server is lost. */
    this.lost = false;
    /** An announcement for screen readers. */
    this.news = "";
    this._version = "";
    this._poll = new Poll(this, () => this._look());
  }

  /** The id of the match or run. @returns {string} */
  get name() {
    return "";
  }

  /** Read the match or run; `info` is null if it has not changed since version `since`. @param {string} name
   * @param {string} since
   * @returns {Promise<{version: string, info: Info | null, now: Now | null}>} */
  async ask(name, since) {
    throw new Error(`a page asks for ${name} since ${since}`);
  }

  /** Called when another match or run is shown. */
  reset() {}

  /** Called after each answer; return the milliseconds until the next request. @param {boolean} ended whether the
   * match or run has stopped running since the previous answer
   * @returns {number} */
  answered(ended) {
    return ended ? IDLE : RUNNING;
  }

  /** The title and the state. @param {Info} info @returns {unknown} */
  head(info) {
    return info.game;
  }

  /** The content below the head. @param {Info} info @returns {unknown} */
  parts(info) {
    return info.game;
  }

  /** Additional content if the match or run cannot be shown. @returns {unknown} */
  without() {
    return nothing;
  }

  windowEvents() {
    const look = () => this._poll.now();
    return { command: look, commanded: look };
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (!changed.has(this._noun)) return;
    Object.assign(this, { info: null, now: null, trouble: "", news: "", _version: "" });
    this.reset();
    this._poll.now();
  }

  /** Read the match or run; return the milliseconds until the next request. */
  async _look() {
    const { name } = this;
    try {
      const found = await this.ask(name, this._version);
      if (name !== this.name) return 0;
      const ran = this.now !== null;
      this.lost = false;
      this.trouble = "";
      this._version = found.version;
      if (found.info) this.info = found.info;
      this.now = found.now;
      return this.answered(ran && !this.now);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (name !== this.name) return 0;
      // The page keeps its content until the server answers again.
      this.lost = error.status === 0 && this.info !== null;
      const { gone, failed } = this._texts;
      if (!this.lost) this.trouble = error.status === 404 ? gone : `${failed} ${sentence(error.message)}`;
      return error.status === 404 ? IDLE : LOST;
    }
  }

  render() {
    const { info, _texts: words } = this;
    if (this.trouble || !info) {
      return html`<div class="match-note"><p role=${this.trouble ? "alert" : nothing}>${this.trouble || words.loading}</p>
        ${this.trouble && this.trouble !== words.gone ? html`<button type="button" @click=${() => this._poll.now()}>${words.retry}</button>` : nothing}
        ${this.trouble ? this.without() : nothing}</div>`;
    }
    return html`<article class="match" aria-labelledby="${this._noun}-title">
      ${this.lost ? html`<p class="banner" role="status">${words.lost}</p>` : nothing}
      ${this.head(info)}
      ${info.trouble ? html`<p class="banner bad" role="alert">${info.game ? words.trouble : words.unreadable} <span class="quiet">${sentence(info.trouble)}</span></p>` : nothing}
      ${this.parts(info)}
      <p class="hidden" role="status">${this.news}</p>
    </article>`;
  }
}
