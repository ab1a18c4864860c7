/**
 * `<new-match>`: the dialog that starts a match or a tournament on the server.
 *
 * @fires begin the id of the match is the `detail`
 */

import { html, keyed, live, nothing } from "../vendor/lit/lit.js";
import { startMatch } from "../command_api.js";
import { PageDialog } from "../page_element.js";
import { ApiError } from "../request.js";
import { words } from "../words/commands.js";
import { levels, otherEngines } from "./engine_choice.js";
import { sentence } from "./sentence.js";

const SECONDS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60];
const NODES = [1, 10, 100, 1000, 10_000, 100_000];
const USUAL = "time 0.5";
const MOST_ENGINES = 10,
  MOST_GAMES = 20_000;
const AT_ONCE = [1, 2, 3, 4, 6, 8];

/** The fields of the request for a limit. @param {string} text such as `time 0.5`; empty for none */
function limitOf(text) {
  const [name, value] = text.split(" ");
  return value ? { [name]: Number(value) } : {};
}

export class NewMatch extends PageDialog {
  static properties = {
    games: { attribute: false },
    chosen: { state: true },
    rows: { state: true },
    busy: { state: true },
    trouble: { state: true },
  };

  constructor() {
    super();
    /** The catalog. @type {Api.GameJson[]} */
    this.games = [];
    this.chosen = "";
    /** A number for each engine, which stays the same when another one is removed. */
    this.rows = [0, 1];
    this.busy = false;
    this.trouble = "";
  }

  async open() {
    this.trouble = "";
    this.chosen ||= this.games[0].name;
    await this.updateComplete;
    this.dialog.showModal();
  }

  /** @param {SubmitEvent} event */
  async _submit(event) {
    event.preventDefault();
    if (this.busy) return;
    const data = new FormData(/** @type {HTMLFormElement} */ (event.target)),
      text = (/** @type {string} */ name) => String(data.get(name) ?? "");
    const rules = this._game().rules.map((rule) => [rule.name, text(`rule-${rule.name}`)]);
    const wish = /** @type {Api.NewMatch} */ ({
      game: this.chosen,
      variant: text("variant"),
      rules: Object.fromEntries(rules),
      engines: this.rows.map((row) => ({ id: text(`engine-${row}`), ...limitOf(text(`limit-${row}`)) })),
      ...(this.rows.length > 2 ? { format: text("format") } : {}),
      games: Number(text("games")),
      ...limitOf(text("limit")),
      concurrency: Number(text("concurrency")),
    });
    this.busy = true;
    this.trouble = "";
    try {
      const { id } = await startMatch(wish);
      this.shut();
      this.emit("begin", id);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.trouble = error.message;
    } finally {
      this.busy = false;
    }
  }

  _game() {
    return this.games.find((game) => game.name === this.chosen) ?? this.games[0];
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

  /** The limits to choose from. @param {string} selected */
  _limits(selected) {
    const option = (/** @type {string} */ value, /** @type {string} */ label) =>
      html`<option value=${value} ?selected=${value === selected}>${label}</option>`;
    return html`${SECONDS.map((value) => option(`time ${value}`, words.secondsOf(value)))}${NODES.map((value) => option(`nodes ${value}`, words.nodesOf(value)))}`;
  }

  /** @param {Api.GameJson} game @param {number} row @param {number} at */
  _engine(game, row, at) {
    // Another one for each row, from the one for a first game on.
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

  /** What there is to choose in one game. @param {Api.GameJson} game */
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
        <label class="pick"><span>${tournament ? words.gamesEach : words.games}</span><input type="number" name="games" min="2" max=${MOST_GAMES} step="1" value="20" required></label>
        <label class="pick"><span>${words.atOnce}</span><select name="concurrency">${AT_ONCE.map((count) => html`<option>${count}</option>`)}</select></label>
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
    const game = this._game();
    if (!game) return nothing;
    return html`<dialog aria-labelledby="new-match-title" @click=${this.shutBeside}>
      <form method="dialog" @submit=${this._submit}>
        <h2 id="new-match-title">${words.newMatch}</h2>
        <fieldset class="pick"><legend>${words.game}</legend><div class="segments">${this.games.map(
          (one) => html`<label>
          <input type="radio" name="game" value=${one.name} .checked=${live(one.name === this.chosen)} @change=${() => {
            this.chosen = one.name;
          }}><span>${one.title}</span></label>`,
        )}</div></fieldset>
        ${keyed(game.name, this._choices(game))}
        ${this.trouble ? html`<p class="trouble" role="alert">${sentence(this.trouble)}</p>` : nothing}
        <div class="buttons"><button type="button" @click=${() => this.shut()}>${words.cancel}</button>
          <button type="submit" class="primary" aria-disabled=${this.busy ? "true" : nothing}>${this.busy ? words.starting : words.begin}</button></div>
      </form>
    </dialog>`;
  }
}

customElements.define("new-match", NewMatch);
