/**
 * `<game-preview>`: a stored game on a small board, with its details and the buttons to act on it.
 *
 * @fires find a request for the games with the position on the board; `detail` is the position as text
 * @fires explore a request to show the position on the board in the openings; `detail` is the line to it
 * @fires edit a request to correct the game; `detail` is the game
 * @fires remove a request to delete the game; `detail` is its number
 * @fires shut a request to close the preview
 */

import { html, live, nothing } from "../vendor/lit/lit.js";
import { PageElement } from "../page_element.js";
import { readPosition } from "../analysis/server.js";
import { BoardHost } from "../boards/board_host.js";
import { makeBoard } from "../boards/make.js";
import { readStoredGame } from "../library_api.js";
import { boardReader } from "../record_boards.js";
import { createReview } from "../review_api.js";
import { turnOf } from "../move_numbers.js";
import { words } from "../words/library.js";
import { words as ofMatches } from "../words/matches.js";
import { words as ofSteps } from "../words/steps.js";
import { icon } from "./icons.js";
import { openingText } from "./opening_name.js";
import { pairing, shownResult } from "./pairing.js";
import { messageOf } from "../request.js";

/**
 * Return the nodes of the main line. The first child of a node is its main continuation.
 * @param {Api.NodeJson[]} nodes
 */
function mainLine(nodes) {
  const line = [nodes[0]];
  for (const node of nodes) if (node.parent === line[line.length - 1].id) line.push(node);
  return line;
}

export class GamePreview extends PageElement {
  static properties = {
    stored: { attribute: false },
    games: { attribute: false },
    views: { attribute: false },
    writable: { type: Boolean },
    version: { attribute: false },
    game: { state: true },
    at: { state: true },
    asking: { state: true },
    trouble: { state: true },
  };

