/**
 * `<deleted-games>`: the games in the library's trash, most recently deleted first, with buttons to restore them.
 *
 * @fires restored games were put back into the library; `detail` is their number
 */

import { html, nothing } from "../vendor/lit/lit.js";
import { PageElement } from "../page_element.js";
import { Latest } from "../latest.js";
import { readTrash, restoreStoredGames } from "../library_api.js";
import { sideName } from "../sides.js";
import { language } from "../words.js";
import { words } from "../words/library.js";
import { pairing, shownResult } from "./pairing.js";
import { sentence } from "./sentence.js";
import { messageOf } from "../request.js";

const MOST = 200; // games in the list
const DELETED = "deleted"; // the `reason` of a game that a user deleted; a merged duplicate has another
const day = new Intl.DateTimeFormat(language, { dateStyle: "medium" });

export class DeletedGames extends PageElement {
  static properties = {
    games: { attribute: false },
    writable: { type: Boolean },
    version: { attribute: false },
    found: { state: true },
    trouble: { state: true },
    busy: { state: true },
  };

  constructor() {
    super();
    /** @type {Api.GameJson[]} */
    this.games = [];
    this.writable = false;
    this.version = 0;
    /** @type {Api.TrashRowJson[] | null} */
    this.found = null;
    this.trouble = "";
    this.busy = false;
    this._latest = new Latest();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("version")) this._load();
  }

  async _load() {
    const isLatest = this._latest.begin();
    try {
      const { games } = await readTrash(MOST);
      if (!isLatest()) return;
      this.found = games;
      this.trouble = "";
    } catch (error) {
      if (isLatest()) this.trouble = messageOf(error);
    }
  }

  /** @param {number[]} ids */
  async _restore(ids) {
    this.busy = true;
    this.trouble = "";
    try {
      const { restored } = await restoreStoredGames(ids);
      if (restored.length) this.emit("restored", restored.length);
      await this._load();
      if (restored.length < ids.length) this.trouble = words.restoredNot(ids.length - restored.length);
    } catch (error) {
      await this._load(); // the list is outdated if another page has restored one of the games
      this.trouble = messageOf(error);
    }
    this.busy = false;
  }

  render() {
    const { found } = this;
    return html`<div class="trash-head"><div><h2>${words.trash}</h2><p class="quiet">${words.trashAbout}</p></div>
        ${this.writable && found && found.length > 1 ? html`<button type="button" ?disabled=${this.busy} @click=${() => this._restore(found.map((game) => game.id))}>${words.restoreMany(found.length)}</button>` : nothing}</div>
      ${this.trouble ? html`<p class="library-note" role="alert">${sentence(this.trouble)}</p>` : nothing}
      ${!found && !this.trouble ? html`<p class="library-note quiet">${words.loading}</p>` : nothing}
      ${found && !found.length ? html`<p class="library-note quiet">${words.trashEmpty}</p>` : nothing}
      ${found?.length ? html`<ul class="trash">${found.map((game) => this._row(game))}</ul>` : nothing}
      ${found && found.length === MOST ? html`<p class="library-note quiet">${words.trashMore(MOST)}</p>` : nothing}`;
  }

  /** @param {Api.TrashRowJson} game */
  _row(game) {
    const info = this.games.find((one) => one.name === game.game),
      title = info?.title ?? game.game;
    const names = game.players
      .map((name, k) => name || sideName(info?.players[k] ?? words.unknown))
      .join(" – ");
    const facts = [
      `${title} ${game.variant}`,
      shownResult(game.result),
      words.plies(game.plies),
      game.date.slice(0, 10),
      game.event,
    ].filter(Boolean);
    return html`<li data-id=${game.id}>
      <div class="trash-game"><p class="who">${pairing(game, this.games)}</p><p class="quiet">${facts.join(" · ")}</p></div>
      <p class="quiet trash-why">${words.deletedOn(day.format(new Date(game.deleted)))}${game.reason !== DELETED ? html`<br>${sentence(game.reason)}` : nothing}</p>
      ${this.writable ? html`<button type="button" ?disabled=${this.busy} aria-label=${words.restoreOne(names)} @click=${() => this._restore([game.id])}>${words.restore}</button>` : nothing}
    </li>`;
  }
}

customElements.define("deleted-games", DeletedGames);
