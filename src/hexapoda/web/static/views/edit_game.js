/**
 * `<edit-game>`: the dialog that corrects the names, the date, the event and the result of a stored game.
 *
 * @fires corrected the game was corrected; `detail` is the server's response, with `undo`
 */

import { html, keyed, nothing } from "../vendor/lit/lit.js";
import { PageDialog } from "../page_element.js";
import { editStoredGame } from "../library_api.js";
import { sideName } from "../sides.js";
import { words } from "../words/library.js";
import { messageOf } from "../request.js";

export class EditGame extends PageDialog {
  static properties = { games: { attribute: false }, game: { state: true }, trouble: { state: true } };

  constructor() {
    super();
    /** @type {Api.GameJson[]} */
    this.games = [];
    /** @type {Api.StoredRowJson | null} */
    this.game = null;
    this.trouble = "";
  }

  /** @param {Api.StoredRowJson} game */
  async edit(game) {
    this.game = { ...game };
    this.trouble = "";
    await this.updateComplete;
    this.dialog.showModal();
  }

  /** @param {SubmitEvent} event */
  async _submit(event) {
    event.preventDefault();
    const game = /** @type {Api.StoredRowJson} */ (this.game);
    const data = new FormData(/** @type {HTMLFormElement} */ (event.target)),
      text = (/** @type {string} */ name) => String(data.get(name) ?? "");
    const result = data.get("result");
    const header = /** @type {Api.NewHeader} */ ({
      names: [text("first"), text("second")],
      event: text("event"),
      ...(text("date") === game.date ? {} : { date: text("date") }),
      ...(result && result !== this._result() ? { result } : {}),
    });
    try {
      const done = await editStoredGame(game.id, header);
      this.shut();
      this.emit("corrected", done);
    } catch (error) {
      this.trouble = messageOf(error);
    }
  }

  _sides() {
    return this.games.find((one) => one.name === this.game?.game)?.players ?? ["", ""];
  }

  /** Return the server's name for the result of the game. */
  _result() {
    const [first, second] = this._sides().map((side) => side.toLowerCase());
    return { "1-0": first, "0-1": second, "1/2-1/2": "draw" }[this.game?.result ?? ""] ?? "none";
  }

  render() {
    const { game } = this;
    if (!game) return nothing;
    const sides = this._sides(),
      decided = game.ending === "normal",
      now = this._result();
    const choice = (/** @type {string} */ value, /** @type {string} */ text) =>
      html`<option value=${value} ?selected=${value === now}>${text}</option>`;
    const field = (
      /** @type {string} */ name,
      /** @type {string} */ label,
      /** @type {string} */ value,
      hint = "",
    ) => html`<label class="pick"><span>${label}</span>
      <input class="field" name=${name} value=${value} maxlength="200" autocomplete="off" placeholder=${hint}></label>`;
    return html`<dialog aria-labelledby="edit-title"><form method="dialog" @submit=${this._submit}>
      <h2 id="edit-title">${words.editTitle}</h2>
      ${keyed(
        game,
        html`
        ${field("first", sideName(sides[0]), game.players[0])}
        ${field("second", sideName(sides[1]), game.players[1])}
        <div class="pair">${field("date", words.date, game.date, words.dateHint)}${field("event", words.event, game.event)}</div>
        <label class="pick"><span>${words.result}</span><select name="result" ?disabled=${decided}>
          ${sides.map((side) => choice(side.toLowerCase(), words.won(sideName(side))))}${choice("draw", words.draw)}${choice("none", words.none)}
        </select>${decided ? html`<small>${words.decided}</small>` : nothing}</label>`,
      )}
      ${this.trouble ? html`<p class="form-error" role="alert">${this.trouble}</p>` : nothing}
      <div class="buttons"><button type="button" @click=${() => this.shut()}>${words.cancel}</button>
        <button type="submit" class="primary">${words.save}</button></div>
    </form></dialog>`;
  }
}

customElements.define("edit-game", EditGame);
