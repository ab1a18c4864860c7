/**
 * `<level-rating>`: the visitor's level rating after a game against an engine, and the level to play next. It is
 * empty until a game has been rated.
 *
 * @fires next a request to play the next level; `detail` is the new game
 */

import { html, nothing } from "../vendor/lit/lit.js";
import { Latest } from "../latest.js";
import { readLevelRatings } from "../level_ratings_api.js";
import { PageElement } from "../page_element.js";
import { words } from "../words/level_rating.js";
import { proposed } from "./new_game.js";

/**
 * Return the request for a game against the level to play next.
 * @param {Api.GameJson} game @param {Api.LevelRatingJson} rating @param {number} seat of the visitor
 *   @returns {Api.NewGame}
 */
export function nextGame(game, rating, seat) {
  const { variant } = rating,
    level = rating.next ?? "human";
  return {
    game: game.name,
    variant,
    rules: Object.fromEntries(game.rules.map((rule) => [rule.name, proposed(rule, variant)])),
    seats: seat === 1 ? [level, "human"] : ["human", level],
  };
}

/**
 * Return the reasons known to the page why a game is not rated; empty if it may be rated.
 * @param {Api.GameStateJson} state @param {Api.LevelRatingJson[]} ratings
 */
const faults = (state, ratings) => [
  ...(ratings.some((one) => one.variant === state.board.variant)
    ? []
    : [words.variant(ratings.map((one) => one.variant))]),
  ...state.help.map((one) => words.help[one] ?? one),
];

export class OwnLevelRating extends PageElement {
  static properties = {
    game: { attribute: false },
    state: { attribute: false },
    ratings: { state: true },
  };

  constructor() {
    super();
    /** @type {Api.GameJson | undefined} */
    this.game = undefined;
    /** The finished game. @type {Api.GameStateJson | null} */
    this.state = null;
    /** The ratings in this game, one for each variant in which the levels are rated. @type {Api.LevelRatingJson[]} */
    this.ratings = [];
    this._id = "";
    this._latest = new Latest();
  }

  willUpdate() {
    const id = this.state?.id ?? "";
    if (id !== this._id) {
      this._id = id;
      this.ratings = [];
      this._load();
    }
  }

  async _load() {
    const isLatest = this._latest.begin();
    const found = await readLevelRatings().catch(() => []); // without the server there is nothing to show
    if (isLatest()) this.ratings = found.filter((one) => one.game === this.game?.name);
  }

  /**
   * Return the rating in a variant or, if there is none, in another variant in which games were rated.
   * @param {string} variant
   */
  _rating(variant) {
    return this.ratings.find((one) => one.variant === variant) ?? this.ratings.find((one) => one.games);
  }

  /** @param {Api.LevelRatingJson} rating @param {Api.GameJson} game @param {Api.GameStateJson} state */
  _said(rating, game, state) {
    const { rating: elo, low, high, next } = rating;
    if (elo === null || low === null || high === null) return nothing;
    const level = game.opponents.find((one) => one.id === next),
      why = faults(state, this.ratings);
    const seat = state.seats[0].human ? 1 : 0; // the visitor changes sides
    return html`<p>${words.rating(elo, low, high, rating.games, rating.variant)} ${level ? words.next(level.name) : nothing}</p>
      <p class="quiet"><small>${why.length ? `${words.uncounted(why.join(", "))} ` : ""}${words.about}</small></p>
      ${level ? html`<button type="button" id="next-level" @click=${() => this.emit("next", nextGame(game, rating, seat))}>${words.play(level.name)}</button>` : nothing}`;
  }

  render() {
    const { game, state } = this,
      rating = state ? this._rating(state.board.variant) : null;
    return html`<div class="level-rating" role="status">${rating && game && state ? this._said(rating, game, state) : nothing}</div>`;
  }
}

customElements.define("level-rating", OwnLevelRating);
