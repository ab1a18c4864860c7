/**
 * `<server-note>`: a note that the server is not running, with the command that starts it on this computer, or that its
 * version differs from the page's.
 */

import { html, nothing } from "../vendor/lit/lit.js";
import { PageElement } from "../page_element.js";
import { isLocal, serverCommand } from "../address.js";
import { serverState } from "../server_state.js";
import { words } from "../words/server.js";

export class ServerNote extends PageElement {
  static properties = { state: { state: true } };

  constructor() {
    super();
    /** @type {import("../server_state.js").ServerState} */
    this.state = serverState();
  }

  windowEvents() {
    return {
      server: () => {
        this.state = serverState();
      },
    };
  }

  render() {
    return html`<div role="status">${this.state === "down" ? this._down() : this.state === "new" ? this._new() : nothing}</div>`;
  }

  _down() {
    if (!isLocal()) return html`<p class="server-note">${words.silent}</p>`;
    return html`<p class="server-note"><b>${words.stopped}</b> <span>${words.start(html`<code>${serverCommand()}</code>`)}</span></p>`;
  }

  _new() {
    return html`<p class="server-note"><b>${words.updated}</b> <button type="button" class="link" @click=${() => location.reload()}>${words.reload}</button></p>`;
  }
}

customElements.define("server-note", ServerNote);
