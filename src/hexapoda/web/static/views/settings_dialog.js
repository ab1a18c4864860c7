/** `<settings-dialog>`: the settings for all views. Every change applies at once. */

import { html } from "../vendor/lit/lit.js";
import { askForLanguage } from "../asked_language.js";
import { loadBoard } from "../boards/make.js";
import { LANGUAGES } from "../languages.js";
import { PageDialog } from "../page_element.js";
import { changeSettings, settings } from "../settings.js";
import { askedLanguage } from "../words.js";
import { words as noticeWords } from "../words/notices.js";
import { words } from "../words/settings.js";
import { nameField } from "./people.js";

/** The boards with a choice of styles, in the order of their fields. */
const BOARDS = ["hive", "hex"];

/** @typedef {{preview: () => unknown, SIZE: string}} Preview */

export class SettingsDialog extends PageDialog {
  static properties = {
    shared: { attribute: false },
    mails: { attribute: false },
    previews: { state: true },
  };

  constructor() {
    super();
    /** Whether the server tells visitors apart by a key. */
    this.shared = false;
    /** Whether the server sends emails. */
    this.mails = false;
    /** The previews of the boards; null until they are loaded. @type {(Preview | null)[]} */
    this.previews = BOARDS.map(() => null);
  }

  async open() {
    super.open();
    // A preview needs the shapes and the style of its board. The dialog opens without waiting for them.
    const found = await Promise.all(
      BOARDS.map(async (name) => {
        try {
          await loadBoard(name);
          return await import(`../games/${name}/preview.js`);
        } catch {
          return null;
        }
      }),
    );
    if (this.dialog.open) this.previews = found;
  }

  _forget() {
    this.previews = BOARDS.map(() => null);
  }

  /** @param {number} k the index of the board */
  _preview(k) {
    const found = this.previews[k];
    if (!found) return html`<div class="look"></div>`; // or the fields below would move away from a click
    return html`<svg class="look" role="img" aria-label=${words.preview} viewBox=${found.SIZE}>${found.preview()}</svg>`;
  }

  windowEvents() {
    return { settings: () => this.requestUpdate() };
  }

  /** @param {FieldEvent} event */
  _language(event) {
    askForLanguage(event.target.value);
    location.reload(); // the texts are chosen when the page loads
  }

  /**
   * @param {string} name @param {string} title @param {Record<string, string>} choices @param {string} now
   * @param {(event: FieldEvent) => void} act @param {string} [about]
   */
  _select(name, title, choices, now, act, about = "") {
    return html`<label class="pick"><span>${title}</span><select name=${name} @change=${act}>
      ${Object.entries(choices).map(([id, text]) => html`<option value=${id} ?selected=${id === now}>${text}</option>`)}</select>
      ${about ? html`<small>${about}</small>` : ""}</label>`;
  }

  /** @param {"labels" | "keys" | "sound" | "confirm"} name @param {string} [about] */
  _switch(name, about = "") {
    return html`<label class="switch"><input type="checkbox" name=${name} .checked=${settings()[name]}
      @change=${(/** @type {Event} */ event) => changeSettings({ [name]: /** @type {HTMLInputElement} */ (event.target).checked })}>
      <span>${words[name]}${about ? html`<small>${about}</small>` : ""}</span></label>`;
  }

  render() {
    const choose = (/** @type {string} */ name) => (/** @type {FieldEvent} */ event) =>
        changeSettings({ [name]: event.target.value }),
      now = settings();
    return html`<dialog class="settings" aria-labelledby="settings-title" @close=${() => this._forget()} @click=${this.shutBeside}>
      <form method="dialog">
        <h2 id="settings-title">${words.title}</h2>
        ${this._select("theme", words.theme, words.themes, now.theme, choose("theme"))}
        ${this._select("tiles", words.tiles, words.tileSets, now.tiles, choose("tiles"), words.aboutTiles)}
        ${this._preview(0)}
        ${this._select("shading", words.shading, words.shadings, now.shading, choose("shading"), words.aboutShading)}
        ${this._preview(1)}
        ${this._select("language", words.language, { auto: words.browserLanguage, ...LANGUAGES }, askedLanguage() ?? "auto", (event) => this._language(event))}
        ${nameField("settings-name")}
        ${this._switch("sound")}
        ${this._switch("confirm", words.aboutConfirm)}
        ${this._switch("labels")}
        ${this._switch("keys", words.aboutKeys)}
        ${this.shared ? html`<p><a href="#key" @click=${() => this.shut()}>${words.key}</a></p>` : ""}
        ${this.mails ? html`<p><a href="#notices" @click=${() => this.shut()}>${noticeWords.title}</a></p>` : ""}
        <div class="buttons"><button type="button" class="primary" @click=${() => this.shut()}>${words.close}</button></div>
      </form>
    </dialog>`;
  }
}

customElements.define("settings-dialog", SettingsDialog);
