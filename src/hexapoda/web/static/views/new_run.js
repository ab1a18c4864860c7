/**
 * `<new-run>`: the dialog that starts the training of a small network on the server.
 *
 * @fires begin the run has started; `detail` is its id
 */

import { html, keyed, nothing } from "../vendor/lit/lit.js";
import { startRun } from "../command_api.js";
import { words } from "../words/commands.js";
import { CommandDialog } from "./command_dialog.js";

export class NewRun extends CommandDialog {
  static properties = { ...CommandDialog.properties, known: { attribute: false } };

  constructor() {
    super();
    /** The names of existing runs. @type {string[]} */
    this.known = [];
  }

  suitableGames() {
    return this.games.filter((game) => game.quick_variant);
  }

  /** @param {(name: string) => string} text */
  start(text) {
    const number = (/** @type {string} */ name) => Number(text(name));
    return startRun({
      id: text("id"),
      game: this.chosenGame().name,
      iterations: number("iterations"),
      games: number("games"),
      simulations: number("simulations"),
    });
  }

  /** Return a name that no existing run has. @param {Api.GameJson} game */
  _name(game) {
    const base = `${game.name}-${game.quick_variant}`;
    if (!this.known.includes(base)) return base;
    let number = 2;
    while (this.known.includes(`${base}-${number}`)) number += 1;
    return `${base}-${number}`;
  }

  render() {
    const game = this.chosenGame();
    if (!game) return nothing;
    return this.frame(
      words.newRun,
      html`<p class="quiet">${words.runAbout(`${game.title} ${game.quick_variant}`)}</p>
        ${keyed(this._name(game), this.nameField(this._name(game)))}
        <div class="pair">${this.numberField("iterations", words.iterations, { min: 1, max: 1000, value: 60 })}${this.numberField("games", words.gamesAnIteration, { min: 8, max: 4096, value: 256 })}</div>
        ${this.numberField("simulations", words.simulations, { min: 2, max: 800, value: 32 })}`,
    );
  }
}

customElements.define("new-run", NewRun);
