/**
 * `<engine-lines>`: the switch for the engine, its lines, and the depth of its search.
 *
 * @fires switch a request to turn the engine on or off
 * @fires settings new settings: `detail` has `count`, the number of lines, and `engine`, the id of an engine or ""
 * @fires more a request to stop the search or, if it has ended, to search for longer
 * @fires play a request to play the first moves of a line; `detail` has the moves
 * @typedef {import("../analysis/server.js").Search} Search
 * @typedef {import("../analysis/server.js").Line} Line
 */

import { html, nothing } from "../vendor/lit/lit.js";
import { PageElement } from "../page_element.js";
import { goesDeeper } from "../analysis/thinking.js";
import { sideName } from "../sides.js";
import { words } from "../words/analysis.js";
import { percent } from "./evaluation_bar.js";

/** Return a count as `12`, `3.4k` or `5.6M`. @param {number} count */
function brief(count) {
  for (const [unit, name] of /** @type {[number, string][]} */ ([
    [1e9, "G"],
    [1e6, "M"],
    [1e3, "k"],
  ])) {
    if (count >= unit) return `${(count / unit).toFixed(count < 10 * unit ? 1 : 0)}${name}`;
  }
  return String(count);
}

const TICK = 1000; // milliseconds between two updates of the time

/** Return the evaluation of a line for the player to move. @param {Line} line @param {number} player */
function scoreText(line, player) {
  if (line.proven)
    return words.provenScore(line.proven === "win", line.win_in === null ? null : Math.abs(line.win_in));
  if (line.win !== null) return percent(player === 0 ? line.win : 1 - line.win);
  return line.score || "–";
}

/**
 * Return an engine's best moves as ideas for the board.
 * @param {Search | null} search @param {number} count @param {number} player the player to move
 */
export function ideasOf(search, count, player) {
  const short = (/** @type {Line} */ line) =>
    line.proven
      ? `${line.proven === "win" ? "✓" : "✗"}${line.win_in === null ? "" : Math.abs(line.win_in)}`
      : scoreText(line, player).replace("%", "");
  return (search?.lines ?? []).slice(0, count).map((line) => ({ move: line, label: short(line) }));
}

export class EngineLines extends PageElement {
  static properties = {
    on: { type: Boolean },
    search: { attribute: false },
    player: { attribute: false },
    trouble: {},
    over: { type: Boolean },
    count: { attribute: false },
    engine: { attribute: false },
    engines: { attribute: false },
    side: {},
    hue: {},
    step: { attribute: false },
    now: { state: true },
  };

