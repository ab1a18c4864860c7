/**
 * `<library-view>`: the stored games to search, look at, correct and delete; openings; players; importing by dropping files.
 *
 * The address has the part that is shown (`tab`), the filters of the list, and the line of the openings.
 */

import { LitElement, html, nothing } from "../vendor/lit/lit.js";
import { Latest } from "../latest.js";
import { deleteStored, listGames, readLibrary, restoreStored, undoEdit } from "../library_api.js";
import { words } from "../words/library.js";
import "./edit_game.js";
import { FILTERS } from "./game_filters.js";
import "./game_preview.js";
import { droppedFiles } from "./import_games.js";
import "./openings.js";
import "./own_analyses.js";
import { pairing, shownResult } from "./pairing.js";
import "./players.js";
import "./trash.js";

const TABS = ["games", "openings", "players", "analyses"];
const TRASH = "trash"; // a part, but no tab
const UNDO = 20_000; // milliseconds for which undo is offered
const WIDE = "(min-width: 1000px)";

export class LibraryView extends LitElement {
  static properties = {
    games: { attribute: false },
    views: { attribute: false },
    address: { attribute: false },
    info: { state: true },
    found: { state: true },
    total: { state: true },
    selected: { state: true },
    checked: { state: true },
    opened: { state: true },
    trouble: { state: true },
    toast: { state: true },
    dragging: { state: true },
    version: { state: true },
    busy: { state: true },
  };

  constructor() {
    super();
    /** @type {Api.GameJson[]} */
    this.games = [];
    /** @type {string[]} */
    this.views = [];
    this.address = new URLSearchParams();
    /** @type {Api.LibraryJson | null} */
    this.info = null;
    /** @type {Api.StoredRowJson[]} */
    this.found = [];
    this.total = 0;
    /** The number of the game in the preview. */
    this.selected = 0;
    /** @type {Set<number>} */
    this.checked = new Set();
    /** Whether the preview covers the list, on narrow windows. */
    this.opened = false;
    this.trouble = "";
    /** @type {{text: string, undo: (() => Promise<any>) | null} | null} */
    this.toast = null;
    this.dragging = false;
    /** Counts the changes of the library. */
    this.version = 0;
    this.busy = false;
    this._latest = new Latest();
    this._timer = 0;
    this._depth = 0;
    this._listed = "";
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    for (const [name, act] of this._events()) addEventListener(name, act);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    for (const [name, act] of this._events()) removeEventListener(name, act);
    clearTimeout(this._timer);
  }

