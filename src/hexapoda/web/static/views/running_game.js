/**
 * `<running-game>`: a game that two engines are playing, with a small board, the clocks and the engines' reports. If
 * the server could not read the game, the element shows the reason.
 *
 * @typedef {import("../match_api.js").Running} Running
 * @typedef {import("../match_api.js").Report} Report
 */

import { html, nothing } from "../vendor/lit/lit.js";
import { PageElement } from "../page_element.js";
import { sidesOf } from "../analysis/chance.js";
import { BoardHost } from "../boards/board_host.js";
import { loadBoard } from "../boards/make.js";
import { words } from "../words/matches.js";
import { sentence } from "./sentence.js";
import "./game_clock.js";

/**
 * Return an engine's latest move and its report on that move as text; empty before its first move.
 * @param {Report | null} report
 */
function reportText(report) {
  if (!report) return "";
  const { depth, score, win_in: winIn, time } = report;
  return [
    report.move,
    winIn !== undefined ? words.winIn(winIn) : score !== undefined && words.scoreIs(score),
    depth !== undefined && words.depthOf(depth),
    time !== undefined && words.seconds(time),
  ]
    .filter(Boolean)
    .join(" · ");
}

export class RunningGame extends PageElement {
  static properties = {
    game: { attribute: false },
    info: { attribute: false },
    engines: { attribute: false },
    link: { attribute: false },
  };

  constructor() {
    super();
    /** @type {Running | null} */
    this.game = null;
    /** The catalog's entry for the game. @type {Api.GameJson | undefined} */
    this.info = undefined;
    /** The names of the match's engines; the game refers to them by index. @type {string[]} */
    this.engines = [];
    /** The address that opens the game in the analysis. */
    this.link = "";
    this._board = new BoardHost(this, () =>
      this.game?.board ? { board: this.game.board, last: this.game.last, legal: [] } : null,
    );
    /** When the player to move began to think, in the time of `performance.now()`. */
    this._since = 0;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("game") && this.game) this._since = performance.now() - 1000 * this.game.seconds;
    if (!this._board.element && this.game && !this.game.trouble && this.info) this._loadBoard(this.info);
  }

  /** @param {Api.GameJson} info */
  async _loadBoard(info) {
    try {
      const element = await loadBoard(info.board);
      if (!this._board.element) this._board.use(element);
    } catch {
      // The rest of the card does not need the board, and the next update tries again.
    }
  }

  render() {
    const { game, engines } = this;
    if (!game) return nothing;
    if (game.trouble)
      return html`<article class="running-card"><h4>${words.number(game.number)}</h4><p class="quiet">${words.noBoard} ${sentence(game.trouble)}</p></article>`;
    const names = game.engines.map((engine) => engines[engine]),
      sides = sidesOf(game.board, this.info?.players ?? []);
    return html`<article class="running-card" aria-label="${words.number(game.number)}: ${names.join(" – ")}">
      <h4><a href=${this.link}>${words.number(game.number)}</a><span class="quiet">${words.plies(game.ply)}</span></h4>
      ${this._player(game, 1, names[1], sides[1])}
      <div class="small-board" inert>${this._board.element}</div>
      ${this._player(game, 0, names[0], sides[0])}
    </article>`;
  }

  /** @param {Running} game @param {0 | 1} seat @param {string} name @param {string} side */
  _player(game, seat, name, side) {
    const active = game.player === seat,
      left = game.left?.[seat] ?? null;
    return html`<div class=${active ? "player active" : "player"}>
      <span class="chip ${side.toLowerCase()}" role="img" aria-label=${side}></span><span class="name">${name}</span>${active ? html`<span class="hidden">, ${words.toMove}</span>` : nothing}
      ${
        left !== null
          ? html`<game-clock .left=${left} .running=${active} .since=${this._since}></game-clock>`
          : active && game.seconds >= 1
            ? html`<span class="thinks">${words.thinks(game.seconds)}</span>`
            : nothing
      }
      <p class="quiet">${reportText(game.reports[seat])}</p>
    </div>`;
  }
}

customElements.define("running-game", RunningGame);
