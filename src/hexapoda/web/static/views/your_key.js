/**
 * `<key-view>`: this browser's key as a link, and the offer to use the key in a link instead.
 *
 * On a server for several people, whoever has a browser's key owns everything made with it. The key in a link replaces
 * this browser's key only if the visitor agrees.
 */

import { html, nothing } from "../vendor/lit/lit.js";
import { PageElement } from "../page_element.js";
import { readGame } from "../api.js";
import { isOwn, keep } from "../own_games.js";
import { carrying, request } from "../request.js";
import { words } from "../words/your_key.js";
import { copyField } from "./copy_field.js";

export class KeyView extends PageElement {
  static properties = {
    address: { attribute: false },
    own: { state: true },
    offered: { state: true },
    trouble: { state: true },
    done: { state: true },
  };

  constructor() {
    super();
    this.address = new URLSearchParams();
    /** The owner and the key of this browser. @type {{owner: string, key: string} | null} */
    this.own = null;
    /** The key in the link; empty if there is none. */
    this.offered = "";
    this.trouble = "";
    this.done = false;
  }

  connectedCallback() {
    super.connectedCallback();
    this._read();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    const key = changed.has("address") ? this.address.get("key") : "";
    if (!key) return;
    this.offered = key;
    this.done = false;
    history.replaceState(null, "", "#key"); // the key must not stay in the address or the history
  }

  async _read() {
    try {
      this.own = await request("/owner/key");
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : "";
    }
  }

  async _use() {
    try {
      await request(
        "/owner/key",
        carrying({ key: this.offered, replaces: this.own?.owner ?? "" }, { method: "PUT" }),
      );
      await this._keepGames();
      await this._read();
      this.offered = this.trouble = "";
      this.done = true;
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : "";
    }
  }

  /** Add the games of the new key to this browser's games. */
  async _keepGames() {
    for (const id of (await request("/owner/games")).ids) {
      if (!isOwn(id)) keep(id, (await readGame(id)).board.game, []);
    }
  }

  _offer() {
    if (this.offered === this.own?.key) return html`<p>${words.same}</p>`;
    return html`<section class="card" aria-labelledby="offer"><h2 id="offer">${words.offer}</h2>
      <p>${words.warning}</p>
      <div class="buttons"><button type="button" class="primary" id="use-key" @click=${this._use}>${words.use}</button>
      <button type="button" @click=${() => {
        this.offered = "";
      }}>${words.keep}</button></div></section>`;
  }

  render() {
    const link = this.own ? `${location.origin}${location.pathname}#key=${this.own.key}` : "";
    return html`<main class="your-key"><h1>${words.title}</h1>
      ${this.trouble ? html`<p role="alert">${this.trouble}</p>` : nothing}
      ${this.done ? html`<p role="status">${words.used}</p>` : nothing}
      ${this.offered && this.own ? this._offer() : nothing}
      ${link ? html`<section class="card"><p>${words.about}</p>${copyField(words.link, link, { id: "own-key" })}<p>${words.secret}</p></section>` : nothing}
    </main>`;
  }
}

customElements.define("key-view", KeyView);
