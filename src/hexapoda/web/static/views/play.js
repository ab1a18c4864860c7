/**
 * `<play-view>`: a game on the board, its players, and the visitor's actions. The first visit starts a game at once.
 */

import { PageView } from "../page_element.js";
import { changeAddress, pushAddress, replaceAddress } from "../address.js";
import { gameSocket, playAgain, readGame, withdrawGame } from "../api.js";
import { ApiError } from "../request.js";
import { BoardHost, NO_MARKS } from "../boards/board_host.js";
import { makeBoard } from "../boards/make.js";
import { Latest } from "../latest.js";
import { beginGame, forget, inviteOf, keep, keysOf, latest } from "../own_games.js";
import { PastBoards } from "../past_boards.js";
import { settings } from "../settings.js";
import { playSound } from "../sound.js";
import { askTurns, markTurn } from "../turns.js";
import { words as peopleWords } from "../words/people.js";
import { words } from "../words/play.js";
import "./move_list.js";
import { proposed } from "./new_game.js";
import "./own_games.js";
import { sentence } from "./sentence.js";
import { ViewKeys, focusField } from "./view_keys.js";
import { Viewpoint } from "./viewpoint.js";
import { playPage } from "./play_page.js";

const SURE = 4000; // milliseconds within which a second press resigns or offers a draw
const FIRST = 2; // plies at the start, when a visitor may not yet know how to make a move

export class PlayView extends PageView {
  static properties = {
    views: { attribute: false },
    state: { state: true },
    note: { state: true },
    linked: { state: true },
    sure: { state: true },
    news: { state: true },
    past: { state: true },
    received: { state: true },
    thoughts: { state: true },
  };

  constructor() {
    super();
    /** @type {string[]} */
    this.views = [];
    /** @type {Api.GameStateJson | null} */
    this.state = null;
    /** @type {{kind: string, text: string, act?: () => void, label?: string} | null} */
    this.note = null;
    this.linked = true;
    /** The action that a second press confirms: `resign` or `draw`; empty for none. */
    this.sure = "";
    /** A move made by touch, which a second touch must confirm; empty for none. */
    this._unsure = "";
    this.news = "";
    /**
     * The earlier position that the visitor is looking at, if any.
     * @type {null | {count: number, board: Api.BoardJson, last: Api.MoveJson | null}}
     */
    this.past = null;
    this.received = 0;
    /** The seats that this page plays. @type {number[]} */
    this.own = [];
    /** The search lines of the engine in each seat. @type {(import("./play_panels.js").Thoughts | null)[]} */
    this.thoughts = [null, null];
    /** @type {PastBoards | null} */
    this._boards = null;
    /** @type {import("../reconnecting_socket.js").ReconnectingSocket | null} */
    this._socket = null;
    this.board = new BoardHost(this, () => this._scene(), {
      choose: (move) => this._choose(move),
      dismiss: (cell) => {
        this.dismiss();
        const text = this.board.element?.firstStep; // an empty cell was touched before a piece
        if (cell && text && this.state && this.who.mine && !this.past && this.state.board.ply < FIRST)
          this.note = { kind: "info", text };
      },
      touch: ({ text, asked }) => {
        this.dismiss();
        this._asked = asked ?? null;
        this.send({ type: "why", move: text });
      },
    });
    new ViewKeys(this, () => this._commands());
    this._timer = 0;
    this._latest = new Latest();
    /** The cell of the piece that the page asked about. @type {import("../boards/hexagons.js").Cell | null} */
    this._asked = null;
    /** Whether this page has just declined or withdrawn the open offer, whose end then needs no note. */
    this.withdrew = false;
    /** Whether to offer help by an engine once the page has joined. */
    this._offersHelp = false;
    /** The id of the latest game that was withdrawn here. */
    this._withdrawn = "";
    /** Whether the server has sent the game since the page connected. */
    this.joined = false;
  }

