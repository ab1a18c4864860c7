/**
 * `<player-list>`: the players of one game with their results and ratings.
 *
 * @fires player a player was chosen; `detail` is the name
 */

import { html, nothing } from "../vendor/lit/lit.js";
import { PageElement } from "../page_element.js";
import { Latest } from "../latest.js";
import { listPlayers } from "../library_api.js";
import { words } from "../words/library.js";
import { resultBar, signed } from "./explorer.js";
import { messageOf } from "../request.js";

const PAUSE = 200; // milliseconds to wait after the last keystroke

export class PlayerList extends PageElement {
  static properties = {
    game: {},
    version: { attribute: false },
    text: { state: true },
    found: { state: true },
    trouble: { state: true },
  };

  constructor() {
    super();
    /** The name of the game. */
    this.game = "";
    this.version = 0;
    this.text = "";
    /** @type {Api.PlayersJson | null} */
    this.found = null;
    this.trouble = "";
    this._timer = 0;
    this._latest = new Latest();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this._timer);
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if ((changed.has("game") || changed.has("version")) && this.game) this._load();
  }

  async _load() {
    const isLatest = this._latest.begin();
    try {
      const found = await listPlayers({ game: this.game, name: this.text.trim() });
      if (!isLatest()) return;
      this.found = found;
      this.trouble = "";
    } catch (error) {
      if (isLatest()) this.trouble = messageOf(error);
    }
  }

  /** @param {FieldEvent} event */
  _typed(event) {
    this.text = event.target.value;
    clearTimeout(this._timer);
    this._timer = setTimeout(() => this._load(), PAUSE);
  }

  render() {
    const { found } = this;
    return html`<label class="players-search"><span class="hidden">${words.playerSearch}</span>
        <input class="field" type="search" maxlength="200" placeholder=${words.playerSearch} .value=${this.text} @input=${this._typed}></label>
      ${this.trouble ? html`<p class="library-note" role="alert">${this.trouble}</p>` : nothing}
      ${found && !found.players.length ? html`<p class="library-note quiet">${words.noPlayers}</p>` : nothing}
      ${
        found?.players.length
          ? html`<div class="table-scroll"><table class="players">
        <thead><tr><th class="name">${words.players}</th><th>${words.rating}</th><th>${words.gamesTab}</th><th class="wide">${words.won1}</th><th class="wide">${words.drawn}</th><th class="wide">${words.lost}</th><th class="bar-cell"><span class="hidden">${words.result}</span></th><th>${words.score}</th></tr></thead>
        <tbody>${found.players.map(
          (one, at) => html`
          ${at && one.group !== found.players[at - 1].group ? html`<tr class="group"><td colspan="8">${words.otherGroup}</td></tr>` : nothing}
          <tr>
          <td class="name"><button type="button" class="link" @click=${() => this.emit("player", one.name || one.label)}>${one.label}</button>
            ${one.aliases.length ? html`<small class="quiet">${words.alsoKnown(one.aliases.join(", "))}</small>` : nothing}</td>
          <td class="elo" title=${one.estimate ? words.estimate : nothing}>${signed(one.elo)}${one.error === null ? nothing : html`<small class="quiet"> ±${Math.round(one.error)}${one.estimate ? "*" : ""}</small>`}</td>
          <td>${one.games}</td><td class="wide">${one.wins}</td><td class="wide">${one.draws}</td><td class="wide">${one.losses}</td>
          <td class="bar-cell">${resultBar({ first: one.wins, draws: one.draws, second: one.losses }, `${words.won1} ${one.wins}, ${words.drawn} ${one.draws}, ${words.lost} ${one.losses}`, "own")}</td>
          <td>${one.score === null ? "–" : `${Math.round(100 * one.score)}%`}</td></tr>`,
        )}</tbody></table></div>
        ${found.players.some((one) => one.estimate) ? html`<p class="library-note quiet">* ${words.estimate}</p>` : nothing}`
          : nothing
      }`;
  }
}

customElements.define("player-list", PlayerList);
