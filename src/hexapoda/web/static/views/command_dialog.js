/**
 * `CommandDialog`: the base class of the dialogs that start a command on the server. It offers the choice of the
 * game, submits the form, and shows why the server rejected it. Each dialog adds its fields and its request.
 *
 * @fires begin the server has started the command; `detail` is its id
 */

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
    /** The name of the chosen game. */
    this.chosen = "";
    this.busy = false;
    this.trouble = "";
  }

  /** Return the games for which the command can be started. */
  suitableGames() {
    return this.games;
  }

  /** Return the chosen game, or the first one; undefined if no game is suitable. @returns {Api.GameJson} */
  chosenGame() {
    const games = this.suitableGames();
    return games.find((game) => game.name === this.chosen) ?? games[0];
  }

  /**
   * Ask the server to start the command.
   * @param {(name: string) => string} text returns the value of a field by its name @returns {Promise<Api.CommandJson>}
   */
  async start(text) {
    throw new Error(`no command to start for ${text("game")}`);
  }

  async open() {
    this.trouble = "";
    this.chosen ||= this.suitableGames()[0]?.name ?? "";
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

  /**
   * The dialog around the fields of a command; nothing if no game is suitable.
   * @param {string} title @param {unknown} fields
   */
  frame(title, fields) {
    const games = this.suitableGames();
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

  /**
   * A field for a whole number.
   * @param {string} name @param {string} label @param {{min: number, max: number, value: number}} numbers
   */
  numberField(name, label, { min, max, value }) {
    return html`<label class="pick"><span>${label}</span><input type="number" name=${name} min=${min} max=${max} step="1" value=${value} required></label>`;
  }

  /** A field for the name of the new run or puzzle file; `start` reads it as `id`. @param {string} value */
  nameField(value) {
    return html`<label class="pick"><span>${words.name}</span><input type="text" name="id" value=${value} required maxlength="100" pattern="[A-Za-z0-9][A-Za-z0-9._\\-]*" title=${words.nameForm} autocomplete="off" spellcheck="false"></label>`;
  }
}
