/**
 * `<key-help>`: the dialog that lists the keys of the view and of the overlays. A `key-help` event on the
 * window opens it.
 */

import { html, nothing } from "../vendor/lit/lit.js";
import { PageDialog } from "../page_element.js";
import { KEYMAP } from "../keymap.js";
import { words } from "../words/keys.js";
import { namesOf } from "./board_tools.js";

export class KeyHelp extends PageDialog {
  static properties = { commands: { state: true }, marks: { state: true } };

  constructor() {
    super();
    /** @type {import("../keymap.js").Command[]} */
    this.commands = [];
    /** @type {import("./view_keys.js").Mark[]} */
    this.marks = [];
  }

  windowEvents() {
    return {
      "key-help": (/** @type {CustomEvent} */ event) => {
        Object.assign(this, event.detail);
        this.open();
      },
      hashchange: () => this.shut(), // another view has other keys
    };
  }

  /** @param {string} key @param {unknown} about */
  _row(key, about) {
    const names = key === "+" ? [key] : key.split("+");
    return html`<div><dt>${names.map((one) => html`<kbd>${words.keyNames[one] ?? one}</kbd> `)}</dt><dd>${about}</dd></div>`;
  }

  render() {
    return html`<dialog aria-labelledby="keys-title" @click=${this.shutBeside}>
      <form method="dialog">
        <h2 id="keys-title">${words.title}</h2>
        ${this.marks.length ? html`<h3>${words.marks}</h3><dl class="keys">${this.marks.map((one) => this._row(one.key, html`<b>${namesOf(one)[0]}</b> <span class="quiet">${namesOf(one)[1]}</span>`))}</dl><h3>${words.keys}</h3>` : nothing}
        <dl class="keys">${this.commands.map((one) => this._row(KEYMAP[one], words.commands[one]))}</dl>
        <p class="quiet">${words.boardKeys} ${words.settings}</p>
        <div class="buttons"><button type="submit" class="primary">${words.close}</button></div>
      </form>
    </dialog>`;
  }
}

customElements.define("key-help", KeyHelp);
