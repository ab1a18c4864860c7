/**
 * `<new-puzzles>`: the dialog in which the server's owner starts making puzzles.
 *
 * @fires begin the server has started making puzzles; `detail` is the name of the file
 */

import { html, keyed, nothing } from "../vendor/lit/lit.js";
import { startPuzzles } from "../command_api.js";
import { words } from "../words/commands.js";
import { CommandDialog } from "./command_dialog.js";

const MOVES = 10; // moves of the longest win to look for

export class NewPuzzles extends CommandDialog {
  static properties = {
    ...CommandDialog.properties,
    able: { attribute: false },
    themes: { attribute: false },
  };

  constructor() {
    super();
    /** The games that can have puzzles. @type {string[]} */
    this.able = [];
    /** @type {Api.PuzzleThemeJson[]} */
    this.themes = [];
  }

  suitableGames() {
    return this.games.filter((game) => this.able.includes(game.name));
  }

  /** @param {(name: string) => string} text */
  start(text) {
    const number = (/** @type {string} */ name) => Number(text(name));
    return startPuzzles({
      id: text("id"),
      game: this.chosenGame().name,
      variant: text("variant"),
      theme: text("theme"),
      count: number("count"),
      minutes: number("minutes"),
      shortest: number("shortest"),
      longest: number("longest"),
    });
  }

  /** @param {Api.GameJson} game */
  _fields(game) {
    const now = new Date().toISOString().slice(0, 16).replace(/[-:]/g, "").replace("T", "-");
    const themes = this.themes.filter((one) => one.game === game.name);
    return html`${this.nameField(`${game.name}-${now}`)}
      <div class="pair">
        <label class="pick"><span>${words.variant}</span><select name="variant">${game.variants.map((name) => html`<option>${name}</option>`)}</select></label>
        <label class="pick"><span>${words.theme}</span><select name="theme"><option value="">${words.anyTheme}</option>${themes.map((one) => html`<option value=${one.name}>${one.title}</option>`)}</select></label>
      </div>
      <div class="pair">${this.numberField("shortest", words.shortest, { min: 1, max: MOVES, value: 2 })}${this.numberField("longest", words.longest, { min: 1, max: MOVES, value: 4 })}</div>
      <div class="pair">${this.numberField("count", words.count, { min: 1, max: 1000, value: 20 })}${this.numberField("minutes", words.minutes, { min: 1, max: 1440, value: 60 })}</div>`;
  }

  render() {
    const game = this.chosenGame();
    return game
      ? this.frame(
          words.newPuzzles,
          html`<p class="quiet">${words.puzzlesAbout}</p>${keyed(game.name, this._fields(game))}`,
        )
      : nothing;
  }
}

customElements.define("new-puzzles", NewPuzzles);
