/**
 * `<opening-explorer>`: the moves that were played from a position, how often they were played, how the games ended,
 * and the newest of these games.
 *
 * Any view can use it. Give it the catalog (`games`) and a position (`line`: game, variant, rules, start, moves).
 *
 * @fires hover the pointer or the focus is on a move; `detail` is the move, or null when it leaves
 * @fires choose a move was chosen; `detail` is the move
 * @fires explored a position is shown; `detail` is the server's response, with the board of the position
 * @typedef {import("../library_api.js").Line} Line
 */

import { html, nothing, svg } from "../vendor/lit/lit.js";
import { PageElement } from "../page_element.js";
import { exploreLine } from "../library_api.js";
import { sideName } from "../sides.js";
import { loadStyle } from "../style_sheets.js";
import { words } from "../words/explorer.js";
import { openingText } from "./opening_name.js";
import { pairing, shownResult } from "./pairing.js";
import { messageOf } from "../request.js";

const KEPT = 100; // cached responses, for stepping back and forth
const TREE_MOVES = 10; // moves of the opening tree that are shown, the best first
const PAUSE = 120; // milliseconds before a request, in case the visitor is stepping quickly

/**
 * A bar with the share of each result.
 * @param {{first: number, draws: number, second: number}} one @param {string} label @param {string} side the name of
 *   the first player's side
 */
export function resultBar(one, label, side) {
  const ended = one.first + one.draws + one.second;
  if (!ended) return nothing;
  const first = (100 * one.first) / ended,
    draws = (100 * one.draws) / ended;
  return html`<svg class="result-bar ${side.toLowerCase()}-first" viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label=${label}>
    ${svg`<rect class="first" x="0" y="0" width=${first} height="10" /><rect class="draws" x=${first} y="0" width=${draws} height="10" /><rect class="second" x=${first + draws} y="0" width=${100 - first - draws} height="10" />`}
  </svg>`;
}

/** Return a rating difference with its sign; empty if it is null. @param {number | null} elo */
export function signed(elo) {
  if (elo === null) return "";
  const whole = Math.round(elo);
  return whole ? `${whole < 0 ? "−" : "+"}${Math.abs(whole)}` : "0";
}

export class OpeningExplorer extends PageElement {
  static properties = {
    line: { attribute: false },
    games: { attribute: false },
    player: {},
    version: {},
    found: { state: true },
    trouble: { state: true },
    busy: { state: true },
  };

  constructor() {
    super();
    /** @type {Line | null} */
    this.line = null;
    /** @type {Api.GameJson[]} */
    this.games = [];
    /** The player whose games are counted; empty for all games. */
    this.player = "";
    /** A number that changes when the games of the library change. */
    this.version = 0;
    /** @type {Api.ExplorerJson | null} */
    this.found = null;
    this.trouble = "";
    this.busy = false;
    /** @type {Map<string, Api.ExplorerJson>} */
    this._known = new Map();
    /** @type {AbortController | null} */
    this._asking = null;
    this._timer = 0;
    this._asked = "";
    /** The request that `found` answers. */
    this._answered = "";
  }

