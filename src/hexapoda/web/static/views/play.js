/**
 * `<play-view>`: a game on the board, who plays it, and what can be done. The first visit starts a game at once.
 */

import { LitElement, html, nothing } from "../vendor/lit/lit.js";
import { changeAddress, replaceAddress } from "../address.js";
import { GameSocket, createGame, playAgain, readGame } from "../api.js";
import { ApiError } from "../request.js";
import { BoardHost, NO_MARKS } from "../boards/board_host.js";
import { makeBoard } from "../boards/make.js";
import { Latest } from "../latest.js";
import { forget, inviteOf, keep, keysOf, latest } from "../own_games.js";
import { PastBoards } from "../past_boards.js";
import { settings } from "../settings.js";
import { words } from "../words/play.js";
import "./move_list.js";
import "./new_game.js";
import "./own_games.js";
import { icon } from "./icons.js";
import { inviteCard } from "./invite.js";
import { lessonNote } from "./lesson.js";
import { actions, afterwards, backBar, offerCard, switches } from "./play_panels.js";
import { searchLines } from "./search_lines.js";
import { seatBar } from "./seat.js";
import { sentence } from "./sentence.js";
import { Viewpoint } from "./viewpoint.js";

const SURE = 4000; // milliseconds in which a second press resigns or agrees on a draw

export class PlayView extends LitElement {
  static properties = {
    games: { attribute: false },
    address: { attribute: false },
    state: { state: true },
    note: { state: true },
    linked: { state: true },
    sure: { state: true },
    news: { state: true },
    past: { state: true },
    _received: { state: true },
    _thoughts: { state: true },
  };

