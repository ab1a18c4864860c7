/**
 * `<open-game>`: the dialog that opens a game from pasted text or a file. A file may be dropped anywhere on the page.
 *
 * @fires open a game was read; `detail` is the server's response, with the record
 */

import { html, nothing } from "../vendor/lit/lit.js";
import { PageDialog } from "../page_element.js";
import { fileText } from "../file_text.js";
import { ApiError, messageOf } from "../request.js";
import { readRecord } from "../analysis/server.js";
import { Latest } from "../latest.js";
import { words } from "../words/analysis.js";
import { sentence } from "./sentence.js";

const MOST = 1_000_000; // characters

export class OpenGame extends PageDialog {
  static properties = {
    found: { state: true },
    trouble: { state: true },
    busy: { state: true },
    dropping: { state: true },
  };

  constructor() {
    super();
    /** The games to choose from if the text contains several; otherwise null. @type {Api.GamesJson | null} */
    this.found = null;
    this.trouble = "";
    this.busy = false;
    /** Whether a file is being dragged over the page. */
    this.dropping = false;
    this._text = "";
    /** The latest file or text, so that a late response about an earlier one is dropped. */
    this._latest = new Latest();
  }

  windowEvents() {
    return { dragover: this._drag, dragleave: this._drag, drop: this._drag };
  }

  /** @param {DragEvent} event */
  _drag = (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    this.dropping = event.type === "dragover";
    const file = event.type === "drop" && event.dataTransfer.files[0];
    if (file) this.take(file);
  };

  async open() {
    this.found = null;
    this.trouble = "";
    await this.updateComplete;
    if (!this.dialog.open) this.dialog.showModal();
  }

  /** @param {File} file */
  async take(file) {
    const isLatest = this._latest.begin();
    this.busy = false; // what was being read is dropped
    await this.open();
    if (!isLatest()) return;
    if (file.size > MOST) {
      this.trouble = words.tooBig;
      return;
    }
    try {
      const text = await fileText(file);
      if (isLatest()) await this._read(text);
    } catch (error) {
      if (isLatest()) this.trouble = messageOf(error); // the file is gone or cannot be read
    }
  }

  /** @param {string} text @param {number} [index] of the game, if the text contains several */
  async _read(text, index) {
    if (!text.trim()) {
      this.trouble = words.loadNothing;
      return;
    }
    const isLatest = this._latest.begin();
    this._text = text;
    this.busy = true;
    this.trouble = "";
    try {
      const answer = await readRecord({ text, ...(index === undefined ? {} : { index }) });
      if (!isLatest()) return;
      if (!answer.record) this.found = answer;
      else {
        this.shut();
        this.emit("open", answer);
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (isLatest()) this.trouble = error.message;
    } finally {
      if (isLatest()) this.busy = false;
    }
  }

  /** @param {SubmitEvent} event */
  _submit(event) {
    event.preventDefault();
    this._read(/** @type {HTMLTextAreaElement} */ (this.querySelector("textarea")).value);
  }

  /** @param {Event} event */
  _chosen(event) {
    const field = /** @type {HTMLInputElement} */ (event.target),
      file = field.files?.[0];
    if (file) this.take(file);
    field.value = "";
  }

  _list() {
    const { count, games } = /** @type {Api.GamesJson} */ (this.found);
    return html`<p>${words.several(count)} · ${words.pick}</p>
      <ul class="found">${games.map((one) =>
        "error" in one
          ? html`<li><button type="button" disabled><span>${one.index + 1}.</span><small>${one.error}</small></button></li>`
          : html`<li><button type="button" ?disabled=${this.busy} @click=${() => this._read(this._text, one.index)}>
        <span>${one.index + 1}. ${(one.names ?? []).filter(Boolean).join(" – ") || one.variant}</span>
        <small>${[one.variant, one.result, words.plies(one.plies), one.date].filter(Boolean).join(" · ")}</small></button></li>`,
      )}</ul>`;
  }

  render() {
    return html`<dialog aria-labelledby="open-title" @click=${this.shutBeside}>
      <form method="dialog" @submit=${this._submit}>
        <h2 id="open-title">${words.loadTitle}</h2>
        ${
          this.found
            ? this._list()
            : html`
          <label class="pick"><span>${words.loadText}</span><textarea name="text" rows="7" spellcheck="false" placeholder=${words.loadPlace}
            @keydown=${(/** @type {KeyboardEvent} */ event) => {
              if (event.key === "Enter" && (event.ctrlKey || event.metaKey))
                this._submit(/** @type {any} */ (event));
            }}></textarea></label>
          <div class="file"><label class="button">${words.loadFile}<input type="file" class="hidden" @change=${this._chosen}></label><span class="quiet">${words.loadDrop}</span></div>`
        }
        ${this.trouble ? html`<p class="trouble" role="alert">${sentence(this.trouble)}</p>` : nothing}
        <div class="buttons"><button type="button" @click=${() => this.shut()}>${words.cancel}</button>
          ${this.found ? nothing : html`<button type="submit" class="primary" ?disabled=${this.busy}>${words.loadGo}</button>`}</div>
      </form>
    </dialog>
    ${this.dropping ? html`<div class="drop-here" aria-hidden="true"><p>${words.dropHere}</p></div>` : nothing}`;
  }
}

customElements.define("open-game", OpenGame);
