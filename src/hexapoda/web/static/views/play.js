/**
 * `<play-view>`: a game on the board, who plays it, and what can be done. The first visit starts a game at once.
 *
 * @typedef {import("../api.js").State} State
 * @typedef {import("../api.js").GameInfo} GameInfo
 * @typedef {import("../api.js").Wish} Wish
 */

import { LitElement, html, nothing } from "../vendor/lit/lit.js";
import { ApiError, GameSocket, createGame, readGame } from "../api.js";
import { makeBoard } from "../boards/make.js";
import { reviewGame } from "../review_link.js";
import { forget, keep, keysOf, latest } from "../own_games.js";
import { words } from "../words/play.js";
import "./move_list.js";
import "./new_game.js";
import { icon } from "./icons.js";
import { seatBar } from "./seat.js";

const NO_MARKS = { cells: [], pieces: [], asked: null };
const SURE = 4000; // milliseconds in which a second press resigns

/** @param {string} text */
const sentence = (text) => (/^[a-z]+\b/.test(text) && !/^[wb][A-Z]/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text);

export class PlayView extends LitElement {
  static properties = {
    games: { attribute: false },
    address: { attribute: false },
    state: { state: true },
    note: { state: true },
    marks: { state: true },
    hint: { state: true },
    linked: { state: true },
    sure: { state: true },
    news: { state: true },
    _received: { state: true },
  };