  constructor() {
    super();
    /** @type {Api.GameJson[]} */
    this.games = [];
    this.address = new URLSearchParams();
    /** @type {Api.GameStateJson | null} */
    this.state = null;
    /** @type {{kind: string, text: string} | null} */
    this.note = null;
    this.linked = true;
    /** What a second press does: `resign` or `draw`. */
    this.sure = "";
    this.news = "";
    /** An earlier position that the visitor looks at. @type {null | {count: number, board: any, last: any}} */
    this.past = null;
    this._received = 0;
    /** The seats that this page plays. @type {number[]} */
    this._own = [];
    /** What the engine of each seat thinks. @type {(import("./search_lines.js").Thoughts | null)[]} */
    this._thoughts = [null, null];
    /** @type {PastBoards | null} */
    this._boards = null;
    /** @type {GameSocket | null} */
    this._socket = null;
    this._board = new BoardHost(this, () => this._scene(), {
      choose: (move) => this._move(move.move),
      calm: () => this._calm(),
      touch: ({ text, asked }) => {
        this._calm();
        this._asked = asked ?? null;
        this._send({ type: "why", move: text });
      },
    });
    this._timer = 0;
    this._latest = new Latest();
    /** The cell of the piece that the page asked about. @type {any} */
    this._asked = null;
    /** Whether the offer that is open ends because this page answered it. */
    this._withdrew = false;
    /** Whether the server has sent the game since the page connected. */
    this._joined = false;
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    addEventListener("keydown", this._shortcut);
    addEventListener("settings", this._settle);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener("keydown", this._shortcut);
    removeEventListener("settings", this._settle);
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
    const asked = this.address.get("game") || null,
      key = this.address.get("key"); // `#game` names no game
    if (asked && key)
      keep(asked, "", [...new Set([...keysOf(asked), key])].slice(-2)); // a friend's link
    else if (asked && asked === this.state?.id) return;
    const id = asked ?? latest()?.id,
      isLatest = this._latest.begin();
    try {
      if (id) {
        const state = await readGame(id);
        if (isLatest()) await this._open(state, keysOf(id));
      } else await this.begin(this._friendly(this.games[0]));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!isLatest()) return;
      if (id && error.status === 404) {
        forget(id);
        await this.begin(this._friendly(this.games[0]));
        if (asked) this.note = { kind: "info", text: words.gone };
      } else this.note = { kind: "error", text: `${words.failed} ${sentence(error.message)}` };
    }
  }

  /** The game that a visitor gets without asking. @param {Api.GameJson} game @returns {Api.NewGame} */
  _friendly(game) {
    return { game: game.name, seats: ["human", game.friendly ?? "human"] };
  }

  /** Create a game and show it. @param {Api.NewGame} wish @param {number} [invite] the seat of a friend who gets a link */
  async begin(wish, invite) {
    try {
      const state = await createGame(wish),
        both = state.keys;
      const keys = invite === undefined ? both : [both[1 - invite]];
      keep(state.id, wish.game, keys, invite === undefined ? undefined : both[invite]);
      await this._open(state, keys, invite === undefined ? [0, 1] : [1 - invite]);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.note = { kind: "error", text: `${words.failed} ${sentence(error.message)}` };
    }
  }

  /** @param {string} name the game to go on with, or to begin */
  async _switch(name) {
    const own = latest(name),
      game = this.games.find((one) => one.name === name);
    if (name === this.state?.board.game || !game) return;
    if (own) location.hash = `game=${own.id}`;
    else await this.begin(this._friendly(game));
  }

  /** @param {Api.GameStateJson} state @param {string[]} keys @param {number[]} [own] the seats that they open; the server says it too */
  async _open(state, keys, own = keys.length === 2 ? [0, 1] : []) {
    const info = this.games.find((one) => one.name === state.board.game),
      isLatest = this._latest.begin();
    const element = await makeBoard(info, state.board.variant);
    if (!this.isConnected || !isLatest()) return; // the visitor has gone on meanwhile
    this._socket?.close();
    this._calm();
    if (keys.length) keep(state.id, state.board.game, keys, inviteOf(state.id) || undefined);
    Object.assign(this, { state: null, past: null, _own: own, _joined: false, _thoughts: [null, null] });
    this._boards = new PastBoards(state.id);
    this._board.use(element);
    this._show(state);
    replaceAddress("game", `#game=${state.id}`);
    const socket = new GameSocket(state.id, keys);
    this._socket = socket;
    this._settle();
    socket.addEventListener("message", (event) => {
      if (socket === this._socket) this._hear(/** @type {CustomEvent} */ (event).detail);
    });
    socket.addEventListener("link", (event) => {
      if (socket !== this._socket) return;
      this.linked = /** @type {CustomEvent} */ (event).detail;
      this._joined = false;
    });
  }

  /** The server does not know the game any more, as after a restart before the first move. @param {string} text */
  async _lost(text) {
    const { id, board } = /** @type {Api.GameStateJson} */ (this.state),
      game = this._info();
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
      this._own = message.own ?? this._own;
      this._show(message);
      if (!this._joined) {
        this._joined = true;
        this._settle();
      }
    } else if (message.type === "thinking") {
      this._thoughts = this._thoughts.map((old, seat) => (seat === message.player ? message : old));
    } else if (message.type === "declined") {
      this.note = { kind: "info", text: words.declined(sentence(this.state?.seats[message.by].name ?? "")) };
    } else if (message.type === "error" && !this._joined && [403, 404].includes(message.status))
      this._lost(message.text);
    else if (message.type === "refusal") {
      this._board.refuse(message, this._asked);
      this.note = { kind: "refusal", text: sentence(message.text) };
    } else if (message.type === "hint") {
      const [best] = message.lines;
      this._board.point(best ?? null);
      this.note = { kind: "hint", text: best ? words.hintSays(best.move, message.text) : message.text };
    } else if (message.type === "error") this.note = { kind: "error", text: sentence(message.text) };
  }

  /** @param {Api.GameStateJson} state */
  _show(state) {
    const old = this.state;
    // Not by the version: a server that was restarted counts from 0 again.
    const changed =
      !old ||
      old.board.ply !== state.board.ply ||
      old.board.text !== state.board.text ||
      Boolean(old.result) !== Boolean(state.result);
    this.state = state;
    this._received = performance.now();
    this._boards?.add(state.board, state.last);
    if (this.past && this.past.count > state.board.moves.length) this.past = null;
    if (
      old?.offer &&
      !state.offer &&
      !changed &&
      this._own.length === 1 &&
      old.offer.by === this._own[0] &&
      !this._withdrew
    ) {
      this.note = { kind: "info", text: words.refused(old.offer.kind) };
    }
    this._withdrew = false;
    if (old && state.rematch && old.rematch !== state.rematch && this._who.people === 2)
      this.news = words.wantsRematch;
    if (changed) {
      this._calm();
      this.news = this._spoken(state, old);
    }
    if (state.trouble) this.note = { kind: "error", text: sentence(state.trouble) };
    document.title = this._who.status === words.yourTurn ? `• ${words.title}` : words.title;
  }

  /** What a screen reader says about a new state. @param {Api.GameStateJson} state @param {Api.GameStateJson | null} old */
  _spoken(state, old) {
    const { moves, ply, player } = state.board;
    if (!ply) return `${words.start} ${this._who.status}`;
    const mover = state.seats[1 - player];
    const played =
      old &&
      ply > old.board.ply &&
      words.played(mover.human ? this._who.sideOf(1 - player) : mover.name, moves.at(-1) ?? "");
    return [played, this._who.status].filter(Boolean).join(" ");
  }

  /** Forget what the page said about the position before. */
  _calm() {
    this.note = null;
    this._board.clear();
    this.sure = "";
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
    this.past = null;
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

  /** Do it at the second press. @param {string} type */
  _surely(type) {
    clearTimeout(this._timer);
    if (this.sure === type) {
      this.sure = "";
      this._send({ type });
      return;
    }
    this.sure = type;
    this._timer = setTimeout(() => {
      this.sure = "";
    }, SURE);
  }

  /** Tell the server whether it checks moves, if that is wanted. */
  _settle = () => {
    const { teaching } = settings(),
      { state } = this;
    this.requestUpdate();
    if (state && this._who.plays && this._who.people === 1 && state.teaching !== teaching)
      this._send({ type: "teach", on: teaching });
  };

  // ---- looking back ------------------------------------------------------------------------------

  /** Show the position after `count` moves. @param {number} count */
  async _look(count) {
    const { state } = this,
      length = state?.board.moves.length ?? 0;
    if (!state || count < 0 || count > length) return;
    if (count === length) {
      this.past = null;
      return;
    }
    try {
      const found = await this._boards?.find(state.board.moves, count);
      if (found && this.state?.id === state.id) this.past = { count, ...found };
    } catch (error) {
      this._refused(error);
    }
  }

  _ask() {
    this._calm();
    this.note = { kind: "hint", text: words.hinting };
    this._send({ type: "hint", ref: this.state?.version });
  }

  /** @param {KeyboardEvent} event */
  _shortcut = (event) => {
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      /** @type {Element} */ (event.target).closest?.("input, select, dialog")
    )
      return;
    const played = this.state?.board.moves.length ?? 0,
      at = this.past?.count ?? played;
    const steps = /** @type {Record<string, number>} */ ({
      ArrowLeft: at - 1,
      ArrowRight: at + 1,
      Home: 0,
      End: played,
    });
    if (event.key in steps) this._look(steps[event.key]);
    else if (event.key === "Escape" && this.past) this.past = null;
    else if (event.key === "u" && this.state?.undo && this._who.plays) this._send({ type: "undo" });
    else if (event.key === "r" && this.state?.redo && this._who.alone) this._send({ type: "redo" });
    else if (event.key === "h" && this.state && this._who.mine) this._ask();
    else if (event.key === "m") /** @type {HTMLElement | null} */ (this.querySelector("#typed"))?.focus();
    else return;
    event.preventDefault();
  };

  /** Who the visitor is in the game. */
  get _who() {
    return new Viewpoint(/** @type {Api.GameStateJson} */ (this.state), this._own, this._info());
  }

  _info() {
    return this.games.find((game) => game.name === this.state?.board.game);
  }

  /** The same game again with the seats swapped. */
  async _rematch() {
    const { id, board } = /** @type {Api.GameStateJson} */ (this.state);
    try {
      const next = await playAgain(id, keysOf(id));
      keep(next.id, board.game, next.keys);
      if (this.state?.id === id) changeAddress("game", `game=${next.id}`); // or the visitor has opened another game
    } catch (error) {
      this._refused(error);
    }
  }

  /** @param {unknown} error */
  _refused(error) {
    if (!(error instanceof ApiError)) throw error;
    this.note = { kind: "error", text: sentence(error.message) };
  }

  // ---- drawing -----------------------------------------------------------------------------------

  render() {
    if (!this.state) {
      // A game that cannot be opened must not keep the visitor from another one.
      const another = html`<button type="button" class="primary" @click=${() => this.begin(this._friendly(this.games[0]))}>${words.newGame}</button>`;
      return html`<div class="alone"><p>${this.note?.text ?? words.loading}</p>${this.note ? another : nothing}</div>`;
    }
    const { state } = this,
      near = this._who.near;
    return html`
      <div class="bar">
        <nav aria-label=${words.game}>${this.games.map(
          (game) => html`<button type="button" class="tab"
          aria-current=${game.name === state.board.game ? "page" : nothing} @click=${() => this._switch(game.name)}>${game.title}</button>`,
        )}</nav>
        <button type="button" id="own" @click=${() => /** @type {any} */ (this.querySelector("own-games")).open()}><span class="long">${words.yourGames}</span><span class="brief">${words.games}</span></button>
        <button type="button" class="primary" id="new" @click=${() => /** @type {any} */ (this.querySelector("new-game")).open()}>${words.newGame}</button>
      </div>
      <main class=${`on-${this._info()?.board}`}>
        <h1 class="hidden">${this._info()?.title}</h1>
        <section class="table" aria-label=${words.board}>
          ${this._seat(1 - near)}
          <div class="board-box">
            ${this._board.element}
            ${
              this.past
                ? backBar(
                    this.past.count,
                    (count) => this._look(count),
                    () => {
                      this.past = null;
                    },
                  )
                : nothing
            }
            ${this._note()}
          </div>
          ${this._seat(near)}
        </section>
        <aside class="side">
          ${this._situation()}
          ${this._invitation()}
          ${this._who.plays ? this._buttons() : html`<p class="quiet">${this._joined ? words.watching : nothing}</p>`}
          ${this._who.people === 1 && this._who.plays && !state.result ? switches() : nothing}
          ${this._lines()}
          <move-list .moves=${state.board.moves} .first=${(state.board.player + state.board.moves.length) % 2} .at=${this.past?.count ?? null}
            @look=${(/** @type {CustomEvent} */ event) => this._look(event.detail)}></move-list>
          <form class="type" @submit=${this._typed}>
            <label class="hidden" for="typed">${words.moveField}</label>
            <input id="typed" name="move" placeholder=${words.moveField} autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="100">
            <button type="submit">${words.play}</button>
          </form>
        </aside>
      </main>
      <p class="hidden" role="status" id="news">${this.news}</p>
      <own-games .games=${this.games} .current=${state.id}></own-games>
      <new-game .games=${this.games} .current=${state.board.game} @begin=${(/** @type {CustomEvent} */ event) => this.begin(event.detail.wish, event.detail.invite)}></new-game>`;
  }

  _scene() {
    if (!this.state) return null;
    const { mine, near: orientation } = this._who;
    if (this.past) {
      const { board, last } = this.past;
      return { board, last, legal: [], marks: NO_MARKS, hint: null, orientation };
    }
    const { board, legal, last, lesson } = this.state;
    return {
      board,
      last,
      legal: mine ? legal : [],
      hint: this._board.hint ?? lesson?.reply ?? null,
      orientation,
    };
  }

  _seat(/** @type {number} */ player) {
    const { seats, clock, board, result } = /** @type {Api.GameStateJson} */ (this.state);
    const seat = seats[player],
      other = seats[1 - player];
    return seatBar({
      side: this._who.sideOf(player),
      hue: this._who.hueOf(player),
      name: seat.human
        ? other.human && !(this._own.length === 1 && this._own[0] === player)
          ? this._who.sideOf(player)
          : words.you
        : sentence(seat.name),
      presence:
        seat.human && other.human && this._own.length < 2 && !this._own.includes(player)
          ? seat.present
            ? "here"
            : "away"
          : "",
      special: player === board.player ? this._special() : nothing,
      active: !result && board.player === player,
      thinking: seat.thinking,
      left: clock ? clock.left[player] : null,
      running: clock?.running === player && !result,
      since: this._received,
    });
  }

  _situation() {
    const { id, result, offer } = /** @type {Api.GameStateJson} */ (this.state),
      who = this._who;
    return html`<div class=${result ? "situation over" : "situation"}>
      <div class="status-row"><p class="status" id="status">${who.status}</p>
        <a class="quiet-link" id="analyze" href="#analysis&game-id=${id}">${icon("analyze")}${words.analyze}</a></div>
      ${result ? afterwards(/** @type {Api.GameStateJson} */ (this.state), who, Boolean(this._info()?.review), { again: () => this._rematch(), refused: (error) => this._refused(error) }) : nothing}
      ${
        offer && who.plays
          ? offerCard(
              offer,
              who.sideOf(offer.by),
              this._own.some((seat) => seat !== offer.by),
              (type) => {
                this._withdrew = type === "decline";
                this._send({ type });
              },
            )
          : nothing
      }
    </div>`;
  }

  /** The moves that are no place on the board, such as a swap. They are beside the player, so that they are in view on a phone. */
  _special() {
    if (this._info()?.board === "plain" || this.past || !this._who.mine) return nothing;
    const rest = /** @type {Api.GameStateJson} */ (this.state).legal.filter((move) => !move.to && !move.cell);
    return rest.length
      ? html`<span class="special" role="group" aria-label=${words.options}>${rest.map(
          (move) => html`<button type="button" class="primary" data-move=${move.move}
      @click=${() => this._move(move.move)}>${words.special[move.move] ?? move.move}</button>`,
        )}</span>`
      : nothing;
  }

  /** The link for a friend, until the friend is there. */
  _invitation() {
    const { id, seats, result } = /** @type {Api.GameStateJson} */ (this.state),
      key = inviteOf(id);
    const friend = this._own.length === 1 ? seats[1 - this._own[0]] : null;
    return key && friend && !friend.present && !result ? inviteCard(id, key) : nothing;
  }

  _buttons() {
    const { undo, redo, result, paused } = /** @type {Api.GameStateJson} */ (this.state);
    return actions(
      {
        people: this._who.people,
        alone: this._who.alone,
        mine: this._who.mine && !result,
        over: Boolean(result),
        undo,
        redo,
        draws: this._info()?.draws ?? false,
        paused,
        sure: this.sure,
      },
      {
        send: (type, more) => this._send({ type, ...more }),
        hint: () => this._ask(),
        surely: (type) => this._surely(type),
      },
    );
  }

  /** What the engines think: always while two of them play, otherwise if the visitor wants it. */
  _lines() {
    const { seats, result } = /** @type {Api.GameStateJson} */ (this.state),
      people = this._who.people;
    if (people > 1 || (people && (!settings().lines || result))) return nothing;
    return searchLines(
      [0, 1]
        .filter((seat) => !seats[seat].human)
        .map((seat) => ({
          name: sentence(seats[seat].name),
          side: this._who.sideOf(seat),
          hue: this._who.hueOf(seat),
          thoughts: this._thoughts[seat],
        })),
    );
  }

  _note() {
    const { lesson } = /** @type {Api.GameStateJson} */ (this.state);
    if (lesson && this._who.plays && this.linked && !this.past) {
      return html`<div class="note-box" role="status" aria-live="polite">${lessonNote(
        lesson,
        () => this._send({ type: "undo" }),
        () => this._send({ type: "go-on" }),
      )}</div>`;
    }
    const text = this.linked ? this.note?.text : words.offline,
      kind = this.linked ? this.note?.kind : "error";
    return html`<div class="note-box" role="status" aria-live="polite">${
      text
        ? html`<p class="note ${kind}">${text}
      <button type="button" aria-label=${words.close} @click=${() => this._calm()}>×</button></p>`
        : nothing
    }</div>`;
  }
}

customElements.define("play-view", PlayView);
