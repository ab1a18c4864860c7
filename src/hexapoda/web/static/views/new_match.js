/**
 * `<new-match>`: the dialog that starts a match or a tournament on the server.
 *
 * @fires begin the match has started; `detail` is its id
 */

import { html, keyed, nothing } from "../vendor/lit/lit.js";
import { listCommands, startMatch } from "../command_api.js";
import { ApiError } from "../request.js";
import { words } from "../words/commands.js";
import { CommandDialog } from "./command_dialog.js";
import { levels, otherEngines } from "./engine_choice.js";
import { sentence } from "./sentence.js";

const SECONDS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60];
const NODES = [1, 10, 100, 1000, 10_000, 100_000];
const USUAL = "time 0.5";
const MOST_ENGINES = 10,
  MOST_GAMES = 20_000;
const AT_ONCE = [1, 2, 3, 4, 6, 8];

/** Return the fields of the request for a limit. @param {string} text such as `time 0.5`; empty for none */
function limitOf(text) {
  const [name, value] = text.split(" ");
  return value ? { [name]: Number(value) } : {};
}

export class NewMatch extends CommandDialog {
  static properties = { ...CommandDialog.properties, rows: { state: true }, cores: { state: true } };

  constructor() {
    super();
    /** A number for each engine, which stays the same when another engine is removed. */
    this.rows = [0, 1];
    /** How many games the server's machine can play at a time. */
    this.cores = 1;
  }

  async open() {
    await super.open();
    try {
      this.cores = (await listCommands()).cores;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error; // the page says that the server does not answer
    }
  }

  /** @param {(name: string) => string} text */
  start(text) {
    const game = this.chosenGame(),
      rules = game.rules.map((rule) => [rule.name, text(`rule-${rule.name}`)]);
    return startMatch(
      /** @type {Api.NewMatch} */ ({
        game: game.name,
        variant: text("variant"),
        rules: Object.fromEntries(rules),
        engines: this.rows.map((row) => ({ id: text(`engine-${row}`), ...limitOf(text(`limit-${row}`)) })),
        ...(this.rows.length > 2 ? { format: text("format") } : {}),
        games: Number(text("games")),
        ...limitOf(text("limit")),
        concurrency: Number(text("concurrency")),
      }),
    );
  }

  async _add() {
    this.rows = [...this.rows, Math.max(...this.rows) + 1];
    await this.updateComplete;
    this._row(this.rows[this.rows.length - 1])?.focus();
  }

  /** @param {number} row */
  async _remove(row) {
    this.rows = this.rows.filter((one) => one !== row);
    await this.updateComplete;
    this._row(this.rows[this.rows.length - 1])?.focus();
  }

  /** @param {number} row @returns {HTMLElement | null} */
  _row(row) {
    return this.querySelector(`[name=engine-${row}]`);
  }

  /** The options for a limit. @param {string} selected */
  _limits(selected) {
    const option = (/** @type {string} */ value, /** @type {string} */ label) =>
      html`<option value=${value} ?selected=${value === selected}>${label}</option>`;
    return html`${SECONDS.map((value) => option(`time ${value}`, words.secondsOf(value)))}${NODES.map((value) => option(`nodes ${value}`, words.nodesOf(value)))}`;
  }

  /** @param {Api.GameJson} game @param {number} row @param {number} at */
  _engine(game, row, at) {
    // By default, each row has a different engine, beginning with the engine for a first game.
    const first = game.opponents.findIndex((one) => one.id === game.friendly),
      usual = game.opponents[(Math.max(first, 0) + row) % game.opponents.length]?.id;
    const name = words.engine(at + 1),
      removable = this.rows.length > 2;
    return html`<div class=${removable ? "engine-row removable" : "engine-row"}>
      <label class="pick"><span>${name}</span><select name="engine-${row}">${levels(game, usual)}${otherEngines(game, usual)}</select></label>
      <label class="pick"><span>${words.ownLimit}</span><select name="limit-${row}" aria-label=${words.ownLimitOf(at + 1)}><option value="">${words.sameLimit}</option>${this._limits("")}</select></label>
      ${removable ? html`<button type="button" class="remove" aria-label=${words.removeEngine(at + 1)} title=${words.removeEngine(at + 1)} @click=${() => this._remove(row)}>×</button>` : nothing}
    </div>`;
  }

  /** The fields for one game. @param {Api.GameJson} game */
  _choices(game) {
    const tournament = this.rows.length > 2;
    return html`
      <fieldset class="pick engines"><legend>${words.engines}</legend>
        ${this.rows.map((row, at) => keyed(row, this._engine(game, row, at)))}
        ${this.rows.length < MOST_ENGINES ? html`<button type="button" class="add" @click=${this._add}>${words.addEngine}</button>` : nothing}
      </fieldset>
      ${
        tournament
          ? html`<label class="pick"><span>${words.format}</span><select name="format">${Object.entries(words.formats).map(([id, name]) => html`<option value=${id}>${name}</option>`)}</select></label>`
          : nothing
      }
      <div class="pair">
        <label class="pick"><span>${words.variant}</span><select name="variant">${game.variants.map((name) => html`<option>${name}</option>`)}</select></label>
        <label class="pick"><span>${words.limit}</span><select name="limit">${this._limits(USUAL)}</select></label>
      </div>
      <div class="pair">
        ${this.numberField("games", tournament ? words.gamesEach : words.games, { min: 2, max: MOST_GAMES, value: 20 })}
        <label class="pick"><span>${words.atOnce}</span><select name="concurrency">${AT_ONCE.filter((count) => count <= this.cores).map((count) => html`<option>${count}</option>`)}</select></label>
      </div>
      <p class="quiet even">${words.even}</p>
      ${
        game.rules.length
          ? html`<details><summary>${words.rules}: ${game.rules.map((rule) => sentence(rule.title)).join(", ")}</summary>${game.rules.map(
              (rule) => html`<label class="pick"><span>${sentence(rule.title)}</span>
        <select name="rule-${rule.name}">${rule.choices.map((choice, k) => html`<option value=${choice}>${sentence(rule.labels[k])}</option>`)}</select></label>`,
            )}</details>`
          : nothing
      }`;
  }

  render() {
    const game = this.chosenGame();
    return game ? this.frame(words.newMatch, keyed(game.name, this._choices(game))) : nothing;
  }
}

customElements.define("new-match", NewMatch);
