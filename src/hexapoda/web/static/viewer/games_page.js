/**
 * `<games-page>`: the page of `hexapoda view`, which shows the games from files in a list and on a board.
 *
 * @typedef {{id: number, file: string, error?: string, line?: number | null, place?: [number, number], game?: string,
 *   variant?: string, names?: string[], result?: string | null, plies?: number, date?: string, event?: string}} Row
 */

import { html, nothing, render } from "../vendor/lit/lit.js";
import { PageElement } from "../page_element.js";
import { engineName } from "../engine_names.js";
import { learnGames } from "../known_games.js";
import { Latest } from "../latest.js";
import { icon } from "../views/icons.js";
import { inLanguage, language } from "../words.js";
import { words } from "../words/viewer.js";
import { addShapes, PackedGames } from "./packed_games.js";
import { shownResult } from "./game_viewer.js";

const MOST_ROWS = 300; // rows in the list; a search finds the remaining games

/** @param {string | null | undefined} result */
const resultText = (result) => shownResult(result ?? "*");

/** @param {Row} row */
const namesOf = (row) =>
  row.names?.some(Boolean)
    ? row.names.map((name) => engineName(name, row.game ?? "") || words.unknown).join(" – ")
    : words.number(row.id);

export class GamesPage extends PageElement {
  static properties = {
    data: { attribute: false },
    search: { state: true },
    row: { state: true },
    record: { state: true },
    trouble: { state: true },
  };

  constructor() {
    super();
    /**
     * @type {{kinds: Record<string, import("./game_viewer.js").Kind>, games: Row[], blocks: string[], shapes: string,
     *   notices: string[]}}
     */
    this.data = { kinds: {}, games: [], blocks: [], shapes: "", notices: [] };
    /** The search text; only games that match all its words are listed. */
    this.search = "";
    /** @type {Row | null} */
    this.row = null;
    /** @type {Api.RecordJson | null} */
    this.record = null;
    this.trouble = "";
    /** @type {PackedGames | null} */
    this._packed = null;
    /** The id of the step on the board; -1 if the address determines it. */
    this._at = -1;
    this._routes = new Latest();
    /** @type {Promise<void> | null} */
    this._shapes = null;
  }

  windowEvents() {
    return { hashchange: () => this._route() };
  }

  connectedCallback() {
    super.connectedCallback();
    this._packed = new PackedGames(this.data.blocks);
    this._route();
  }

  /** The games that can be shown. */
  get _playable() {
    return this.data.games.filter((row) => row.place);
  }

  // ---- the address: #game=3&at=17 shows game 3 at its node 17 ------------------------------------

  async _route() {
    const address = new URLSearchParams(location.hash.slice(1)),
      id = Number(address.get("game"));
    const row = this._playable.find((one) => one.id === id) ?? this._playable[0];
    if (!row?.place || !this._packed) return;
    const isLatest = this._routes.begin();
    const at = Number(address.get("at") ?? 0);
    try {
      this._shapes ??= addShapes(this.data.shapes);
      await this._shapes;
      const record = this.row === row && this.record ? this.record : await this._packed.find(row.place);
      if (!isLatest()) return; // the visitor has chosen another game
      Object.assign(this, { row, record, trouble: "" });
      await this.updateComplete;
      const viewer = /** @type {import("./game_viewer.js").GameViewer | null} */ (
        this.querySelector("game-viewer")
      );
      await viewer?.updateComplete;
      if (viewer?.tree && this._at !== at) viewer.go(viewer.tree.find(at));
    } catch (error) {
      if (isLatest()) this.trouble = `${words.failed} ${error instanceof Error ? error.message : ""}`;
    }
  }

  /** @param {number} at the id of a step */
  _stepped(at) {
    this._at = at;
    if (this.row) history.replaceState(null, "", `#game=${this.row.id}${at ? `&at=${at}` : ""}`);
  }

  /** @param {Row | undefined} row */
  _open(row) {
    if (!row) return;
    this._at = -1;
    location.hash = `game=${row.id}`;
  }

  // ---- drawing -----------------------------------------------------------------------------------

  /** Return the rows that contain all words of the search. */
  _found() {
    const parts = this.search.toLowerCase().split(/\s+/).filter(Boolean);
    return this.data.games.filter((row) => {
      const text = [
        ...(row.names ?? []),
        row.file,
        row.event,
        row.date,
        row.variant,
        row.game,
        resultText(row.result),
        row.id,
      ]
        .join(" ")
        .toLowerCase();
      return parts.every((part) => text.includes(part));
    });
  }

