/**
 * `<match-report>`: the page of `hexapoda report`, which contains a match and its games and needs no server.
 * `#game=12&at=3` shows game 12 at its node 3; any other address shows the match.
 *
 * @typedef {import("../match_api.js").MatchInfo} MatchInfo
 * @typedef {import("../match_api.js").Row} Row
 * @typedef {{kinds: Record<string, import("./game_viewer.js").Kind & {sides: string[]}>, match: MatchInfo,
 *   rows: string, places: Record<string, [number, number]>, blocks: string[], shapes: string, notices: string[]}} Data
 */

import { html, nothing, render } from "../vendor/lit/lit.js";
import { PageElement } from "../page_element.js";
import { Latest } from "../latest.js";
import { learnGames } from "../known_games.js";
import { icon } from "../views/icons.js";
import { namedMatch } from "../match_api.js";
import "../views/match_page.js";
import { inLanguage, language } from "../words.js";
import { words } from "../words/matches.js";
import { words as viewer } from "../words/viewer.js";
import { addShapes, PackedGames, unpack } from "./packed_games.js";
import "./game_viewer.js";

const PAGE = 50; // games listed at a time

export class MatchReport extends PageElement {
  static properties = {
    data: { attribute: false },
    row: { state: true },
    record: { state: true },
    trouble: { state: true },
  };

  constructor() {
    super();
    /** @type {Data | null} */
    this.data = null;
    /** The game on the board. @type {Row | null} */
    this.row = null;
    /** @type {Api.RecordJson | null} */
    this.record = null;
    this.trouble = "";
    /** The scroll position of the match's page before a game was opened. */
    this._scrolled = 0;
    this._latest = new Latest();
    /** @type {Promise<Row[]> | null} */
    this._rows = null;
    /** @type {PackedGames | null} */
    this._packed = null;
    /** @type {Promise<void> | null} */
    this._shapes = null;
    /** @type {import("../views/match_games.js").MatchSource} */
    this.source = {
      live: false,
      read: async () => ({ version: "", match: this._data.match, running: null }),
      games: async (_match, offset, only) => {
        const found = (await this._allRows()).filter((row) => !only || row.kinds.includes(only));
        return { games: found.slice(offset, offset + PAGE), total: found.length };
      },
      address: (_match, number) => (this._data.places[number] ? `#game=${number}` : ""),
      board: async (name) => {
        await this._addShapes();
        return /** @type {import("../boards/board.js").Board} */ (document.createElement(`${name}-board`));
      },
    };
  }

  windowEvents() {
    return { hashchange: () => this._route() };
  }

  connectedCallback() {
    super.connectedCallback();
    this._route();
  }

  get _data() {
    return /** @type {Data} */ (this.data);
  }

  /** Return all games, the latest first. @returns {Promise<Row[]>} */
  _allRows() {
    this._rows ??= unpack(this._data.rows).then((response) => response.json());
    return this._rows;
  }

  /** Add the shapes of the boards to the page, once. */
  _addShapes() {
    this._shapes ??= addShapes(this._data.shapes);
    return this._shapes;
  }

  async _route() {
    const address = new URLSearchParams(location.hash.slice(1)),
      number = Number(address.get("game") ?? -1),
      place = this._data.places[number];
    const isLatest = this._latest.begin();
    if (!place) {
      Object.assign(this, { row: null, record: null, trouble: "" });
      await this.updateComplete;
      scrollTo(0, this._scrolled);
      return;
    }
    if (!this.row) this._scrolled = scrollY;
    try {
      await this._addShapes();
      const row = (await this._allRows()).find((one) => one.number === number) ?? null;
      this._packed ??= new PackedGames(this._data.blocks);
      const record = this.row === row && this.record ? this.record : await this._packed.find(place);
      if (!isLatest()) return; // the address has changed again
      const at = Number(address.get("at") ?? 0),
        opened = !this.row;
      Object.assign(this, { row, record, trouble: "" });
      await this.updateComplete;
      const shown = /** @type {import("./game_viewer.js").GameViewer | null} */ (
        this.querySelector("game-viewer")
      );
      await shown?.updateComplete;
      const step = shown?.tree?.find(at);
      if (step !== shown?.tree?.current) shown?.go(step);
      if (opened) scrollTo(0, 0);
    } catch (error) {
      if (isLatest()) this.trouble = `${viewer.failed} ${error instanceof Error ? error.message : ""}`;
    }
  }

  /** @param {number} at the id of a step */
  _stepped(at) {
    if (this.row) history.replaceState(null, "", `#game=${this.row.number}${at ? `&at=${at}` : ""}`);
  }

  /**
   * Return the number of the next or previous game that can be shown; undefined if there is none.
   * @param {1 | -1} step
   */
  _beside(step) {
    const numbers = Object.keys(this._data.places)
      .map(Number)
      .sort((one, other) => one - other);
    return numbers[numbers.indexOf(this.row?.number ?? -1) + step];
  }

  /** @param {1 | -1} step @param {string} id @param {string} label @param {"back" | "next"} name */
  _turn(step, id, label, name) {
    const number = this._beside(step);
    return html`<button type="button" id=${id} aria-label=${label} title=${label} ?disabled=${number === undefined} @click=${() => {
      location.hash = `game=${number}`;
    }}>${icon(name)}</button>`;
  }

  /** @param {Row} row */
  _game(row) {
    const { match, kinds } = this._data,
      [first, second] = row.engines.map((engine) => match.engines[engine]);
    const headers = this.record?.headers ?? {},
      facts = [words.endings[row.ending], row.detail, headers.date?.slice(0, 10)];
    return html`<game-viewer .record=${this.record} .kind=${kinds[match.game ?? ""]} .calls=${true} .notes=${this._data.notices}
        heading="${words.number(row.number)}: ${first} – ${second}"
        detail=${facts.filter(Boolean).join(" · ")} @go=${(/** @type {CustomEvent} */ event) => this._stepped(event.detail)}></game-viewer>`;
  }

  /** Draw the link back to the match, and the buttons for the previous and the next game. */
  _ways() {
    return html`<a class="back-link" href="#">‹ ${words.back}</a>
      <span class="turning">${this._turn(-1, "previous-game", viewer.before, "back")}${this._turn(1, "next-game", viewer.next, "next")}</span>`;
  }

  render() {
    const { match, kinds, notices, places } = this._data,
      lacking = match.played - Object.keys(places).length;
    const shown = this.row && this.record ? this.row : null;
    return html`<header class="page-header"><h1 class="brand">${viewer.title}</h1>${shown ? this._ways() : nothing}</header>
      ${this.trouble ? html`<p class="banner bad" role="alert">${this.trouble}</p>` : nothing}
      ${shown ? this._game(shown) : nothing}
      <main ?hidden=${shown !== null}>
        <match-page .match=${match.id} .source=${this.source} .games=${Object.values(kinds)}></match-page>
        ${lacking > 0 ? html`<p class="quiet">${words.notShown(lacking)}</p>` : nothing}
        ${notices.map((notice) => html`<p class="quiet">${notice}</p>`)}</main>`;
  }
}

customElements.define("match-report", MatchReport);

document.documentElement.lang = language;
const page = /** @type {MatchReport} */ (document.createElement("match-report"));
page.data = inLanguage(JSON.parse(document.getElementById("match")?.textContent ?? "null"));
learnGames(Object.values(page.data?.kinds ?? {}));
if (page.data) page.data.match = namedMatch(page.data.match);
render(page, /** @type {HTMLElement} */ (document.getElementById("page")));