  connectedCallback() {
    super.connectedCallback();
    loadStyle("views/explorer.css").catch(() => {}); // without it the table is only plainer
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this._timer);
    this._asking?.abort();
    this._asked = "";
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("version")) {
      this._known.clear();
      this._asked = "";
    }
    if (changed.has("line") || changed.has("player") || changed.has("version")) this._ask();
  }

  _ask() {
    if (!this.line) return;
    const { game, variant, rules, start, moves } = this.line;
    const line = {
      game,
      moves: moves ?? [],
      ...(variant ? { variant } : {}),
      ...(rules ? { rules } : {}),
      ...(start ? { start } : {}),
      ...(this.player ? { player: this.player } : {}),
    };
    const asked = JSON.stringify(line);
    if (asked === this._asked) return;
    this._asked = asked;
    this._asking?.abort();
    clearTimeout(this._timer);
    const known = this._known.get(asked);
    if (known) return void this._show(known, asked);
    this._timer = setTimeout(() => this._fetch(line, asked), this.found ? PAUSE : 0);
  }

  /** @param {import("../library_api.js").Line} line @param {string} asked */
  async _fetch(line, asked) {
    const asking = new AbortController();
    this._asking = asking;
    this.busy = true;
    try {
      const found = await exploreLine(line, asking.signal);
      if (asking.signal.aborted) return;
      this._known.set(asked, found);
      if (this._known.size > KEPT) this._known.delete(this._known.keys().next().value ?? "");
      this._show(found, asked);
    } catch (error) {
      if (asking.signal.aborted) return;
      this.busy = false;
      this.found = null;
      this.trouble = messageOf(error);
    }
  }

  /** @param {Api.ExplorerJson} found @param {string} asked */
  _show(found, asked) {
    this.busy = false;
    this.trouble = "";
    this.found = found;
    this._answered = asked;
    this.emit("explored", found);
  }

  /**
   * Choose a move, unless it still belongs to the previous position, which is shown until the response arrives.
   * @param {Api.MoveJson | null} move
   */
  _choose(move) {
    this.emit("hover", null);
    if (this._answered === this._asked) this.emit("choose", move);
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    if (!changed.has("found") || !this.found) return;
    // The pointer may rest on a row whose move has just changed.
    const at = [...this.querySelectorAll("button.played")].findIndex((row) => row.matches(":hover"));
    if (at >= 0) this.emit("hover", [...this.found.moves, ...this.found.tree][at].move);
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!way) return;
    const all = /** @type {HTMLElement[]} */ ([...this.querySelectorAll("button.played")]),
      at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    all[at + way]?.focus();
    event.preventDefault();
    event.stopPropagation();
  }

  render() {
    const { found } = this;
    if (this.trouble) return html`<p class="explorer-note" role="status">${this.trouble}</p>`;
    if (!found) return html`<p class="explorer-note quiet">${words.loading}</p>`;
    const sides = this.games.find((game) => game.name === found.game)?.players ?? ["1", "2"];
    const rated = found.moves.some((one) => one.rating !== null);
    return html`<div class=${this.busy ? "explorer busy" : "explorer"} aria-busy=${this.busy}>
      ${found.opening ? html`<p class="explorer-note opening-name">${openingText(found.opening, found.board.ply)}</p>` : nothing}
      ${found.totals.games ? nothing : html`<p class="explorer-note quiet">${words.none}</p>`}
      ${
        found.moves.length
          ? html`<div class=${rated ? "explored rated" : "explored"} @keydown=${this._key} @mouseleave=${() => this.emit("hover", null)}>
        <div class="head" aria-hidden="true"><span>${words.move}</span><span>${words.games}</span><span>${words.results}</span>${rated ? html`<span>${words.rating}</span>` : nothing}</div>
        ${found.moves.map((one) => this._row(one, found, sides, rated))}
      </div>`
          : nothing
      }
      ${found.more ? html`<p class="explorer-note quiet">${words.more(found.more)}</p>` : nothing}
      ${found.ended && found.moves.length ? html`<p class="explorer-note quiet">${words.ended(found.ended)}</p>` : nothing}
      ${found.games.length ? this._games(found) : nothing}
      ${found.tree.length ? this._tree(found, sides) : nothing}
    </div>`;
  }

  /** The moves of the opening tree. @param {Api.ExplorerJson} found @param {string[]} sides */
  _tree({ tree }, sides) {
    const more = tree.length - TREE_MOVES;
    return html`<h2 class="passed-head">${words.tree}</h2>
      <div class="explored tree" @keydown=${this._key} @mouseleave=${() => this.emit("hover", null)}>
        <div class="head" aria-hidden="true"><span>${words.move}</span><span>${words.chance}</span><span>${words.engineGames}</span></div>
        ${tree.slice(0, TREE_MOVES).map((one) =>
          this._button(
            one,
            html`<span class="times">${words.score(one.chance)}</span>
      <span class="ends">${resultBar(one.results, words.bar(sides.map(sideName), one.results), sides[0])}<i class="quiet">${one.results.games || "–"}</i></span>`,
          ),
        )}
      </div>
      ${more > 0 ? html`<p class="explorer-note quiet">${words.more(more)}</p>` : nothing}`;
  }

  /** The newest games, each as a link to its position. @param {Api.ExplorerJson} found */
  _games({ games, totals }) {
    return html`<h2 class="passed-head">${games.length < totals.games ? words.newest(games.length, totals.games) : words.all(games.length)}</h2>
      <ul class="passed">${games.map(
        (one) => html`<li><a href="#analysis&stored=${one.id}&at=${one.at}">
        <span class="who">${pairing(one, this.games)}</span><span>${shownResult(one.result)}</span><span class="quiet">${one.date.slice(0, 4)}</span></a></li>`,
      )}</ul>`;
  }

  /**
   * @param {Api.ExploredMoveJson} one @param {Api.ExplorerJson} found @param {string[]} sides @param {boolean} rated
   */
  _row(one, found, sides, rated) {
    const ended = one.first + one.draws + one.second,
      label = words.bar(sides.map(sideName), one);
    const score = ended
      ? (found.board.player === 0 ? one.first : one.second) / ended + one.draws / ended / 2
      : null;
    return this._button(
      one,
      html`<span class="times">${one.games}<svg class="share" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect x="0" y="0" width=${(100 * one.games) / found.totals.games} height="4" /></svg></span>
      <span class="ends">${resultBar(one, label, sides[0])}${score === null ? html`<i class="quiet">–</i>` : html`<i>${words.score(score)}</i>`}</span>
      ${rated ? html`<span class="rating">${signed(one.rating)}</span>` : nothing}`,
    );
  }

  /**
   * A table row; a click chooses its move.
   * @param {Api.ExploredMoveJson | Api.TreeMoveJson} one @param {unknown} cells the cells after the move
   */
  _button(one, cells) {
    return html`<button type="button" class="played" ?disabled=${!one.move} title=${one.same.length ? words.same(one.same.join(", ")) : nothing}
        @mouseenter=${() => this.emit("hover", one.move)} @focus=${() => this.emit("hover", one.move)} @blur=${() => this.emit("hover", null)}
        @click=${() => this._choose(one.move)}>
      <span class="text">${one.text}</span>
      ${cells}
    </button>`;
  }
}

customElements.define("opening-explorer", OpeningExplorer);