  constructor() {
    super();
    /** The number of the game. */
    this.stored = 0;
    /** @type {Api.GameJson[]} */
    this.games = [];
    /** The keys of the views that the page has. @type {string[]} */
    this.views = [];
    this.writable = false;
    this.version = 0;
    /** @type {Api.StoredGameJson | null} */
    this.game = null;
    /** The number of moves that lead to the position on the board. */
    this.at = 0;
    this.trouble = "";
    this.asking = false;
    this._board = new BoardHost(this, () => this._scene());
    /** The nodes of the main line. @type {Api.NodeJson[]} */
    this._nodes = [];
    /** Returns the board of a node. */
    this._boardOf = boardReader({ nodes: [] });
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("stored") || changed.has("version")) this._load(changed.has("stored"));
  }

  /** @param {boolean} other whether another game was selected */
  async _load(other) {
    const id = this.stored;
    try {
      const game = await readStoredGame(id),
        info = this.games.find((one) => one.name === game.game);
      const element = this._board.element;
      const board = other || !element ? await makeBoard(info, game.variant) : element;
      if (id !== this.stored) return;
      this._nodes = mainLine(game.record.nodes);
      if (other || !this.game) this.at = this._nodes.length - 1;
      if (board !== element) this._board.use(board);
      this.game = game;
      this._boardOf = boardReader(game.record);
      this.trouble = "";
    } catch (error) {
      if (id !== this.stored) return;
      this.game = null;
      this.trouble = messageOf(error);
    }
  }

  _scene() {
    const node = this._nodes[this.at];
    return (
      this.game && {
        board: this._boardOf(node.id),
        last: node.move ?? null,
        drawings: node.marks ?? [],
        legal: [],
      }
    );
  }

  /** @param {number} at */
  _go(at) {
    if (this.game) this.at = Math.max(0, Math.min(this._nodes.length - 1, at));
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: Infinity }[event.key];
    if (to === undefined) return;
    this._go(to);
    event.preventDefault();
    event.stopPropagation();
  }

  async _find() {
    try {
      this.emit("find", (await readPosition(this._line())).board.text);
    } catch (error) {
      this.trouble = messageOf(error);
    }
  }

  /** Review the game, and show the review. */
  async _review() {
    this.asking = true;
    try {
      const { id } = await createReview({ stored: this.stored });
      location.hash = `review=${id}`;
    } catch (error) {
      this.trouble = messageOf(error);
    }
    this.asking = false;
  }

  _line() {
    const { record } = /** @type {Api.StoredGameJson} */ (this.game);
    return {
      game: record.game,
      variant: record.variant,
      rules: record.rules,
      start: record.start,
      moves: this._nodes.slice(1, this.at + 1).map((node) => node.move?.move ?? ""),
    };
  }

  render() {
    const { game } = this;
    if (this.trouble) return html`<p class="preview-note" role="alert">${this.trouble}</p>`;
    if (!game) return html`<p class="preview-note quiet">${words.loading}</p>`;
    const info = this.games.find((one) => one.name === game.game),
      last = this._nodes.length - 1;
    const move = this._nodes[this.at].move?.move ?? "";
    const step = (
      /** @type {string} */ name,
      /** @type {string} */ text,
      /** @type {number} */ to,
    ) => html`<button type="button" class="step" aria-label=${text} title=${text}
      ?disabled=${to < 0 || to > last || to === this.at} @click=${() => this._go(to)}>${icon(name)}</button>`;
    const { opening, nodes } = game.record,
      turn = (/** @type {number} */ ply) => turnOf(game.game, ply, this._boardOf(nodes[0].id).player),
      at = words.ply(turn(this.at), turn(last));
    const known = /** @type {[string, string][]} */ ([
      [ofSteps.opening, opening ? openingText(opening, last) : ""],
      [words.date, game.date.slice(0, 10)],
      [words.event, game.event],
      [words.ending, game.ending === "normal" ? "" : (ofMatches.endings[game.ending] ?? game.ending)],
      [words.source, game.source.split("/").at(-1) ?? ""],
    ]).filter(([, text]) => text);
    return html`<section class="glance" aria-label=${words.preview}>
      <header class="preview-head">
        <h2>${pairing(game, this.games)}</h2>
        <button type="button" class="shut" aria-label=${words.close} @click=${() => this.emit("shut")}>×</button>
        <p class="quiet">${info?.title ?? game.game} · ${game.variant} · <span class="nobreak">${shownResult(game.result)}</span></p>
      </header>
      <div class="small-board" @keydown=${this._key}>${this._board.element}</div>
      <div class="steps" role="group" aria-label=${words.preview} @keydown=${this._key}>
        ${step("first", words.first, 0)}${step("back", words.previous, this.at - 1)}
        <input type="range" min="0" max=${last} .value=${live(String(this.at))} aria-label=${words.length} aria-valuetext="${at} ${move}"
          @input=${(/** @type {FieldEvent} */ event) => this._go(Number(event.target.value))}>
        ${step("next", words.next, this.at + 1)}${step("last", words.last, last)}
      </div>
      <p class="at quiet"><span>${at}</span> <b>${move}</b></p>
      <div class="preview-links">
        <button type="button" class="link" @click=${this._find}>${words.samePosition}</button>
        <button type="button" class="link" @click=${() => this.emit("explore", this._line())}>${words.exploreHere}</button>
      </div>
      <div class="preview-actions">
        ${this.views.includes("analysis") ? html`<a class="button primary" href="./#analysis&stored=${game.id}">${words.analyse}</a>` : nothing}
        ${this.views.includes("review") ? html`<button type="button" ?disabled=${this.asking} @click=${this._review}>${words.review}</button>` : nothing}
        ${
          this.writable
            ? html`<button type="button" @click=${() => this.emit("edit", game)}>${words.edit}</button>
          <button type="button" class="danger" @click=${() => this.emit("remove", game.id)}>${words.delete}</button>`
            : nothing
        }
      </div>
      ${known.length ? html`<dl class="facts">${known.map(([name, text]) => html`<dt>${name}</dt><dd>${text}</dd>`)}</dl>` : nothing}
    </section>`;
  }
}

customElements.define("game-preview", GamePreview);
