/**
 * `<own-games>`: the dialog with the games of this browser, the unfinished ones first. It also shows the visitor's
 * ratings and, if others can reach the server, the games that are open to anyone.
 */

import { html, nothing } from "../vendor/lit/lit.js";
import { PageDialog } from "../page_element.js";
import { listGames } from "../api.js";
import { readLevelRatings } from "../level_ratings_api.js";
import { ownIds } from "../own_games.js";
import { reachesOthers } from "../reach.js";
import { language } from "../words.js";
import { turnOf } from "../move_numbers.js";
import { words as levelWords } from "../words/level_rating.js";
import { words } from "../words/play.js";
import { words as peopleWords } from "../words/people.js";
import "./offered_games.js";
import { shownResult } from "./pairing.js";
import { givenName, otherName, timeLeft } from "./people.js";
import { sentence } from "./sentence.js";
import { messageOf } from "../request.js";

const UNITS = /** @type {[Intl.RelativeTimeFormatUnit, number][]} */ ([
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
]);
const ago = new Intl.RelativeTimeFormat(language, { numeric: "auto" });

/** Return how long ago a time was, in words. @param {string} time */
function since(time) {
  const seconds = Math.min(0, Math.round((Date.parse(time) - Date.now()) / 1000));
  const [unit, size] = UNITS.find(([, one]) => -seconds >= one) ?? UNITS[3];
  return ago.format(Math.trunc(seconds / size), unit);
}

export class OwnGames extends PageDialog {
  static properties = {
    games: { attribute: false },
    current: { attribute: false },
    found: { state: true },
    trouble: { state: true },
    ratings: { state: true },
    opened: { state: true },
  };

  constructor() {
    super();
    /** @type {Api.GameJson[]} */
    this.games = [];
    /** The id of the game on the board. */
    this.current = "";
    /** @type {Api.PlayedRowJson[] | null} */
    this.found = null;
    this.trouble = "";
    /** The ratings of the visitor against the levels. @type {Api.LevelRatingJson[]} */
    this.ratings = [];
    /** Whether the dialog is open. */
    this.opened = false;
  }

  async open() {
    this.found = null;
    this.trouble = "";
    await this.updateComplete;
    this.dialog.showModal();
    this.opened = true;
    try {
      this.found = await listGames(ownIds());
    } catch (error) {
      this.trouble = messageOf(error);
    }
    this.ratings = await readLevelRatings().catch(() => this.ratings); // the list does not need them
  }

  /** The visitor's ratings against the levels, for each game that has one. */
  _ratings() {
    return this.ratings.map(({ game, variant, rating, low, high, games }) =>
      rating === null || low === null || high === null
        ? nothing
        : html`<p class="own-rating"><b>${this.games.find((one) => one.name === game)?.title ?? game}</b> <span class="quiet">${levelWords.rating(rating, low, high, games, variant)}</span></p>`,
    );
  }

  /** Return who plays whom, from the visitor's point of view. @param {Api.PlayedRowJson} game */
  _players(game) {
    const { seats, own, open } = game;
    if (open && own.length === 1) return peopleWords.yourOffer;
    if (seats.every((seat) => seat.human)) {
      if (own.length === 1) return words.against(otherName(game));
      const names = seats.map(givenName);
      return names.every(Boolean) ? words.enginesOf(names[0], names[1]) : words.twoPeople;
    }
    const [first, second] = seats.map((seat) => (seat.human ? "" : sentence(seat.name)));
    if (first && second) return words.enginesOf(first, second);
    return first || second ? words.against(first || second) : words.twoPeople;
  }

  /** @param {string} title @param {Api.PlayedRowJson[]} games */
  _list(title, games) {
    if (!games.length) return nothing;
    return html`<h3>${title}</h3><ul class="own-list">${games.map((game) => {
      const info = this.games.find((one) => one.name === game.game),
        now = game.id === this.current;
      const yours =
        game.own.length === 1 &&
        game.turn === game.own[0] &&
        !game.open &&
        game.seats.every((seat) => seat.human);
      const facts = [
        game.over ? shownResult(game.result) : "",
        game.over
          ? words.plies(game.plies)
          : game.plies
            ? words.moveOf(turnOf(game.game, game.plies + 1))
            : "",
        game.left === null ? "" : peopleWords.left(timeLeft(game.left)),
        now ? words.thisGame : since(game.saved),
      ].filter(Boolean);
      return html`<li><a href="#game=${game.id}" aria-current=${now ? "true" : nothing} @click=${() => this.shut()}>
        <b>${info?.title ?? game.game}</b> <span class="quiet">${game.variant}</span> ${this._players(game)}${yours ? html` <span class="your-move">· ${peopleWords.yourMove}</span>` : nothing}<small class="quiet">${facts.join(" · ")}</small></a></li>`;
    })}</ul>`;
  }

  render() {
    const { found } = this;
    return html`<dialog aria-labelledby="own-title" @click=${this.shutBeside} @close=${() => {
      this.opened = false;
    }}>
      <form method="dialog">
        <h2 id="own-title">${words.yourGames}</h2>
        ${
          reachesOthers()
            ? html`<offered-games .games=${this.games} .shown=${this.opened} @accepted=${(
                /** @type {CustomEvent} */ event,
              ) => {
                this.shut();
                location.hash = `game=${event.detail}`;
              }} @withdrawn=${(/** @type {CustomEvent} */ event) => {
                this.shut();
                this.emit("withdrawn", event.detail);
              }}></offered-games>`
            : nothing
        }
        <div aria-live="polite">
          ${this.trouble ? html`<p class="trouble" role="alert">${sentence(this.trouble)}</p>` : nothing}
          ${found || this.trouble ? nothing : html`<p class="quiet">${words.loadingGames}</p>`}
          ${found && !found.length ? html`<p class="quiet">${words.noGames}</p>` : nothing}
          ${
            found
              ? html`${this._list(
                  words.goOn,
                  found.filter((game) => !game.over),
                )}${this._list(
                  words.finishedGames,
                  found.filter((game) => game.over),
                )}
            ${found.some((game) => game.over) ? html`<p class="quiet"><small>${words.finishedAbout}</small></p>` : nothing}`
              : nothing
          }
          ${this._ratings()}
        </div>
        <div class="buttons"><button type="button" class="primary" @click=${() => this.shut()}>${words.close}</button></div>
      </form>
    </dialog>`;
  }
}

customElements.define("own-games", OwnGames);