  windowEvents() {
    return { settings: () => this._settle() };
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this._timer);
    this._socket?.close();
    markTurn(false);
  }

  // ---- games -------------------------------------------------------------------------------------

  /** Show the game in the address, the latest game, or a new one. */
  async route() {
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
      } else await this.begin(this.friendly(this.games[0]));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!isLatest()) return;
      if (id && error.status === 404) {
        forget(id);
        await this.begin(this.friendly(this.games[0]));
        if (asked) this.note = { kind: "info", text: words.gone };
      } else this.note = { kind: "error", text: `${words.failed} ${sentence(error.message)}` };
    }
  }

  /**
   * Return the request for a game that starts without a dialog, against the engine for a first game.
   * @param {Api.GameJson} game @returns {Api.NewGame}
   */
  friendly(game) {
    const rules = Object.fromEntries(game.rules.map((rule) => [rule.name, proposed(rule, game.variants[0])]));
    return { game: game.name, rules, seats: ["human", game.friendly ?? "human"] };
  }

  /**
   * Create a game and show it.
   * @param {Api.NewGame} wish @param {number} [invite] the seat of a friend, who is sent a link @param {boolean} [help]
   *   whether to offer the friend that an engine may help both players
   * @param {typeof replaceAddress} [note] how the address is noted; `pushAddress`: Back leads to the game before
   */
  async begin(wish, invite, help = false, note = replaceAddress) {
    try {
      const { state, keys, own } = await beginGame(wish, invite);
      this._offersHelp = help;
      await this._open(state, keys, own, note);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.note = { kind: "error", text: `${words.failed} ${sentence(error.message)}` };
    }
  }

  /** Go to the visitor's latest game of a kind, or begin one. @param {string} name of the kind */
  async switch(name) {
    const own = latest(name),
      game = this.games.find((one) => one.name === name);
    if (name === this.state?.board.game || !game) return;
    if (own) location.hash = `game=${own.id}`;
    else await this.begin(this.friendly(game), undefined, false, pushAddress);
  }

  /**
   * @param {Api.GameStateJson} state @param {string[]} keys
   * @param {number[]} [own] the seats that the keys belong to, until the server sends them
   * @param {typeof replaceAddress} [note] how the address is noted
   */
  async _open(state, keys, own = keys.length === 2 ? [0, 1] : [], note = replaceAddress) {
    const info = this.games.find((one) => one.name === state.board.game),
      isLatest = this._latest.begin();
    const element = await makeBoard(info, state.board.variant);
    if (!this.isConnected || !isLatest()) return; // the visitor has gone elsewhere
    this._socket?.close();
    this.dismiss();
    if (keys.length) keep(state.id, state.board.game, keys, inviteOf(state.id) || undefined);
    Object.assign(this, { state: null, past: null, own, joined: false, thoughts: [null, null] });
    this._boards = new PastBoards(state.id);
    this.board.use(element);
    this._show(state);
    note("game", `#game=${state.id}`);
    askTurns();
    this._socket = gameSocket(state.id, keys, {
      hear: (message) => this._hear(message),
      link: (linked) => {
        this.linked = linked;
        this.joined = false;
      },
    });
    this._settle();
  }

  /** Leave a game that the server has lost, for example in a restart before the first move. @param {string} text */
  async _lost(text) {
    const { id, board, given } = /** @type {Api.GameStateJson} */ (this.state),
      game = this.info();
    this._socket?.close();
    forget(id);
    if (board.moves.length === given && game) await this.begin(this.friendly(game));
    else this.note = { kind: "error", text: sentence(text) };
  }

  // ---- messages ----------------------------------------------------------------------------------

  /** @param {Api.GameMessage & {ref?: number}} message */
  _hear(message) {
    if (message.ref !== undefined && message.ref !== this.state?.version) return; // a hint for an earlier position
    if (message.type === "state") {
      this.own = message.own ?? this.own;
      this._show(message);
      if (!this.joined) {
        this.joined = true;
        if (this._offersHelp) this.send({ type: "offer-help" });
        this._offersHelp = false;
        this._settle();
      }
    } else if (message.type === "seats") {
      this.own = message.own;
      if (!this.own.length && this.state) this.withdrawn(this.state.id);
    } else if (message.type === "thinking") {
      this.thoughts = this.thoughts.map((old, seat) => (seat === message.player ? message : old));
    } else if (message.type === "declined") {
      this.note = { kind: "info", text: words.declined(sentence(this.state?.seats[message.by].name ?? "")) };
    } else if (message.type === "error" && !this.joined && [403, 404].includes(message.status ?? 0))
      this._lost(message.text);
    else if (message.type === "refusal") {
      this.board.refuse(message, this._asked);
      this.note = { kind: "refusal", text: sentence(message.text) };
    } else if (message.type === "hint") {
      const [best] = message.lines;
      this.board.point(best ?? null);
      this.note = {
        kind: "hint",
        text: best ? words.hintSays(message.move, message.text, best.text) : message.text,
      };
    } else if (message.type === "error") this.note = { kind: "error", text: sentence(message.text) };
  }

  /** @param {Api.GameStateJson} state */
  _show(state) {
    const old = this.state;
    // Compare positions, not versions: a restarted server counts versions from 0 again.
    const changed =
      !old ||
      old.board.ply !== state.board.ply ||
      old.board.text !== state.board.text ||
      Boolean(old.result) !== Boolean(state.result);
    this.state = state;
    this.received = performance.now();
    this._boards?.add(state.board, state.last);
    if (this.past && this.past.count > state.board.moves.length) this.past = null;
    if (
      old?.offer &&
      !state.offer &&
      !changed &&
      this.own.length === 1 &&
      old.offer.by === this.own[0] &&
      !this.withdrew &&
      !(old.offer.kind === "help" && this.who.helped)
    ) {
      const { kind } = old.offer;
      this.note = { kind: "info", text: kind === "help" ? peopleWords.helpRefused : words.refused(kind) };
    }
    this.withdrew = false;
    if (old?.open && !state.open && this.own.length) {
      this.news = peopleWords.accepted(this.who.nameOf(1 - this.own[0]));
      this.note = { kind: "info", text: this.news };
      playSound("move");
    }
    if (old && state.rematch && old.rematch !== state.rematch && this.who.people === 2)
      this.news = words.wantsRematch;
    if (changed) {
      this.dismiss();
      this.news = this._spoken(state, old);
      const ended = state.result && !old?.result;
      if (old && (ended || state.board.ply > old.board.ply)) playSound((ended && this.who.outcome) || "move");
    }
    if (state.trouble) this.note = { kind: "error", text: sentence(state.trouble) };
    markTurn(this.who.status === words.yourTurn);
  }

  /**
   * Return the text that a screen reader reads out for a new state.
   * @param {Api.GameStateJson} state @param {Api.GameStateJson | null} old
   */
  _spoken(state, old) {
    const { moves, ply, player } = state.board;
    if (!ply) return `${words.start} ${this.who.status}`;
    const mover = state.seats[1 - player];
    const played =
      old &&
      ply > old.board.ply &&
      words.played(mover.human ? this.who.sideOf(1 - player) : mover.name, moves.at(-1) ?? "");
    return [played, this.who.status].filter(Boolean).join(" ");
  }

  /** Clear the note and the marks on the board for the previous action or position. */
  dismiss() {
    this.note = null;
    this.board.clear();
    this.sure = this._unsure = "";
    this._asked = null;
  }

  /** @param {Api.GameWish & {ref?: number}} message */
  send(message) {
    if (this._socket?.send(message)) return;
    this.note = { kind: "error", text: words.offline };
  }

  /** Play a move from the board; if a finger may have slipped, only on a second touch. @param {Api.MoveJson} move */
  _choose(move) {
    const again = this._unsure === move.move;
    // A move without `cell` takes two touches anyway, on the piece and on its destination.
    if (again || !move.cell || !settings().confirm || !this.board.element?.slips())
      return this.move(move.move);
    this.dismiss();
    this.board.point(move);
    this._unsure = move.move;
    this.note = {
      kind: "info",
      text: words.confirm(move.move),
      label: words.play,
      act: () => this.move(move.move),
    };
  }

  /** @param {string} move */
  move(move) {
    this.dismiss();
    this.past = null;
    this.send({ type: "move", move, ply: this.state?.board.ply });
  }

  /** Offer a draw or resign, but only at the second press. @param {"draw" | "resign"} type */
  surely(type) {
    clearTimeout(this._timer);
    if (this.sure === type) {
      this.sure = "";
      this.send({ type });
      return;
    }
    this.sure = type;
    this._timer = setTimeout(() => {
      this.sure = "";
    }, SURE);
  }

  /** Tell the server about the settings: whether to check moves, and whether the visitor sees the engine's lines. */
  _settle() {
    const { teaching } = settings(),
      { state } = this;
    this.requestUpdate();
    if (state && this.who.plays && this.who.people === 1 && state.teaching !== teaching)
      this.send({ type: "teach", on: teaching });
    if (settings().lines) this.helped("lines");
  }

  /**
   * Tell the server that the visitor has help against an engine, so that the game is not rated.
   * @param {"lines" | "analysis"} kind
   */
  helped(kind) {
    const { state } = this;
    if (state && !state.result && this.who.helped && this.who.people && !state.help.includes(kind))
      this._socket?.send({ type: "help", kind });
  }

  // ---- looking back ------------------------------------------------------------------------------

  /** Show the position after `count` moves. @param {number} count */
  async look(count) {
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
      this.refused(error);
    }
  }

  ask() {
    this.dismiss();
    this.note = { kind: "hint", text: words.hinting };
    this.send({ type: "hint", ref: this.state?.version });
  }

  /** Return the commands for `ViewKeys`. */
  _commands() {
    const { state, past } = this;
    if (!state) return null;
    const played = state.board.moves.length,
      at = past?.count ?? played;
    return {
      back: () => this.look(at - 1),
      forward: () => this.look(at + 1),
      first: () => this.look(0),
      last: () => this.look(played),
      undo: () => state.undo && this.who.plays && this.send({ type: "undo" }),
      redo: () => state.redo && this.who.alone && this.send({ type: "redo" }),
      hint: () => this.who.mine && this.who.helped && this.ask(),
      field: () => focusField(this, "#typed"),
      leave: () => past !== null && this.look(played),
    };
  }

  /** The game from the visitor's point of view. */
  get who() {
    return new Viewpoint(/** @type {Api.GameStateJson} */ (this.state), this.own, this.info());
  }

  info() {
    return this.games.find((game) => game.name === this.state?.board.game);
  }

  /** Go to the rematch, with the seats swapped. */
  async rematch() {
    const { id, board } = /** @type {Api.GameStateJson} */ (this.state);
    try {
      const next = await playAgain(id, keysOf(id));
      keep(next.id, board.game, next.keys);
      if (this.state?.id === id) changeAddress("game", `game=${next.id}`); // unless the visitor has opened another game
    } catch (error) {
      this.refused(error);
    }
  }

  /** Withdraw the offer of the game on the board. */
  async withdraw() {
    const { id } = /** @type {Api.GameStateJson} */ (this.state);
    try {
      await withdrawGame(id, keysOf(id));
      this.withdrawn(id);
    } catch (error) {
      this.refused(error);
    }
  }

  /**
   * Leave a game that was withdrawn and begin another one. Both the socket and the response report the withdrawal,
   * but only the first report counts.
   * @param {string} id
   */
  async withdrawn(id) {
    const game = this.info();
    forget(id);
    if (this.state?.id !== id || this._withdrawn === id) return;
    this._withdrawn = id;
    this._socket?.close();
    await this.begin(this.friendly(game ?? this.games[0]));
    this.note = { kind: "info", text: peopleWords.withdrawn };
  }

  /** @param {unknown} error */
  refused(error) {
    if (!(error instanceof ApiError)) throw error;
    this.note = { kind: "error", text: sentence(error.message) };
  }

  // ---- drawing -----------------------------------------------------------------------------------

  _scene() {
    if (!this.state) return null;
    const { mine, orientation } = this.who;
    if (this.past) {
      const { board, last } = this.past;
      return { board, last, legal: [], marks: NO_MARKS, hint: null, orientation };
    }
    const { board, legal, last, lesson } = this.state;
    return {
      board,
      last,
      legal: mine ? legal : [],
      hint: this.board.hint ?? lesson?.reply ?? null,
      orientation,
    };
  }

  render() {
    return playPage(this);
  }
}

customElements.define("play-view", PlayView);
