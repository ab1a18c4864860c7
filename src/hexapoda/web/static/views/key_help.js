/** `<key-help>`: the dialog that lists the keys and what the board can show, with a switch for keys of one character. */

import { LitElement, html, nothing } from "../vendor/lit/lit.js";
import { setShortcuts, shortcutsOn } from "../shortcuts.js";
import { words } from "../words/analysis.js";
import { namesOf } from "./board_tools.js";

export class KeyHelp extends LitElement {
  static properties = { overlays: { attribute: false } };

  constructor() {
    super();
    /** @type {{id: string, key: string, name: string, about: string}[]} */
    this.overlays = [];
  }

  createRenderRoot() {
    return this;
  }

  open() {
    this._dialog().showModal();
  }

  _dialog() {
    return /** @type {HTMLDialogElement} */ (this.querySelector("dialog"));
  }

  render() {
    const keys = (/** @type {string} */ text) => text.split(" ").map((one) => html`<kbd>${one}</kbd> `);
    return html`<dialog aria-labelledby="keys-title" @click=${(/** @type {MouseEvent} */ event) => {
      if (event.target === this._dialog()) this._dialog().close();
    }}>
      <form method="dialog">
        <h2 id="keys-title">${words.keysTitle}</h2>
        <label class="switch"><input type="checkbox" role="switch" id="keys-on" .checked=${shortcutsOn()} aria-describedby="keys-why"
          @change=${(/** @type {Event} */ event) => setShortcuts(/** @type {HTMLInputElement} */ (event.target).checked)}><span>${words.keysOn}</span></label>
        <p class="quiet" id="keys-why">${words.keysWhy}</p>
        ${this.overlays.length ? html`<h3>${words.overlays}</h3><dl class="keys">${this.overlays.map((one) => html`<div><dt>${keys(one.key)}</dt><dd><b>${namesOf(one)[0]}</b> <span class="quiet">${namesOf(one)[1]}</span></dd></div>`)}</dl>` : nothing}
        <h3>${words.keys}</h3>
        <dl class="keys">${words.keyList.map(([key, about]) => html`<div><dt>${keys(key)}</dt><dd>${about}</dd></div>`)}</dl>
        <p class="quiet">${words.boardKeys}</p>
        <div class="buttons"><button type="submit" class="primary">${words.close}</button></div>
      </form>
    </dialog>`;
  }
}

customElements.define("key-help", KeyHelp);
