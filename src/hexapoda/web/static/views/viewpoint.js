/**
 * A game from the visitor's point of view: which seats this page plays, what it may do, and how it names the players.
 */

import { sideName } from "../sides.js";
import { words as peopleWords } from "../words/people.js";
import { words } from "../words/play.js";
import { givenName } from "./people.js";
import { sentence } from "./sentence.js";

export class Viewpoint {
  /**
   * @param {Api.GameStateJson} state @param {number[]} own the seats for which this page may move
   * @param {Api.GameJson | undefined} game
   */
  constructor(state, own, game) {
    this._state = state;
    this._own = own;
    this._game = game;
  }

  /** Return the name of a player's current side; a swap of sides changes it. @param {number} player */
  sideOf(player) {
    return sideName(this._side(player));
  }

  /** Return a player's display name, or else the name of the side. @param {number} player */
  nameOf(player) {
    return givenName(this._state.seats[player]) || this.sideOf(player);
  }

  /** Return the color of a player's side. @param {number} player */
  hueOf(player) {
    return this._side(player).toLowerCase();
  }

  /** @param {number} player */
  _side(player) {
    const { board } = this._state;
    return board.player === player
      ? board.turn
      : (this._game?.players.find((name) => name !== board.turn) ?? "");
  }

  /** The number of human players. */
  get people() {
    return this._state.seats.filter((seat) => seat.human).length;
  }

  /** Whether the visitor plays here, or owns a game between two engines. */
  get plays() {
    return this._own.some((seat) => this._state.seats[seat].human || !this.people);
  }

  /** Whether the visitor needs nobody's consent, for example to take back a move. */
  get alone() {
    return this.plays && (this.people < 2 || this._own.length === 2);
  }

  /** Whether an engine may help: no other person plays, or both players have agreed. */
  get helped() {
    return this.alone || (this.plays && this._state.help.includes("agreed"));
  }

  /** Whether this page can make the next move. */
  get mine() {
    return this._state.legal.length > 0 && this._own.includes(this._state.board.player);
  }

  /** The player at the bottom of the board: the visitor, else the only human player, else the first player. */
  get orientation() {
    const { seats } = this._state;
    if (this._own.length === 1) return this._own[0];
    return !seats[0].human && seats[1].human ? 1 : 0;
  }

  /** The outcome for the visitor; empty if the game is not over, or if the visitor plays neither side or both. */
  get outcome() {
    const { result, seats } = this._state,
      [mine, ...others] = this._own.filter((seat) => seats[seat].human);
    if (!result || mine === undefined || others.length) return "";
    if (result.winner === null) return "drawn";
    return result.winner === mine ? "youWon" : "youLost";
  }

  /** Whether a player is the visitor, and not one of two people at one browser. @param {number} player */
  isYou(player) {
    const { seats } = this._state,
      alone = this._own.length === 1 || !seats[1 - player].human;
    return seats[player].human && this._own.includes(player) && alone;
  }

  /** Whose turn it is, or how the game ended. */
  get status() {
    const { result, seats, board } = this._state;
    if (result) return sentence(result.text);
    if (this._state.open) return peopleWords.waitsForOpponent;
    const seat = seats[board.player];
    if (seat.thinking) return words.thinking(sentence(seat.name));
    return this.isYou(board.player) ? words.yourTurn : words.turnOf(this.nameOf(board.player));
  }
}
