/** `CommandDialog`: a dialog that asks the server to start a command, and says what is wrong. */

import { html, live, nothing } from "../vendor/lit/lit.js";
import { PageDialog } from "../page_element.js";
import { ApiError } from "../request.js";
import { words } from "../words/commands.js";
import { sentence } from "./sentence.js";

export class CommandDialog extends PageDialog {
  /** @type {Record<string, object>} */
  static properties = {
    games: { attribute: false },
    chosen: { state: true },
    busy: { state: true },
    trouble: { state: true },
  };

  constructor() {
    super();
    /** The catalog. @type {Api.GameJson[]} */
    this.games = [];
    /** The name of the game. */
    this.chosen = "";
    this.busy = false;
    this.trouble = "";
  }

  /** The games to choose from. */
  offered() {
    return this.games;
  }

  game() {
    return this.offered().find((game) => game.name === this.chosen) ?? this.offered()[0];
  }

  /** Ask the server. @param {(name: string) => string} text the value of a field @returns {Promise<Api.CommandJson>} */
  async start(text) {
    throw new Error(`nothing starts ${text("game")}`);
  }

  async open() {
    this.trouble = "";
    this.chosen ||= this.offered()[0]?.name ?? "";
    await this.updateComplete;
    this.dialog.showModal();
  }

  /** @param {SubmitEvent} event */
  submit = async (event) => {
    event.preventDefault();
    if (this.busy) return;
    const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
    this.busy = true;
    this.trouble = "";
    try {
      const { id } = await this.start((name) => String(data.get(name) ?? ""));
      this.shut();
      this.emit("begin", id);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.trouble = error.message;
    } finally {
      this.busy = false;
    }
  };

  /** @param {string} title @param {unknown} fields */
  frame(title, fields) {
    const games = this.offered();
    if (!games.length) return nothing;
    return html`<dialog aria-labelledby="command-title" @click=${this.shutBeside}>
      <form method="dialog" @submit=${this.submit}>
        <h2 id="command-title">${title}</h2>
        ${
          games.length > 1
            ? html`<fieldset class="pick"><legend>${words.game}</legend><div class="segments">${games.map(
                (one) => html`<label>
          <input type="radio" name="game" value=${one.name} .checked=${live(one.name === this.chosen)} @change=${() => {
            this.chosen = one.name;
          }}><span>${one.title}</span></label>`,
              )}</div></fieldset>`
            : nothing
        }
        ${fields}
        ${this.trouble ? html`<p class="trouble" role="alert">${sentence(this.trouble)}</p>` : nothing}
        <div class="buttons"><button type="button" @click=${() => this.shut()}>${words.cancel}</button>
          <button type="submit" class="primary" aria-disabled=${this.busy ? "true" : nothing}>${this.busy ? words.starting : words.begin}</button></div>
      </form>
    </dialog>`;
  }

  /** A field for a number. @param {string} name @param {string} label @param {number} least @param {number} most @param {number} usual */
  number(name, label, least, most, usual) {
    return html`<label class="pick"><span>${label}</span><input type="number" name=${name} min=${least} max=${most} step="1" value=${usual} required></label>`;
  }

  /** A field for the name of what is made. @param {string} usual */
  named(usual) {
    return html`<label class="pick"><span>${words.name}</span><input type="text" name="id" value=${usual} required maxlength="100" pattern="[A-Za-z0-9][A-Za-z0-9._\\-]*" title=${words.nameForm} autocomplete="off" spellcheck="false"></label>`;
  }
}
