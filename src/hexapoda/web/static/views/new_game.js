/**
 * `<new-game>`: the dialog that starts a game.
 *
 * @fires begin a request to start a game; `detail` has `wish`, the new game. If a friend is invited by link, it also
 *   has `invite`, the friend's seat, and `help`, whether to offer that an engine may help
 */

import { html, keyed, live, nothing } from "../vendor/lit/lit.js";
import { PageDialog } from "../page_element.js";
import { sideName } from "../sides.js";
import { reachesOthers } from "../reach.js";
import { CLOCKS, DAYS, clockText } from "../words/clock.js";
import { words as peopleWords } from "../words/people.js";
import { words } from "../words/play.js";
import { words as levelWords } from "../words/level_rating.js";
import { readLevelRatings } from "../level_ratings_api.js";
import { isLevel, levels, otherEngines } from "./engine_choice.js";
import { chanceOf, percent } from "./level_chance.js";
import { nameField } from "./people.js";
import { sentence } from "./sentence.js";

const SECONDS = [0.5, 1, 2, 5, 10, 30, 60]; // the choices for an engine's time per move
const UNKNOWN = -1; // a number of games that is not known yet
const LINK = "link"; // a friend, invited by a private link
const OPEN = "open"; // anyone who accepts the game from the list of offers

/** Return the choice that the page proposes for a rule. @param {Api.RuleJson} rule @param {string} variant */
export const proposed = (rule, variant) => rule.advised[variant] ?? rule.choices[0];

export class NewGame extends PageDialog {
  static properties = {
    games: { attribute: false },
    current: { attribute: false },
    from: { attribute: false },
    chosen: { state: true },
    side: { state: true },
    variant: { state: true },
    opponent: { state: true },
    ratings: { state: true },
  };

  constructor() {
    super();
    /** @type {Api.GameJson[]} */
    this.games = [];
    /** The name of the game that is on the board. */
    this.current = "";
    /** The game to play on from, with the player to move and the names of the sides; null for a new game. The view
     * adds the position.
     * @type {{game: string, variant: string, rules: Record<string, string>, player: number, sides: string[]} | null} */
    this.from = null;
    this.chosen = "";
    /** Which player the visitor is: 0, 1, `random`, or `none` to watch. */
    this.side = "0";
    /** The chosen variant; empty for the first one. */
    this.variant = "";
    this.opponent = "";
    /**
     * The number of rated games when the visitor chose the opponent; null if the opponent was proposed.
     * @type {number | null}
     */
    this._picked = null;
    /**
     * The ratings of the visitor against the levels; null until they have arrived.
     * @type {Api.LevelRatingJson[] | null}
     */
    this.ratings = null;
  }

  async open() {
    this._rate();
    this._choose(this.from?.game ?? this.current);
    this._propose();
    if (this.from) this.side = `${this.from.player}`;
    await this.updateComplete;
    this.dialog.showModal();
  }

  /**
   * Choose a game. Choosing another game resets the fields; choosing the same game keeps them.
   * @param {string} name
   */
  _choose(name) {
    if (name === this.chosen) return;
    this.chosen = name;
    this.variant = "";
    this._picked = null;
    this._propose();
  }

  /** Ask for the ratings; the dialog does not wait for them. */
  async _rate() {
    this.ratings = await readLevelRatings().catch(() => []); // a game can begin without them
    this._propose();
  }

  /** Return the number of rated games against levels of the chosen game, in all variants. */
  _counted() {
    return this._ratings().reduce((sum, one) => sum + one.games, 0);
  }

  /** Propose an opponent, unless the visitor has chosen one. A chosen level stays only until another game is rated. */
  _propose() {
    const games = this._counted();
    if (this._picked === UNKNOWN && this.ratings) this._picked = games;
    const kept = this._picked !== null && (this._picked >= games || !isLevel(this._game(), this.opponent));
    if (kept || this._picked === UNKNOWN) return;
    this._picked = null;
    this.opponent = this._fitting();
  }

  /**
   * Select a newly proposed opponent: once the visitor has used a `<select>`, it ignores `selected` on new options.
   * @param {Map<string, unknown>} changed
   */
  updated(changed) {
    const field = /** @type {HTMLSelectElement | null} */ (this.querySelector("[name=opponent]"));
    if (field && changed.has("opponent") && this.side !== "none") field.value = this.opponent;
  }