  constructor() {
    super();
    /** @type {GameInfo[]} */
    this.games = [];
    this.address = new URLSearchParams();
    /** @type {State | null} */
    this.state = null;
    /** @type {{kind: string, text: string} | null} */
    this.note = null;
    /** @type {{cells: any[], pieces: string[], asked: any}} */
    this.marks = NO_MARKS;
    this.hint = null;
    this.linked = true;
    this.sure = false;
    this.news = "";
    this._received = 0;
    /** @type {GameSocket | null} */
    this._socket = null;
    /** @type {import("../boards/board.js").Board | null} */
    this._element = null;
    this._timer = 0;
    /** The cell of the piece that the page asked about. @type {any} */
    this._asked = null;
    /** The clock that was asked for, for a rematch. @type {Wish["clock"]} */
    this._clock = undefined;
    /** Whether the server has sent the game since the page connected. */
    this._joined = false;
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    addEventListener("keydown", this._shortcut);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener("keydown", this._shortcut);
    clearTimeout(this._timer);
    this._socket?.close();
    document.title = words.title;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("address")) this._route();
  }

  // ---- games -------------------------------------------------------------------------------------

  /** Show the game of the address, the latest one, or a new one. */
  async _route() {
    const asked = this.address.get("game");
    if (asked && asked === this.state?.id) return;
    const id = asked ?? latest()?.id;
    try {
      if (id) await this._open(await readGame(id), keysOf(id));
      else await this.begin(this._friendly(this.games[0]));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (id && error.status === 404) {
        forget(id);
        await this.begin(this._friendly(this.games[0]));
        if (asked) this.note = { kind: "info", text: words.gone };
      } else this.note = { kind: "error", text: `${words.failed} ${sentence(error.message)}` };
    }
  }

  /** The game that a visitor gets without asking. @param {GameInfo} game @returns {Wish} */
  _friendly(game) {
    return { game: game.name, seats: ["human", game.friendly ?? "human"] };
  }

  /** Create a game and show it. @param {Wish} wish */
  async begin(wish) {
    try {
      const state = await createGame(wish);
      keep(state.id, wish.game, state.keys ?? []);
      await this._open(state, state.keys ?? []);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.note = { kind: "error", text: `${words.failed} ${sentence(error.message)}` };
    }
  }

  /** @param {string} name the game to go on with, or to begin */
  async _switch(name) {
    const own = latest(name), game = this.games.find((one) => one.name === name);
    if (name === this.state?.board.game || !game) return;
    if (own) location.hash = `game=${own.id}`;
    else await this.begin(this._friendly(game));
  }

  /** @param {State} state @param {string[]} keys */
  async _open(state, keys) {
    const info = this.games.find((one) => one.name === state.board.game);
    const element = await this._makeBoard(info?.board ?? "plain", `${info?.title ?? ""}, ${state.board.variant}`);
    this._socket?.close();
    this._calm();
    this.state = null;
    this._element = element;
    this._show(state);
    history.replaceState(null, "", `#game=${state.id}`);
    const socket = new GameSocket(state.id, keys);
    this._socket = socket;
    socket.addEventListener("message", (event) => { if (socket === this._socket) this._hear(/** @type {CustomEvent} */ (event).detail); });
    socket.addEventListener("link", (event) => {
      if (socket !== this._socket) return;
      this.linked = /** @type {CustomEvent} */ (event).detail;
      this._joined = false;
    });
  }

  /** The board of a game, whose gestures the page hears. @param {string} name @param {string} label */
  async _makeBoard(name, label) {
    const element = await makeBoard(name, label);
    const on = (/** @type {string} */ event, /** @type {(detail: any) => void} */ act) => element.addEventListener(event, (fired) => act(/** @type {CustomEvent} */ (fired).detail));
    on("choose", (move) => this._move(move.move));
    on("calm", () => this._calm());
    on("touch", ({ text, asked }) => {
      this._calm();
      this._asked = asked ?? null;
      this._send({ type: "why", move: text });
    });
    return element;
  }

  /** The server does not know the game any more, as after a restart before the first move. @param {string} text */
  async _lost(text) {
    const { id, board } = /** @type {State} */ (this.state), game = this._info();
    this._socket?.close();
    forget(id);
    if (board.ply === 0 && game) await this.begin(this._friendly(game));
    else this.note = { kind: "error", text: sentence(text) };
  }

  // ---- messages ----------------------------------------------------------------------------------

  /** @param {any} message */
  _hear(message) {
    if (message.ref !== undefined && message.ref !== this.state?.version) return; // a hint for a position that is gone
    if (message.type === "state") {
      this._joined = true;
      this._show(message);
    } else if (message.type === "error" && !this._joined && [403, 404].includes(message.status)) this._lost(message.text);
    else if (message.type === "refusal") {
      this.marks = { cells: message.cells ?? [], pieces: message.pieces ?? [], asked: this._asked };
      this.note = { kind: "refusal", text: sentence(message.text) };
    } else if (message.type === "hint") {
      const [best] = message.lines;
      this.hint = best ?? null;
      this.note = { kind: "hint", text: best ? words.hintSays(best.move, message.text) : message.text };
    } else if (message.type === "error") this.note = { kind: "error", text: sentence(message.text) };
  }

  /** @param {State} state */
  _show(state) {
    const old = this.state;
    // Not by the version: a server that was restarted counts from 0 again.
    const changed = !old || old.board.ply !== state.board.ply || old.board.text !== state.board.text || Boolean(old.result) !== Boolean(state.result);
    this.state = state;
    this._received = performance.now();
    if (changed) {
      this._calm();
      this.news = this._spoken(state, old);
    }
    if (state.trouble) this.note = { kind: "error", text: sentence(state.trouble) };
    document.title = this._status() === words.yourTurn ? `• ${words.title}` : words.title;
  }

  /** What a screen reader says about a new state. @param {State} state @param {State | null} old */
  _spoken(state, old) {
    const { moves, ply, player } = state.board;
    if (!ply) return `${words.start} ${this._status()}`;
    const mover = state.seats[1 - player];
    const played = old && ply > old.board.ply && words.played(mover.human ? this._sideOf(1 - player) : mover.name, moves.at(-1));
    return [played, this._status()].filter(Boolean).join(" ");
  }

  /** Forget what the page said about the position before. */
  _calm() {
    this.note = null;
    this.marks = NO_MARKS;
    this.hint = null;
    this.sure = false;
    this._asked = null;
  }

  /** @param {object} message */
  _send(message) {
    if (this._socket?.send(message)) return;
    this.note = { kind: "error", text: words.offline };
  }

  /** @param {string} move */
  _move(move) {
    this._calm();
    this._send({ type: "move", move, ply: this.state?.board.ply });
  }

  /** @param {SubmitEvent} event */
  _typed(event) {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (this.querySelector("#typed"));
    if (!field.value.trim()) return;
    this._move(field.value.trim());
    field.value = "";
  }

  _resign() {
    clearTimeout(this._timer);
    if (this.sure) {
      this.sure = false;
      this._send({ type: "resign" });
      return;
    }
    this.sure = true;
    this._timer = setTimeout(() => { this.sure = false; }, SURE);
  }

  _ask() {
    this._calm();
    this.note = { kind: "hint", text: words.hinting };
    this._send({ type: "hint", ref: this.state?.version });
  }

  /** @param {KeyboardEvent} event */
  _shortcut = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || /** @type {Element} */ (event.target).closest?.("input, select, dialog")) return;
    if (event.key === "u" && this.state?.undo) this._send({ type: "undo" });
    else if (event.key === "r" && this.state?.redo) this._send({ type: "redo" });
    else if (event.key === "h" && this.state?.legal.length) this._ask();
    else if (event.key === "m") /** @type {HTMLElement | null} */ (this.querySelector("#typed"))?.focus();
    else return;
    event.preventDefault();
  };

  // ---- who is who --------------------------------------------------------------------------------

  /** The name of a player's side now: after a swap it differs from the start. @param {number} player */
  _sideOf(player) {
    const { board } = /** @type {State} */ (this.state);
    const { players } = /** @type {GameInfo} */ (this._info());
    return board.player === player ? board.turn : players.find((name) => name !== board.turn) ?? "";
  }

  _info() {
    return this.games.find((game) => game.name === this.state?.board.game);
  }

  /** The player at the bottom of the board: the person, or the first. */
  _near() {
    const { seats } = /** @type {State} */ (this.state);
    return !seats[0].human && seats[1].human ? 1 : 0;
  }

  _status() {
    const { result, seats, board } = /** @type {State} */ (this.state);
    if (result) return sentence(result.text);
    const seat = seats[board.player];
    if (seat.thinking) return words.thinking(sentence(seat.name));
    return seat.human && !seats[1 - board.player].human ? words.yourTurn : words.turnOf(board.turn);
  }

  /** The same game again with the seats swapped. @returns {Wish} */
  _rematch() {
    const { board, seats, clock } = /** @type {State} */ (this.state);
    const [a, b] = seats.map((seat) => (seat.human ? "human" : seat.opponent ?? "human"));
    return { game: board.game, variant: board.variant, rules: board.rules, seats: [b, a],
      ...(clock && this._clock ? { clock: this._clock } : {}) };
  }

  // ---- drawing -----------------------------------------------------------------------------------

  render() {
    if (!this.state) {
      // A game that cannot be opened must not keep the visitor from another one.
      const another = html`<button type="button" class="primary" @click=${() => this.begin(this._friendly(this.games[0]))}>${words.newGame}</button>`;
      return html`<div class="alone"><p>${this.note?.text ?? words.loading}</p>${this.note ? another : nothing}</div>`;
    }
    const { state } = this, near = this._near();
    return html`
      <div class="bar">
        <nav aria-label=${words.game}>${this.games.map((game) => html`<button type="button" class="tab"
          aria-current=${game.name === state.board.game ? "page" : nothing} @click=${() => this._switch(game.name)}>${game.title}</button>`)}</nav>
        <button type="button" class="primary" id="new" @click=${this._dialog}>${words.newGame}</button>
      </div>
      <main class=${`on-${this._info()?.board}`}>
        <h1 class="hidden">${this._info()?.title}</h1>
        <section class="table" aria-label=${words.board}>
          ${this._seat(1 - near)}
          <div class="board-box">
            ${this._element}
            ${this._note()}
          </div>
          ${this._seat(near)}
        </section>
        <aside class="side">
          ${this._situation()}
          ${this._actions()}
          <move-list .moves=${state.board.moves} .first=${(state.board.player + state.board.moves.length) % 2}></move-list>
          <form class="type" @submit=${this._typed}>
            <label class="hidden" for="typed">${words.moveField}</label>
            <input id="typed" name="move" placeholder=${words.moveField} autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="100">
            <button type="submit">${words.play}</button>
          </form>
        </aside>
      </main>
      <p class="hidden" role="status" id="news">${this.news}</p>
      <new-game .games=${this.games} .current=${state.board.game} @begin=${(/** @type {CustomEvent} */ event) => { this._clock = event.detail.clock; this.begin(event.detail); }}></new-game>`;
  }

  updated() {
    if (!this.state || !this._element) return;
    const { board, legal, last } = this.state;
    Object.assign(this._element, { board, legal, last, marks: this.marks, hint: this.hint, orientation: this._near() });
  }

  _dialog() {
    /** @type {any} */ (this.querySelector("new-game")).open();
  }

  /** @param {number} player */
  _seat(player) {
    const { seats, clock, board, result } = /** @type {State} */ (this.state);
    const seat = seats[player], other = seats[1 - player];
    return seatBar({
      side: this._sideOf(player), hue: this._sideOf(player).toLowerCase(),
      name: seat.human ? (other.human ? this._sideOf(player) : words.you) : sentence(seat.name),
      active: !result && board.player === player, thinking: seat.thinking,
      left: clock ? clock.left[player] : null, running: clock?.running === player && !result, since: this._received,
    });
  }

  _situation() {
    const { result, legal } = /** @type {State} */ (this.state);
    const rest = legal.filter((move) => !move.to && !move.cell);
    return html`<div class=${result ? "situation over" : "situation"}>
      <p class="status" id="status">${this._status()}</p>
      ${result ? html`<div class="again"><button type="button" class="primary" @click=${() => this.begin(this._rematch())}>${words.rematch}</button>${this._review()}</div>` : nothing}
      ${rest.length && this._info()?.board !== "plain" ? html`<div class="again" role="group" aria-label=${words.options}>${rest.map((move) => html`<button type="button" data-move=${move.move}
        @click=${() => this._move(move.move)}>${words.special[move.move] ?? move.move}</button>`)}</div>` : nothing}
    </div>`;
  }

  /** The button that reviews a finished game. */
  _review() {
    const { id, seats, board } = /** @type {State} */ (this.state);
    if (!this._info()?.review || !board.ply) return nothing;
    const people = seats.flatMap((seat, player) => (seat.human ? [player] : []));
    return html`<button type="button" id="review" @click=${() => reviewGame(id, board.moves.join(), people.length === 1 ? people[0] : null)
      .catch((/** @type {Error} */ error) => { this.note = { kind: "error", text: sentence(error.message) }; })}>${words.review}</button>`;
  }

  _actions() {
    const { undo, redo, legal, result } = /** @type {State} */ (this.state), mine = legal.length > 0 && !result;
    const button = (/** @type {string} */ id, /** @type {boolean} */ enabled, /** @type {() => void} */ act, text = /** @type {any} */ (words)[id]) => html`
      <button type="button" id=${id} ?disabled=${!enabled} @click=${act}>${icon(id)}<span>${text}</span></button>`;
    return html`<div class="actions" role="group">
      ${button("undo", undo, () => this._send({ type: "undo" }))}
      ${button("redo", redo, () => this._send({ type: "redo" }))}
      ${button("hint", mine, () => this._ask())}
      ${button("resign", mine, () => this._resign(), this.sure ? words.resignSure : words.resign)}
    </div>`;
  }

  _note() {
    const text = this.linked ? this.note?.text : words.offline, kind = this.linked ? this.note?.kind : "error";
    return html`<div class="note-box" role="status" aria-live="polite">${text ? html`<p class="note ${kind}">${text}
      <button type="button" aria-label=${words.close} @click=${() => this._calm()}>×</button></p>` : nothing}</div>`;
  }
}

customElements.define("play-view", PlayView);
