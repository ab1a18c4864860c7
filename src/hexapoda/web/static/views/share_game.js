/** `<share-game>`: the dialog that shares a position as a link, and saves the game or the board as a file. */

import { html, nothing } from "../vendor/lit/lit.js";
import { PageDialog } from "../page_element.js";
import { ApiError } from "../request.js";
import { linkOf } from "../analysis/address.js";
import { LineAnimation } from "../analysis/line_animation.js";
import { packTree } from "../analysis/packed_tree.js";
import { Pictures, save } from "../analysis/picture.js";
import { readExport } from "../analysis/server.js";
import { opensElsewhere, pageAddress } from "../reach.js";
import { words } from "../words/analysis.js";
import { words as pageWords } from "../words/page.js";
import { localNote } from "./local_note.js";
import { fitsCode } from "./qr_code.js";

const WIDE = 1600; // the width of a bitmap in pixels

export class ShareGame extends PageDialog {
  static properties = {
    tree: { attribute: false },
    formats: { attribute: false },
    link: { state: true },
    whole: { state: true },
    status: { state: true },
    trouble: { state: true },
    drawn: { state: true },
  };

  constructor() {
    super();
    /** @type {import("../analysis/game_tree.js").GameTree | null} */
    this.tree = null;
    /** @type {{id: string, name: string, suffix: string, variations: boolean}[]} */
    this.formats = [];
    /** The address of the current line. */
    this.link = "";
    /**
     * The address with all variations and comments: empty if the game is only a line of moves, null if
     * the address would be too long.
     * @type {string | null}
     */
    this.whole = "";
    /** The board to draw pictures of. @type {import("../boards/board.js").Board | null} */
    this.board = null;
    this.status = "";
    this.trouble = "";
    /** The progress of the animation, in frames; null while none is made. @type {{done: number, all: number} | null} */
    this.drawn = null;
    /** @type {AbortController | null} */
    this._making = null;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this._making?.abort();
  }

  async open() {
    this.status = this.trouble = "";
    const { tree } = this;
    this.whole = "";
    if (tree) {
      this.link = new URL(linkOf(tree), pageAddress()).href;
      if (tree.isMore()) {
        const packed = await packTree(tree);
        this.whole = packed && new URL(linkOf(tree, { tree: packed }), pageAddress()).href;
      }
    }
    await this.updateComplete;
    this.dialog.showModal();
  }

  /** @param {string} id of the field */
  async _copy(id) {
    const field = /** @type {HTMLInputElement} */ (this.querySelector(`#${id}`));
    try {
      await navigator.clipboard.writeText(field.value);
      this.status = words.copied;
    } catch {
      field.select();
      this.status = words.notCopied;
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
    const name = `${this.tree?.record.game ?? "board"}-${this.tree?.board().ply ?? 0}.${kind}`,
      pictures = new Pictures(this.board);
    if (kind === "svg") save(name, new Blob([pictures.svg()], { type: "image/svg+xml" }));
    else
      (await pictures.canvas(WIDE)).toBlob((made) => {
        if (made) save(name, made);
      }, "image/png");
  }

  /** Save the line as an animation. */
  async _animation() {
    const { tree, board } = this;
    if (!tree || !board || this._making) return;
    const making = new AbortController(),
      line = new LineAnimation(tree, board),
      all = line.steps.length;
    this._making = making;
    this.trouble = "";
    this.drawn = { done: 0, all };
    try {
      const content = await line.make((done) => {
        if (making === this._making) this.drawn = { done, all };
      }, making.signal);
      save(`${tree.record.game}-${all - 1}.gif`, content);
    } catch (error) {
      if (!making.signal.aborted)
        this.trouble = `${words.gifFailed} ${error instanceof Error ? error.message : ""}`;
    } finally {
      this._making = this.drawn = null;
    }
  }

  /** @param {string} id @param {string} title @param {string} link */
  _link(id, title, link) {
    return html`<div class="pick"><label for=${id}>${title}</label><div class="type"><input id=${id} readonly .value=${link} @focus=${(/** @type {FocusEvent} */ event) => /** @type {HTMLInputElement} */ (event.target).select()}>
      <button type="button" id="copy-${id}" class="primary" aria-label="${words.copy}: ${title}" @click=${() => this._copy(id)}>${words.copy}</button></div></div>`;
  }

  /** @param {string} title @param {ShareGame["formats"]} formats */
  _formats(title, formats) {
    return formats.length
      ? html`<fieldset class="pick"><legend>${title}</legend><div class="choices">${formats.map(
          (one) => html`<button type="button" data-format=${one.id}
      @click=${() => this._file(one.id)}>${one.name}</button>`,
        )}</div></fieldset>`
      : nothing;
  }

  /** The progress of the animation, and the button that stops it. */
  _progress() {
    const { drawn } = this;
    if (!drawn) return nothing;
    return html`<div class="making"><progress id="making" max=${drawn.all} value=${drawn.done} aria-label=${words.gifProgress}></progress>
      <span class="quiet">${words.gifDone(drawn.done, drawn.all)}</span><button type="button" id="stop-making" @click=${() => this._making?.abort()}>${words.cancel}</button></div>`;
  }

  render() {
    const shown = this.whole && fitsCode(this.whole) ? this.whole : this.link;
    const pictures = this.formats.filter((one) => one.suffix === ".svg"),
      files = this.formats.filter((one) => !pictures.includes(one));
    return html`<dialog aria-labelledby="share-title" @close=${() => this._making?.abort()} @click=${this.shutBeside}>
      <form method="dialog">
        <h2 id="share-title">${words.shareTitle}</h2>
        ${this.whole ? this._link("whole-link", words.shareTree, this.whole) : nothing}
        ${this._link("link", this.whole ? words.bareLink : words.link, this.link)}
        ${this.whole === null ? html`<p class="quiet">${words.treeTooLarge}</p>` : nothing}
        <details class="qr-part" ?hidden=${!fitsCode(shown) || !opensElsewhere()}><summary>${pageWords.qr}</summary><qr-code .text=${shown} .label=${words.link}></qr-code></details>
        ${localNote()}
        ${this._formats(
          words.files,
          files.filter((one) => one.variations),
        )}
        ${this._formats(
          words.file,
          files.filter((one) => !one.variations),
        )}
        ${
          this.board?.querySelector("svg.surface")
            ? html`<fieldset class="pick"><legend>${words.pictures}</legend><div class="choices">
          <button type="button" data-picture="svg" @click=${() => this._picture("svg")}>SVG</button><button type="button" data-picture="png" @click=${() => this._picture("png")}>PNG</button>
          <button type="button" data-picture="gif" ?disabled=${Boolean(this.drawn)} @click=${this._animation}>${words.gif}</button></div>${this._progress()}</fieldset>`
            : nothing
        }
        <p role="status" class="quiet">${this.status}</p>
        ${this.trouble ? html`<p class="trouble" role="alert">${this.trouble}</p>` : nothing}
        <div class="buttons"><button type="submit">${words.close}</button></div>
      </form>
    </dialog>`;
  }
}

customElements.define("share-game", ShareGame);