  /** Return the ratings in the chosen game, one for each variant in which its levels are rated. */
  _ratings() {
    return this.ratings?.filter((one) => one.game === this._game().name) ?? [];
  }

  /** Return the rating in the chosen variant; null if the levels are not rated in it. */
  _rating() {
    const variant = this.variant || this._game().variants[0];
    return this._ratings().find((one) => one.variant === variant) ?? null;
  }

  /**
   * Return the opponent to propose: the level to play next in this or another variant, or else that for a first game.
   */
  _fitting() {
    const next = this._rating()?.next ?? this._ratings().find((one) => one.next)?.next;
    return next ?? this._game().friendly ?? "human";
  }

  /** Return the text about the visitor's chances; empty if there is nothing to say. */
  _aboutLevels() {
    const rating = this._rating(),
      rated = this._ratings().map((one) => one.variant);
    if (!rated.length || this.from || this.side === "none") return "";
    if (!rating) return levelWords.ratedIn(rated);
    const expected = rating.levels.find((one) => one.id === this.opponent)?.expected ?? null;
    return expected === null ? "" : levelWords.expected(percent(expected), this.opponent === rating.next);
  }

  /** @param {SubmitEvent} event */
  _submit(event) {
    event.preventDefault();
    const data = new FormData(/** @type {HTMLFormElement} */ (event.target)),
      game = this._game();
    const watching = this.side === "none",
      opponent = String(data.get("opponent"));
    const side = this.side === "random" ? Math.floor(Math.random() * 2) : Number(this.side);
    const own = watching ? String(data.get("first")) : "human",
      other = [LINK, OPEN].includes(opponent) ? "human" : opponent;
    const open = opponent === OPEN && !watching;
    const seconds = (/** @type {string} */ name) => Number(data.get(name)) || null;
    const times = /** @type {[number | null, number | null]} */ ([
      watching ? seconds("first-seconds") : null,
      seconds("seconds"),
    ]);
    const clock = String(data.get("clock"));
    const wish = {
      game: game.name,
      variant: this.from?.variant ?? String(data.get("variant")),
      rules:
        this.from?.rules ??
        Object.fromEntries(game.rules.map((rule) => [rule.name, String(data.get(`rule-${rule.name}`))])),
      seats: side === 1 ? [other, own] : [own, other],
      ...(times.some(Boolean) ? { seconds: side === 1 ? times.toReversed() : times } : {}),
      ...(clock ? { clock } : {}),
      ...(open && data.get("help") ? { help: true } : {}),
      ...(open ? { open: this.side === "random" ? "random" : side === 1 ? "first" : "second" } : {}),
    };
    this.shut();
    const invite =
      opponent === LINK && !watching ? { invite: side === 1 ? 0 : 1, help: Boolean(data.get("help")) } : {};
    this.emit("begin", { wish, ...invite });
  }

  _game() {
    return /** @type {Api.GameJson} */ (
      this.games.find((game) => game.name === this.chosen) ?? this.games[0]
    );
  }