  constructor() {
    super();
    this.on = false;
    /** @type {Search | null} */
    this.search = null;
    /** The player to move; `side` and `hue` are its name and color. */
    this.player = 0;
    this.side = "";
    this.hue = "";
    this.trouble = "";
    this.over = false;
    this.count = 3;
    this.engine = "";
    /** @type {{id: string, name: string}[]} */
    this.engines = [];
    /** The id of the step on the board. */
    this.step = 0;
    this.now = 0;
    /**
     * The latest message about a search, and the time it arrived, from which the seconds are counted.
     * @type {{search: Search | null, at: number}}
     */
    this._heard = { search: null, at: 0 };
    this._timer = 0;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this._timer);
  }

  get _searching() {
    return this.on && !this.over && !this.trouble && !this.search?.done;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (this._heard.search !== this.search || changed.has("on") || changed.has("step"))
      this._heard = { search: this.search, at: performance.now() };
  }

  updated() {
    clearInterval(this._timer);
    if (this._searching)
      this._timer = setInterval(() => {
        this.now = performance.now();
      }, TICK);
  }

  /** The duration of the search so far in seconds, which also advances between two messages from the server. */
  get _seconds() {
    const since = this._searching ? (performance.now() - this._heard.at) / 1000 : 0;
    return Math.round((this.search?.seconds ?? 0) + since);
  }

  _settings() {
    const value = (/** @type {string} */ name) =>
      /** @type {HTMLSelectElement} */ (this.querySelector(`[name=${name}]`)).value;
    this.dispatchEvent(
      new CustomEvent("settings", { detail: { count: Number(value("lines")), engine: value("engine") } }),
    );
  }

  /** @param {string[]} moves */
  _play(moves) {
    this.emit("play", moves);
  }

  /** @param {Line} line @param {number} rank */
  _line(line, rank) {
    const kind = line.proven ? ` ${line.proven}` : "";
    return html`<li class="line">
      <span class="worth${kind}">${scoreText(line, this.player)}</span>
      <span class="pv">${line.pv.slice(0, 16).map((move, k) => html`<button type="button" class="step" data-line=${rank} data-at=${k} title=${words.playTo} @click=${() => this._play(line.pv.slice(0, k + 1))}>${move}</button>`)}</span>
    </li>`;
  }

  /**
   * Return as text whether the engine is searching, and for how long.
   * @param {boolean} [spoken] for a screen reader, which does not read the seconds of a running search
   */
  _state(spoken = false) {
    const { search } = this;
    if (!this.on) return words.engineOff;
    if (this.over || this.trouble) return "";
    if (!search?.done) return spoken ? words.engineSearches : words.searching(this._seconds);
    return (words.ended[search.why ?? "complete"] ?? words.ended.complete)(this._seconds);
  }

  /** The button that stops the search or begins a longer one, if possible. */
  _more() {
    const { search } = this;
    if (this.over || this.trouble || (search?.done && !goesDeeper(search))) return nothing;
    const text = search?.done ? words.deeper : words.stop;
    return html`<button type="button" id="deeper" @click=${() => this.emit("more")}>${text}</button>`;
  }

  /** Return the depth and the nodes of the search as text. */
  _numbers() {
    const { search } = this;
    if (this.over) return words.isOver;
    if (!search?.lines.length) return search?.done ? words.nothingFound : words.thinking;
    const [{ depth, nodes }] = search.lines;
    return [depth === null ? "" : words.depth(depth), nodes === null ? "" : words.nodes(brief(nodes))]
      .filter(Boolean)
      .join(" · ");
  }

  render() {
    const { search } = this,
      missing = Math.max(0, this.count - (search?.lines.length ?? 0));
    return html`<div class="engine-head">
        <label class="switch"><input type="checkbox" role="switch" id="engine" .checked=${this.on} @change=${() => this.emit("switch")}><span>${words.engine}</span></label>
        ${
          this.on
            ? html`<span class="numbers quiet">${this.trouble ? nothing : this._numbers()}</span>
        <details class="engine-settings"><summary aria-label=${words.settings} title=${words.settings}>⋯</summary><div class="panel">
          <label class="pick"><span>${words.lineCount}</span><select name="lines" @change=${this._settings}>${[1, 2, 3, 4, 5].map((count) => html`<option ?selected=${count === this.count}>${count}</option>`)}</select></label>
          <label class="pick"><span>${words.engine}</span><select name="engine" @change=${this._settings}><option value="" ?selected=${!this.engine}>${words.strongest}</option>
            ${this.engines.map((one) => html`<option value=${one.id} ?selected=${one.id === this.engine}>${one.name}</option>`)}</select></label>
        </div></details>`
            : html`<span class="numbers quiet">${words.engineOff}</span>`
        }
      </div>
      ${this.on && !this.over && !this.trouble ? html`<div class="engine-state"><span class="quiet" id="engine-state">${this._state()}</span>${this._more()}</div>` : nothing}
      <p class="hidden" role="status" id="engine-news">${this._state(true)}</p>
      ${this.on && this.trouble ? html`<p class="trouble" role="alert">${this.trouble}</p>` : nothing}
      ${
        this.on && !this.over && !this.trouble
          ? html`
        <p class="for quiet"><span class="chip ${this.hue}"></span>${words.chancesOf(sideName(this.side))}</p>
        <ol class="lines" aria-label=${words.lines}>${(search?.lines ?? []).slice(0, this.count).map((line, rank) => this._line(line, rank))}
          ${Array.from({ length: search?.done ? 0 : missing }, () => html`<li class="line waiting" aria-hidden="true"></li>`)}</ol>`
          : nothing
      }`;
  }
}

customElements.define("engine-lines", EngineLines);
