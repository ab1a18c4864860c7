/** `<share-game>`: the dialog with the link to a position, and the game and the board as files. */

import { LitElement, html, nothing } from "../vendor/lit/lit.js";
import { ApiError } from "../request.js";
import { boardPng, boardSvg, save } from "../analysis/picture.js";
import { readExport } from "../analysis/server.js";
import { words } from "../words/analysis.js";

export class ShareGame extends LitElement {
  static properties = { tree: { attribute: false }, formats: { attribute: false }, link: {}, said: { state: true }, trouble: { state: true } };

  constructor() {
    super();
    /** @type {import("../analysis/game_tree.js").GameTree | null} */
    this.tree = null;
    /** @type {{id: string, name: string, suffix: string, variations: boolean}[]} */
    this.formats = [];
    this.link = "";
    /** The board to make pictures of. @type {Element | null} */
    this.board = null;
    this.said = "";
    this.trouble = "";
  }

  createRenderRoot() {
    return this;
  }

  async open() {
    this.said = this.trouble = "";
    await this.updateComplete;
    this._dialog().showModal();
  }

  _dialog() {
    return /** @type {HTMLDialogElement} */ (this.querySelector("dialog"));
  }

  async _copy() {
    const field = /** @type {HTMLInputElement} */ (this.querySelector("#link"));
    try {
      await navigator.clipboard.writeText(this.link);
      this.said = words.copied;
    } catch {
      field.select();
      this.said = words.notCopied;
    }
  }

  /** @param {string} format */
  async _file(format) {
    const { tree } = this;
    if (!tree) return;
    this.trouble = "";
    try {
      const { name, content } = await readExport({ record: tree.toRecord(), format, at: tree.current.id });
      save(name, content);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.trouble = error.message;
    }
  }

  /** @param {"svg" | "png"} kind */
  async _picture(kind) {
    if (!this.board) return;
    const name = `${this.tree?.record.game ?? "board"}-${this.tree?.board().ply ?? 0}.${kind}`;
    save(name, kind === "svg" ? new Blob([boardSvg(this.board)], { type: "image/svg+xml" }) : await boardPng(this.board));
  }

  /** @param {string} title @param {ShareGame["formats"]} formats */
  _formats(title, formats) {
    return formats.length ? html`<fieldset class="pick"><legend>${title}</legend><div class="choices">${formats.map((one) => html`<button type="button" data-format=${one.id}
      @click=${() => this._file(one.id)}>${one.name}</button>`)}</div></fieldset>` : nothing;
  }

  render() {
    const pictures = this.formats.filter((one) => one.suffix === ".svg"), files = this.formats.filter((one) => !pictures.includes(one));
    return html`<dialog aria-labelledby="share-title" @click=${(/** @type {MouseEvent} */ event) => { if (event.target === this._dialog()) this._dialog().close(); }}>
      <form method="dialog">
        <h2 id="share-title">${words.shareTitle}</h2>
        <div class="pick"><label for="link">${words.link}</label><div class="type"><input id="link" readonly .value=${this.link} @focus=${(/** @type {FocusEvent} */ event) => /** @type {HTMLInputElement} */ (event.target).select()}>
          <button type="button" id="copy" class="primary" @click=${this._copy}>${words.copy}</button></div></div>
        ${this._formats(words.files, files.filter((one) => one.variations))}
        ${this._formats(words.file, files.filter((one) => !one.variations))}
        ${this.board?.querySelector("svg.surface") ? html`<fieldset class="pick"><legend>${words.pictures}</legend><div class="choices">
          <button type="button" data-picture="svg" @click=${() => this._picture("svg")}>SVG</button><button type="button" data-picture="png" @click=${() => this._picture("png")}>PNG</button></div></fieldset>` : nothing}
        <p role="status" class="quiet">${this.said}</p>
        ${this.trouble ? html`<p class="trouble" role="alert">${this.trouble}</p>` : nothing}
        <div class="buttons"><button type="submit">${words.close}</button></div>
      </form>
    </dialog>`;
  }
}

customElements.define("share-game", ShareGame);