  /** The fields for one game. @param {Api.GameJson} game */
  _choices(game) {
    const variant = this.variant || game.variants[0],
      names = this.from?.sides ?? game.players;
    const watching = this.side === "none",
      apart = !watching && [LINK, OPEN].includes(this.opponent),
      known = game.opponents.some((one) => one.id === this.opponent);
    const engines = levels(game),
      others = otherEngines(game),
      about = this._aboutLevels();
    const chance = (/** @type {string} */ id) => (!this.from ? chanceOf(this._rating(), id) : "");
    const own = watching ? engines : levels(game, this._fitting(), chance);
    const time = (
      /** @type {string} */ name,
    ) => html`<label class="pick"><span>${words.seconds}</span><select name=${name}>
      <option value="">${words.usual}</option>${SECONDS.map((value) => html`<option value=${value}>${words.secondsOf(value)}</option>`)}</select></label>`;
    const sides = /** @type {[string, string][]} */ ([
      ...names.map((name, k) => [`${k}`, sideName(name)]),
      ["random", words.random],
      ["none", words.watch],
    ]);
    return html`
      <fieldset class="pick"><legend>${words.side}</legend><div class="segments">
        ${sides.map(
          ([id, name]) =>
            html`<label><input type="radio" name="side" value=${id} .checked=${live(id === this.side)} @change=${() => {
              this.side = id;
            }}><span>${name}</span></label>`,
        )}
      </div></fieldset>
      ${watching ? html`<div class="pair"><label class="pick"><span>${sideName(names[0])}</span><select name="first">${engines}${others}</select></label>${time("first-seconds")}</div>` : nothing}
      <div class=${watching || known ? "pair" : ""}><label class="pick"><span>${watching ? sideName(names[1]) : words.opponent}</span>
        <select name="opponent" aria-describedby="about-levels" @change=${(/** @type {Event} */ event) => {
          this._picked = this.ratings ? this._counted() : UNKNOWN;
          this.opponent = /** @type {HTMLSelectElement} */ (event.target).value;
        }}>
        ${own}
        ${watching ? nothing : html`<optgroup label=${words.people}><option value="human">${words.friend}</option><option value=${LINK}>${words.linkFriend}</option>${reachesOthers() && !this.from ? html`<option value=${OPEN}>${peopleWords.anyone}</option>` : nothing}</optgroup>`}
        ${others}
      </select></label>${watching || known ? time("seconds") : nothing}</div>
      <p class="quiet" id="about-levels"><small>${about}</small></p>
      ${apart ? html`${nameField("new-name")}<label class="switch"><input type="checkbox" name="help"><span>${peopleWords.allowHelp}<small>${peopleWords.aboutHelp}</small></span></label>` : nothing}
      <div class="pair">
        ${
          this.from
            ? nothing
            : html`<label class="pick"><span>${words.variant}</span><select name="variant" @change=${(
                /** @type {Event} */ event,
              ) => {
                this.variant = /** @type {HTMLSelectElement} */ (event.target).value;
                this._propose();
              }}>${game.variants.map((name, k) => html`<option ?selected=${k === 0}>${name}</option>`)}</select></label>`
        }
        <label class="pick"><span>${words.clock}</span><select name="clock"><option value="">${words.noClock}</option>
          ${CLOCKS.map((clock) => html`<option value=${clock}>${clockText(clock)}</option>`)}
          ${apart ? html`<optgroup label=${peopleWords.daysFor}>${DAYS.map((clock) => html`<option value=${clock}>${clockText(clock)}</option>`)}</optgroup>` : nothing}</select></label>
      </div>
      ${
        game.rules.length && !this.from
          ? html`<details ?open=${game.rules.some((rule) => variant in rule.advised)}><summary>${words.rules}: ${game.rules.map((rule) => sentence(rule.title)).join(", ")}</summary>${game.rules.map(
              (rule) => html`<label class="pick"><span>${sentence(rule.title)}</span>
        <select name="rule-${rule.name}">${rule.choices.map((choice, k) => html`<option value=${choice} .selected=${choice === proposed(rule, variant)}>${sentence(rule.labels[k])}</option>`)}</select></label>`,
            )}</details>`
          : nothing
      }`;
  }

  render() {
    const game = this._game();
    if (!game) return nothing;
    return html`<dialog aria-labelledby="new-title" @click=${this.shutBeside}>
      <form method="dialog" @submit=${this._submit}>
        <h2 id="new-title">${this.from ? words.playOnHere : words.newGame}</h2>
        ${
          this.from
            ? nothing
            : html`<fieldset class="pick"><legend>${words.game}</legend><div class="segments">${this.games.map(
                (one) => html`<label>
          <input type="radio" name="game" value=${one.name} .checked=${live(one.name === this.chosen)} @change=${() => {
            this._choose(one.name);
          }}><span>${one.title}</span></label>`,
              )}</div></fieldset>`
        }
        ${keyed(game.name, this._choices(game))}
        <div class="buttons"><button type="button" @click=${() => this.shut()}>${words.cancel}</button>
          <button type="submit" class="primary">${words.begin}</button></div>
      </form>
    </dialog>`;
  }
}

customElements.define("new-game", NewGame);