  /** @param {Row} row */
  _row(row) {
    if (row.error) {
      return html`<li class="bad"><span class="who">${row.file}${row.line && !row.error.startsWith("line ") ? `, ${words.line(row.line)}` : ""}</span><small>${row.error}</small></li>`;
    }
    const facts = [
      this.data.kinds[row.game ?? ""]?.title,
      row.variant,
      words.plies(row.plies ?? 0),
      row.date?.slice(0, 10),
      row.event,
    ].filter(Boolean);
    return html`<li><a href="#game=${row.id}" aria-current=${row === this.row ? "true" : nothing} @click=${() => {
      this._at = -1;
    }}>
      <span class="who">${namesOf(row)}</span><span class="result">${resultText(row.result)}</span><small>${facts.join(" · ")}</small></a></li>`;
  }

  _list() {
    const { games } = this.data,
      found = this._found(),
      bad = games.filter((row) => row.error).length;
    return html`<section class="games-list" aria-label=${words.list}>
      <p class="count-line"><b>${words.games(games.length - bad)}</b>${bad ? html` · <span class="trouble-text">${words.bad(bad)}</span>` : nothing}</p>
      ${
        games.length > 5
          ? html`<label class="hidden" for="find">${words.search}</label>
        <input type="search" id="find" placeholder=${words.search} .value=${this.search} @input=${(
          /** @type {Event} */ event,
        ) => {
          this.search = /** @type {HTMLInputElement} */ (event.target).value;
        }}>
        <p class="quiet" role="status">${found.length ? words.found(found.length, games.length) : words.nothing}</p>`
          : nothing
      }
      <ol class="rows">${found.slice(0, MOST_ROWS).map((row) => this._row(row))}</ol>
      ${found.length > MOST_ROWS ? html`<p class="quiet">${words.more(found.length - MOST_ROWS)}</p>` : nothing}
    </section>`;
  }

  render() {
    const { data, row } = this,
      playable = this._playable,
      at = row ? playable.indexOf(row) : -1;
    const kind = row?.game ? data.kinds[row.game] : null;
    const facts =
      row && kind
        ? [
            kind.title,
            row.variant,
            this.record?.headers?.ending,
            this.record?.headers?.detail,
            row.date?.slice(0, 10),
            row.event,
          ]
        : [];
    const list = data.games.length > 1 ? this._list() : null;
    return html`<header class="page-header"><h1 class="brand">${words.title}</h1>
        ${
          playable.length > 1
            ? html`<span class="turning">
          <button type="button" id="previous-game" aria-label=${words.before} title=${words.before} ?disabled=${at <= 0} @click=${() => this._open(playable[at - 1])}>${icon("back")}</button>
          ${at + 1} / ${playable.length}
          <button type="button" id="next-game" aria-label=${words.next} title=${words.next} ?disabled=${at < 0 || at >= playable.length - 1} @click=${() => this._open(playable[at + 1])}>${icon("next")}</button></span>`
            : nothing
        }
      </header>
      ${this.trouble ? html`<p class="trouble" role="alert">${this.trouble}</p>` : nothing}
      ${
        this.record && kind && row
          ? html`<game-viewer .record=${this.record} .kind=${kind} .calls=${true} heading=${namesOf(row)} .notes=${data.notices}
              .beside=${list && { title: words.games(playable.length), content: list }}
              detail=${[...new Set(facts.filter(Boolean))].join(" · ")} @go=${(/** @type {CustomEvent} */ event) => this._stepped(event.detail)}></game-viewer>`
          : html`<main>${this.trouble || !playable.length ? nothing : html`<p class="quiet">${words.loading}</p>`}${list ?? nothing}${data.notices.map((note) => html`<p class="quiet">${note}</p>`)}</main>`
      }`;
  }
}

customElements.define("games-page", GamesPage);

document.documentElement.lang = language;
const page = /** @type {GamesPage} */ (document.createElement("games-page"));
page.data = inLanguage(JSON.parse(document.getElementById("games")?.textContent ?? "null"));
learnGames(Object.values(page.data?.kinds ?? {}));
render(page, /** @type {HTMLElement} */ (document.getElementById("page")));
