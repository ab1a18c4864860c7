/**
 * The page of `hexapoda view`: all games of some files, in a list and on a board.
 *
 * @typedef {{id: number, file: string, error?: string, line?: number | null, place?: [number, number], game?: string, variant?: string,
 *   names?: string[], result?: string | null, plies?: number, date?: string, event?: string}} Row
 */

import { html, nothing, render } from "../vendor/lit/lit.js";
import { PageElement } from "../page_element.js";
import { engineName } from "../engine_names.js";
import { learnGames } from "../known_games.js";
import { icon } from "../views/icons.js";
import { inLanguage, language } from "../words.js";
import { words } from "../words/viewer.js";
import { PackedGames, unpack } from "./packed_games.js";
import { shownResult } from "./game_viewer.js";

const MOST = 300; // rows that are written; a search finds the others

/** @param {string | null | undefined} result */
const shown = (result) => shownResult(result ?? "*");

/** @param {Row} row */
const namesOf = (row) =>
  row.names?.some(Boolean)
    ? row.names.map((name) => engineName(name, row.game ?? "") || words.unknown).join(" – ")
    : words.number(row.id);

export class GamesPage extends PageElement {
  static properties = {
    data: { attribute: false },
    wanted: { state: true },
    row: { state: true },
    record: { state: true },
    trouble: { state: true },
  };

  constructor() {
    super();
    /** @type {{kinds: Record<string, import("./game_viewer.js").Kind>, games: Row[], blocks: string[], shapes: string, notices: string[]}} */
    this.data = { kinds: {}, games: [], blocks: [], shapes: "", notices: [] };
    /** What was typed to find a game. */
    this.wanted = "";
    /** @type {Row | null} */
    this.row = null;
    /** @type {Api.RecordJson | null} */
    this.record = null;
    this.trouble = "";
    /** @type {PackedGames | null} */
    this._packed = null;
    this._at = -1;
    /** @type {Promise<void> | null} */
    this._shapes = null;
  }

  connectedCallback() {
    super.connectedCallback();
    this._packed = new PackedGames(this.data.blocks);
    addEventListener("hashchange", () => this._route());
    this._route();
  }

  /** Give the page the shapes that its boards draw with. */
  async _define() {
    const text = await (await unpack(this.data.shapes)).text();
    const shapes = new DOMParser().parseFromString(`<div>${text}</div>`, "text/html").body.firstElementChild;
    document.getElementById("shapes")?.append(...(shapes?.childNodes ?? []));
  }

  get _good() {
    return this.data.games.filter((row) => row.place);
  }

  // ---- the address: #game=3&at=17 shows the third game at its node 17 ----------------------------

  async _route() {
    const address = new URLSearchParams(location.hash.slice(1)),
      id = Number(address.get("game"));
    const row = this._good.find((one) => one.id === id) ?? this._good[0];
    if (!row?.place || !this._packed) return;
    const at = Number(address.get("at") ?? 0);
    try {
      this._shapes ??= this._define();
      await this._shapes;
      const record = this.row === row && this.record ? this.record : await this._packed.find(row.place);
      Object.assign(this, { row, record, trouble: "" });
      await this.updateComplete;
      const viewer = /** @type {import("./game_viewer.js").GameViewer | null} */ (
        this.querySelector("game-viewer")
      );
      await viewer?.updateComplete;
      if (viewer?.tree && this._at !== at) viewer.go(viewer.tree.find(at));
    } catch (error) {
      this.trouble = `${words.failed} ${error instanceof Error ? error.message : ""}`;
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

  _found() {
    const parts = this.wanted.toLowerCase().split(/\s+/).filter(Boolean);
    return this.data.games.filter((row) => {
      const text = [
        ...(row.names ?? []),
        row.file,
        row.event,
        row.date,
        row.variant,
        row.game,
        shown(row.result),
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
      <span class="who">${namesOf(row)}</span><span class="result">${shown(row.result)}</span><small>${facts.join(" · ")}</small></a></li>`;
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
        <input type="search" id="find" placeholder=${words.search} .value=${this.wanted} @input=${(
          /** @type {Event} */ event,
        ) => {
          this.wanted = /** @type {HTMLInputElement} */ (event.target).value;
        }}>
        <p class="quiet" role="status">${found.length ? words.found(found.length, games.length) : words.nothing}</p>`
          : nothing
      }
      <ol class="rows">${found.slice(0, MOST).map((row) => this._row(row))}</ol>
      ${found.length > MOST ? html`<p class="quiet">${words.more(found.length - MOST)}</p>` : nothing}
    </section>`;
  }

  render() {
    const { data, row } = this,
      good = this._good,
      at = row ? good.indexOf(row) : -1;
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
          good.length > 1
            ? html`<span class="turning">
          <button type="button" id="previous-game" aria-label=${words.before} title=${words.before} ?disabled=${at <= 0} @click=${() => this._open(good[at - 1])}>${icon("back")}</button>
          ${at + 1} / ${good.length}
          <button type="button" id="next-game" aria-label=${words.next} title=${words.next} ?disabled=${at < 0 || at >= good.length - 1} @click=${() => this._open(good[at + 1])}>${icon("next")}</button></span>`
            : nothing
        }
      </header>
      ${this.trouble ? html`<p class="trouble" role="alert">${this.trouble}</p>` : nothing}
      ${
        this.record && kind && row
          ? html`<game-viewer .record=${this.record} .kind=${kind} .calls=${true} heading=${namesOf(row)} .notes=${data.notices}
              .beside=${list && { title: words.games(good.length), content: list }}
              detail=${[...new Set(facts.filter(Boolean))].join(" · ")} @go=${(/** @type {CustomEvent} */ event) => this._stepped(event.detail)}></game-viewer>`
          : html`<main>${this.trouble || !good.length ? nothing : html`<p class="quiet">${words.loading}</p>`}${list ?? nothing}${data.notices.map((note) => html`<p class="quiet">${note}</p>`)}</main>`
      }`;
  }
}

customElements.define("games-page", GamesPage);

document.documentElement.lang = language;
const page = /** @type {GamesPage} */ (document.createElement("games-page"));
page.data = inLanguage(JSON.parse(document.getElementById("games")?.textContent ?? "null"));
learnGames(Object.values(page.data?.kinds ?? {}));
render(page, /** @type {HTMLElement} */ (document.getElementById("page")));