  /** What happens anywhere in the window. @returns {[string, (event: any) => void][]} */
  _events() {
    return [
      ["dragenter", this._enter],
      ["dragover", this._over],
      ["dragleave", this._leave],
      ["drop", this._drop],
      ["keydown", this._shortcut],
    ];
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("address")) this._route();
  }

  // ---- the address -------------------------------------------------------------------------------

  get tab() {
    const tab = this.address.get("tab") ?? "games";
    return [...TABS, TRASH].includes(tab) ? tab : "games";
  }

  get filters() {
    return Object.fromEntries(
      FILTERS.map((name) => [name, this.address.get(name) ?? ""]).filter(([, text]) => text),
    );
  }

  /** Where the openings are. */
  get line() {
    const most = (/** @type {string} */ name) => Object.entries(this.info?.variants[name] ?? {})[0];
    const [played] = this.games
      .map((game) => game.name)
      .filter((name) => most(name))
      .sort((a, b) => most(b)[1] - most(a)[1]);
    const game = this.address.get("game") ?? played ?? this.games[0]?.name ?? "",
      info = this.games.find((one) => one.name === game);
    const rules = Object.fromEntries(
      (info?.rules ?? [])
        .map((rule) => [rule.name, this.address.get(`rule.${rule.name}`)])
        .filter(([, value]) => value),
    );
    return {
      game,
      variant: this.address.get("variant") ?? most(game)?.[0] ?? info?.variants[0],
      rules,
      start: this.address.get("start") || null,
      moves: (this.address.get("moves") ?? "").split(";").filter(Boolean),
    };
  }

  /** @param {Record<string, string>} values */
  _visit(values) {
    const rest = new URLSearchParams(Object.entries(values).filter(([, text]) => text)).toString();
    location.hash = rest ? `library&${rest}` : "library";
  }

  /** @param {any} line */
  _explore(line) {
    const rules = Object.fromEntries(
      Object.entries(line.rules ?? {}).map(([name, value]) => [`rule.${name}`, value]),
    );
    this._visit({
      tab: "openings",
      game: line.game,
      variant: line.variant,
      ...rules,
      start: line.start ?? "",
      moves: (line.moves ?? []).join(";"),
    });
  }

  _route() {
    const listed = JSON.stringify(this.filters);
    if (!this.info) this._load();
    else if (this.tab === "games" && listed !== this._listed) this._list();
  }

  // ---- the list ----------------------------------------------------------------------------------

  async _load() {
    try {
      this.info = await readLibrary();
      this.trouble = this.info.trouble;
      this._listed = ""; // other parts do not show the list
      if (!this.trouble && this.tab === "games") await this._list();
    } catch (error) {
      this._failed(error);
    }
  }

  /** @param {unknown} error */
  _failed(error) {
    this.trouble = error instanceof Error ? error.message : String(error);
    this.busy = false;
  }

  /** Ask for the games that match, from the first one or after those that are there. @param {boolean} [more] */
  async _list(more = false) {
    const isLatest = this._latest.begin(),
      { filters } = this;
    this._listed = JSON.stringify(filters);
    this.busy = true;
    try {
      const { games, total } = await listGames(filters, more ? this.found.length : 0);
      if (!isLatest()) return;
      this.found = more ? [...this.found, ...games] : games;
      this.total = total;
      this.trouble = "";
      this.busy = false;
      const there = this.found.some((game) => game.id === this.selected);
      if (!there) this.selected = (matchMedia(WIDE).matches && this.found[0]?.id) || 0;
      this.checked = new Set([...this.checked].filter((id) => this.found.some((game) => game.id === id)));
    } catch (error) {
      if (isLatest()) this._failed(error);
    }
  }

  /** The library has changed. */
  async _renew() {
    this.version += 1;
    await this._load();
  }

  /** @param {number} id @param {boolean} [open] */
  _select(id, open = false) {
    this.selected = id;
    if (open) this.opened = true;
  }

  /** @param {KeyboardEvent} event @param {number} at */
  _rowKey(event, at) {
    const to = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: this.found.length - 1,
      PageDown: at + 10,
      PageUp: at - 10,
    }[event.key];
    if (event.target !== event.currentTarget) return;
    if (to !== undefined) {
      const row = /** @type {HTMLElement[]} */ ([...this.querySelectorAll("tbody tr")])[
        Math.max(0, Math.min(this.found.length - 1, to))
      ];
      row?.focus();
      row?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter") this._select(this.found[at].id, true);
    else if (event.key === " ") this._check(this.found[at].id);
    else if (event.key === "Delete" && this.info?.writable) this._delete([this.found[at].id]);
    else return;
    event.preventDefault();
  }

  /** @param {number} id */
  _check(id) {
    const checked = new Set(this.checked);
    if (!checked.delete(id)) checked.add(id);
    this.checked = checked;
  }

  // ---- changes -----------------------------------------------------------------------------------

  /** Say what was done, and offer to undo it. @param {string} text @param {(() => Promise<any>) | null} undo */
  _say(text, undo) {
    clearTimeout(this._timer);
    this.toast = { text, undo };
    this._timer = setTimeout(() => {
      this.toast = null;
    }, UNDO);
  }

  /** @param {() => Promise<any>} change */
  async _try(change) {
    try {
      await change();
      return true;
    } catch (error) {
      this._say(error instanceof Error ? error.message : String(error), null);
      return false;
    }
  }

  async _undo() {
    const undo = this.toast?.undo;
    this.toast = null;
    if (undo && (await this._try(undo))) this._say(words.restored, null);
    await this._renew();
  }

  /** @param {number[]} ids */
  async _delete(ids) {
    const at = this.found.findIndex((game) => game.id === ids[0]),
      next = this.found.slice(at).find((game) => !ids.includes(game.id)) ?? this.found[at - 1];
    if (!(await this._try(() => deleteStored(ids)))) return;
    if (ids.includes(this.selected)) this.selected = next?.id ?? 0;
    this.opened = false;
    this.checked = new Set();
    this._say(words.deleted(ids.length), () => restoreStored(ids));
    await this._renew();
    /** @type {HTMLElement | null} */ (this.querySelector(`tr[data-id="${this.selected}"]`))?.focus();
  }

  /** @param {CustomEvent} event */
  async _corrected(event) {
    const { undo } = event.detail;
    if (undo) this._say(words.edited, () => undoEdit(undo));
    await this._renew();
  }

  // ---- importing ---------------------------------------------------------------------------------

  /** @param {DragEvent} event */
  _hasFiles(event) {
    return Boolean(this.info && event.dataTransfer?.types.includes("Files"));
  }

  _enter = (/** @type {DragEvent} */ event) => {
    if (!this._hasFiles(event)) return;
    this._depth += 1;
    this.dragging = true;
    event.preventDefault();
  };

  _over = (/** @type {DragEvent} */ event) => {
    if (this._hasFiles(event)) event.preventDefault(); // else the browser would open the file
  };

  _leave = () => {
    this._depth = Math.max(0, this._depth - 1);
    if (!this._depth) this.dragging = false;
  };

  _drop = async (/** @type {DragEvent} */ event) => {
    if (!this._hasFiles(event) || !event.dataTransfer) return;
    event.preventDefault();
    this._depth = 0;
    this.dragging = false;
    if (this.info?.writable) this._import(await droppedFiles(event.dataTransfer));
    else this._say(words.readOnly, null);
  };

  /** @param {File[]} files */
  _import(files) {
    if (files.length) /** @type {any} */ (this.querySelector("import-games")).add(files);
  }

  /** @param {any} event */
  _picked(event) {
    this._import([...event.target.files]);
    event.target.value = "";
  }

  /** @param {KeyboardEvent} event */
  _shortcut = (event) => {
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      /** @type {Element} */ (event.target).closest?.("input, select, dialog, textarea")
    )
      return;
    if (event.key === "/" && this.tab === "games")
      /** @type {any} */ (this.querySelector("game-filters"))?.focusSearch();
    else if (event.key === "Escape" && this.opened) this.opened = false;
    else return;
    event.preventDefault();
  };

  // ---- drawing -----------------------------------------------------------------------------------

  render() {
    const { info, tab } = this;
    if (!info) {
      return html`<main class="library"><h1 class="hidden">${words.library}</h1><div class="alone"><p>${this.trouble ? `${words.failed} ${this.trouble}` : words.loading}</p>
        ${
          this.trouble
            ? html`<button type="button" class="primary" @click=${() => {
                this.trouble = "";
                this._load();
              }}>${words.retry}</button>`
            : nothing
        }</div></main>`;
    }
    const text = {
      games: words.gamesTab,
      openings: words.openingsTab,
      players: words.playersTab,
      analyses: words.analysesTab,
    };
    return html`<main class="library">
      <div class="library-bar">
        <h1 class="hidden">${words.library}</h1>
        <nav class="parts" aria-label=${words.parts}>${TABS.map(
          (one) => html`<a class="tab" href=${one === "games" ? "#library" : `#library&tab=${one}`}
          aria-current=${one === tab ? "page" : nothing}>${/** @type {any} */ (text)[one]}${one === "games" && info.games ? html` <span class="tally">${words.count(info.games)}</span>` : nothing}</a>`,
        )}</nav>
        ${info.writable && info.games ? html`<label class="button primary import-button"><span class="long">${words.import}</span><span class="brief">${words.importing}</span><input class="hidden" type="file" multiple @change=${this._picked}></label>` : nothing}
      </div>
      <import-games @imported=${this._renew}></import-games>
      ${this._part()}
      ${this.dragging ? html`<div class="drop-zone"><p>${info.writable ? words.drop : words.readOnly}</p></div>` : nothing}
      <div class="toast-box" role="status" aria-live="polite">${
        this.toast
          ? html`<p class="toast">${this.toast.text}
        ${this.toast.undo ? html`<button type="button" class="link" @click=${this._undo}>${words.undo}</button>` : nothing}
        <button type="button" class="shut" aria-label=${words.close} @click=${() => {
          this.toast = null;
        }}>×</button></p>`
          : nothing
      }</div>
      <edit-game .games=${this.games} @corrected=${this._corrected}></edit-game>
    </main>`;
  }

  _part() {
    const { info } = this;
    if (this.trouble) {
      return html`<div class="library-empty"><p role="alert">${words.failed}</p><p class="quiet">${this.trouble}</p>
        <button type="button" @click=${() => {
          this.trouble = "";
          this._load();
        }}>${words.retry}</button></div>`;
    }
    if (this.tab === TRASH) return this._trash();
    if (this.tab === "analyses") return this._analyses();
    if (!info?.games) {
      return html`<div class="library-empty"><svg class="empty-icon" viewBox="0 0 120 90" aria-hidden="true"><path d="M38 6l20 11.5v23L38 52 18 40.500v-23Z M58 40.500 78 52v23L58 86.500 38 75V52Z" /><path class="dashed" d="M58 17.500 78 6l20 11.500v23L78 52" /></svg>
        <h2>${words.empty}</h2><p class="quiet">${info?.writable ? words.emptyHow : words.emptyReadOnly}</p>
        ${
          info?.writable
            ? html`<label class="button primary">${words.import}<input class="hidden" type="file" multiple @change=${this._picked}></label>
          <a class="quiet-link" href="#library&tab=${TRASH}">${words.trash}</a>`
            : nothing
        }</div>`;
    }
    if (this.tab === "openings") return this._openings();
    if (this.tab === "players") return this._players();
    return this._gamesPart();
  }

  /** The choice of a game above a part. @param {string} now @param {(game: string) => void} choose */
  _gameChoice(now, choose) {
    const there = this.games.filter((game) => this.info?.variants[game.name] || game.name === now);
    return html`<div class="segments game-choice" role="radiogroup" aria-label=${words.game}>${there.map(
      (game) => html`<label>
      <input type="radio" name="library-game" .checked=${game.name === now} @change=${() => choose(game.name)}><span>${game.title}</span></label>`,
    )}</div>`;
  }

  _openings() {
    const { line } = this,
      variants = Object.keys(this.info?.variants[line.game] ?? {});
    if (line.variant && !variants.includes(line.variant)) variants.unshift(line.variant);
    return html`<div class="part openings-part">
      <div class="part-bar">${this._gameChoice(line.game, (game) => this._visit({ tab: "openings", game }))}
        <label class="pill"><span class="hidden">${words.variant}</span><select @change=${(/** @type {any} */ event) => this._visit({ tab: "openings", game: line.game, variant: event.target.value })}>
          ${variants.map((name) => html`<option ?selected=${name === line.variant}>${name}</option>`)}</select></label></div>
      <opening-board .line=${line} .games=${this.games} .version=${this.version} @line=${(/** @type {CustomEvent} */ event) => this._explore(event.detail)}></opening-board>
    </div>`;
  }

  _players() {
    const { game } = this.line;
    return html`<div class="part players-part">
      <div class="part-bar">${this._gameChoice(game, (name) => this._visit({ tab: "players", game: name }))}</div>
      <player-list .game=${game} .version=${this.version} @player=${(/** @type {CustomEvent} */ event) => this._visit({ player: event.detail, game })}></player-list>
    </div>`;
  }

  _analyses() {
    return html`<div class="part trash-part"><own-analyses .games=${this.games} .version=${this.version}
      @removed=${(/** @type {CustomEvent} */ event) => this._say(words.analysisDeleted, event.detail)}></own-analyses></div>`;
  }

  _trash() {
    return html`<div class="part trash-part"><p><a class="quiet-link" href="#library">‹ ${words.gamesTab}</a></p>
      <deleted-games .games=${this.games} ?writable=${Boolean(this.info?.writable)} .version=${this.version}
        @restored=${(/** @type {CustomEvent} */ event) => {
          this._say(words.restoredMany(event.detail), null);
          this._renew();
        }}></deleted-games></div>`;
  }

  _gamesPart() {
    const { found, total, checked } = this;
    return html`<game-filters .filters=${this.filters} .games=${this.games} .variants=${this.info?.variants ?? {}} @filter=${(/** @type {CustomEvent} */ event) => this._visit(event.detail)}></game-filters>
      <div class=${this.opened ? "shelf opened" : "shelf"}>
        <div class="list-box">
          <p class="list-sum"><span role="status">${words.games(total)}</span>
            ${
              checked.size && this.info?.writable
                ? html`<button type="button" class="danger small" @click=${() => this._delete([...checked])}>${words.deleteMany(checked.size)}</button>`
                : this.info?.writable
                  ? html`<a class="quiet-link" href="#library&tab=${TRASH}">${words.trash}</a>`
                  : nothing
            }</p>
          ${found.length ? this._table() : html`<p class="library-note quiet">${this.busy ? words.loading : words.nothing}</p>`}
          ${found.length < total ? html`<button type="button" class="show-more" ?disabled=${this.busy} @click=${() => this._list(true)}>${words.showMore}</button>` : nothing}
        </div>
        <aside class="preview-box" aria-label=${words.preview}>
          ${
            this.selected
              ? html`<game-preview .stored=${this.selected} .games=${this.games} .views=${this.views} .writable=${Boolean(this.info?.writable)} .version=${this.version}
            @shut=${() => {
              this.opened = false;
            }} @remove=${(/** @type {CustomEvent} */ event) => this._delete([event.detail])}
            @edit=${(/** @type {CustomEvent} */ event) => /** @type {any} */ (this.querySelector("edit-game")).open(event.detail)}
            @find=${(/** @type {CustomEvent} */ event) => {
              this.opened = false;
              this._visit({ position: event.detail });
            }}
            @explore=${(/** @type {CustomEvent} */ event) => this._explore(event.detail)}></game-preview>`
              : html`<p class="preview-note quiet">${words.noPreview}</p>`
          }
        </aside>
      </div>`;
  }

  _table() {
    const title = (/** @type {string} */ name) =>
      this.games.find((game) => game.name === name)?.title ?? name;
    const current = this.found.some((game) => game.id === this.selected) ? this.selected : this.found[0].id;
    return html`<table class=${["stored", this.busy && "busy", this.found.some((game) => game.event) || "eventless"].filter(Boolean).join(" ")} role="grid" aria-label=${words.list} aria-rowcount=${this.total}>
      <thead><tr role="row">${this.info?.writable ? html`<th role="columnheader" class="tick"><span class="hidden">${words.delete}</span></th>` : nothing}<th role="columnheader">${words.players}</th><th role="columnheader">${words.result}</th><th role="columnheader">${words.game}</th>
        <th role="columnheader" class="figure">${words.length}</th><th role="columnheader">${words.date}</th><th role="columnheader" class="event">${words.event}</th></tr></thead>
      <tbody>${this.found.map(
        (
          game,
          at,
        ) => html`<tr role="row" data-id=${game.id} tabindex=${game.id === current ? 0 : -1} aria-selected=${game.id === this.selected}
          @click=${() => this._select(game.id, true)} @focus=${() => {
            if (matchMedia(WIDE).matches) this._select(game.id);
          }} @keydown=${(/** @type {KeyboardEvent} */ event) => this._rowKey(event, at)}>
        ${
          this.info?.writable
            ? html`<td role="gridcell" class="tick" @click=${(/** @type {Event} */ event) => event.stopPropagation()}><label><input type="checkbox" tabindex="-1" .checked=${this.checked.has(game.id)} @change=${() => this._check(game.id)}
          aria-label=${words.select(game.players.map((name) => name || words.unknown).join(" – "))}></label></td>`
            : nothing
        }
        <td role="gridcell" class="who">${pairing(game, this.games)}</td>
        <td role="gridcell" class="outcome">${shownResult(game.result)}</td>
        <td role="gridcell" class="kind">${title(game.game)} <span class="quiet">${game.variant}</span></td>
        <td role="gridcell" class="figure">${game.plies}<span class="brief"> ${words.length}</span></td>
        <td role="gridcell" class="day">${game.date.slice(0, 10)}</td>
        <td role="gridcell" class="event" title=${game.event}>${game.event}</td>
      </tr>`,
      )}</tbody></table>`;
  }
}

customElements.define("library-view", LibraryView);
