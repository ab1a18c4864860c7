/**
 * `WatchedList`: the base class of `<matches-view>` and `<runs-view>`. They show a list, kept up to date, and the item
 * that the address names. A wide window shows both side by side, with the first item if the address names none.
 *
 * @typedef {{title: string, loading: string, failed: string, retry: string, list: string,
 *   more: (count: number) => string}} Texts
 */

import { html, nothing } from "../vendor/lit/lit.js";
import { PageElement } from "../page_element.js";
import { ApiError } from "../request.js";
import { Poll } from "../poll.js";
import { sentence } from "./sentence.js";

const WIDE = "(min-width: 1000px)";
export const RUNNING = 3000; // milliseconds between two requests while something is running
export const IDLE = 15_000; // milliseconds between two requests while nothing is running

/** @template {{id: string}} Item */
export class WatchedList extends PageElement {
  static properties = {
    games: { attribute: false },
    address: { attribute: false },
    found: { state: true },
    total: { state: true },
    trouble: { state: true },
    wide: { state: true },
  };

  /** @param {"matches" | "runs"} noun the parameter of the address that names an item @param {Texts} words */
  constructor(noun, words) {
    super();
    this._noun = noun;
    this._texts = words;
    /** The catalog of games. @type {Api.GameJson[]} */
    this.games = [];
    this.address = new URLSearchParams();
    /** @type {Item[] | null} */
    this.found = null;
    this.total = 0;
    this.trouble = "";
    /** The server's message about a problem with the folder; empty if there is none. */
    this._folderTrouble = "";
    this._version = "";
    this._media = matchMedia(WIDE);
    this.wide = this._media.matches;
    this._poll = new Poll(this, () => this._look());
  }

  /** Read the list; the answer has no `found` if nothing changed since version `since`. @param {string} since
   * @returns {Promise<{version: string, found?: Item[], total?: number, trouble?: string}>} */
  async ask(since) {
    throw new Error(`a list asks for what has changed since ${since}`);
  }

  /** Return the milliseconds until the next request. @returns {number} */
  pause() {
    return IDLE;
  }

  /** The content for an empty list. @returns {unknown} */
  none() {
    return nothing;
  }

  /** The content of an item in the list. @param {Item} one @returns {unknown} */
  item(one) {
    return one.id;
  }

  /** The full content of an item, shown beside the list. @param {string} id @returns {unknown} */
  one(id) {
    return id;
  }

  /** The content above the list. @returns {unknown} */
  top() {
    return nothing;
  }

  windowEvents() {
    const look = () => this._poll.now();
    return { command: look, commanded: look };
  }

  connectedCallback() {
    super.connectedCallback();
    this._media.addEventListener("change", this._resized);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this._media.removeEventListener("change", this._resized);
  }

  _resized = () => {
    this.wide = this._media.matches;
  };

  /** Read the list; return the milliseconds until the next request. */
  async _look() {
    try {
      const { version, found, total = 0, trouble = "" } = await this.ask(this._version);
      this._version = version;
      if (found) {
        this.found = found;
        this.total = total;
        this._folderTrouble = trouble;
      }
      this.trouble = this._folderTrouble;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!this.found || error.status) this.trouble = error.message; // otherwise the item reports it
      return RUNNING;
    }
    return this.pause();
  }

  /** The id of the item that is shown; empty if there is none. */
  get shown() {
    return this.address.get(this._noun) || (this.wide && this.found?.[0]?.id) || "";
  }

  /** @param {string} id */
  _link(id) {
    return `#${this._noun}=${encodeURIComponent(id)}`;
  }

  /**
   * Move the focus when a narrow window switches between the list and an item.
   * @param {Map<string, unknown>} changed
   */
  updated(changed) {
    const address = /** @type {URLSearchParams | undefined} */ (changed.get("address")),
      before = address?.get(this._noun);
    if (this.wide || before === undefined || before === null || before === this.shown) return;
    const link = this.shown
      ? this.querySelector(".back-link")
      : this.querySelector(`a[href="${this._link(before)}"]`);
    /** @type {HTMLElement | null} */ (link)?.focus();
  }

  render() {
    const { found, shown, _texts: words } = this,
      title = html`<h1 class="hidden">${words.title}</h1>`;
    if (this.trouble || !found) {
      return html`<main class="matches">${title}<div class="match-note"><p role=${this.trouble ? "alert" : nothing}>${this.trouble ? `${words.failed} ${sentence(this.trouble)}` : words.loading}</p>
        ${this.trouble ? html`<button type="button" class="primary" @click=${() => this._poll.now()}>${words.retry}</button>` : nothing}</div></main>`;
    }
    if (!found.length && !shown)
      return html`<main class="matches">${title}<div class="matches-empty">${this.none()}</div></main>`;
    return html`<main class=${shown ? "matches one" : "matches"}>
      ${title}
      ${shown && !this.wide ? html`<a class="back-link" href="#${this._noun}">‹ ${words.list}</a>` : nothing}
      ${
        found.length && (!shown || this.wide)
          ? html`<nav class="match-list" aria-label=${words.title}>${this.top()}
        <ul>${found.map((one) => html`<li><a href=${this._link(one.id)} aria-current=${one.id === shown ? "true" : nothing}>${this.item(one)}</a></li>`)}</ul>
        ${this.total > found.length ? html`<p class="quiet">${words.more(this.total - found.length)}</p>` : nothing}</nav>`
          : nothing
      }
      ${shown ? this.one(shown) : nothing}
    </main>`;
  }
}
