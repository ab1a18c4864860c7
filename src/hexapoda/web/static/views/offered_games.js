/**
 * `<offered-games>`: the games of this server that wait for an opponent. It asks for them while it is shown.
 *
 * @fires accepted the visitor has accepted a game, whose id is the `detail`
 */

import { html, nothing } from "../vendor/lit/lit.js";
import { acceptGame, listOffers, withdrawGame } from "../api.js";
import { Latest } from "../latest.js";
import { forget, isOwn, keep, keysOf } from "../own_games.js";
import { PageElement } from "../page_element.js";
import { Poll } from "../poll.js";
import { sideName } from "../sides.js";
import { clockText } from "../words/clock.js";
import { words } from "../words/people.js";
import { nameField } from "./people.js";
import { sentence } from "./sentence.js";
import { messageOf } from "../request.js";

const PAUSE = 5000; // milliseconds

export class OfferedGames extends PageElement {
  static properties = {
    games: { attribute: false },
    shown: { attribute: false },
    found: { state: true },
    trouble: { state: true },
    busy: { state: true },
  };

  constructor() {
    super();
    /** @type {Api.GameJson[]} */
    this.games = [];
    /** Whether the visitor sees the list. */
    this.shown = false;
    /** @type {Api.OfferedGameJson[]} */
    this.found = [];
    this.trouble = "";
    this.busy = false;
    this._latest = new Latest();
    this._poll = new Poll(this, async () => {
      if (this.shown) await this._load();
      return this.shown ? PAUSE : Infinity;
    });
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("shown") && this.shown) this._poll.now();
  }

  async _load() {
    const isLatest = this._latest.begin();
    try {
      const found = await listOffers();
      if (isLatest()) this.found = found;
    } catch {
      // The page says it if the server does not answer; the next look tries again.
    }
  }

  /** @param {() => Promise<void>} act */
  async _do(act) {
    this.busy = true;
    this.trouble = "";
    try {
      await act();
    } catch (error) {
      this.trouble = messageOf(error);
    }
    this.busy = false;
    await this._load();
  }

  /** @param {Api.OfferedGameJson} game */
  _accept = (game) =>
    this._do(async () => {
      const { id, keys } = await acceptGame(game.id);
      keep(id, game.game, keys);
      this.emit("accepted", id);
    });

  /** @param {Api.OfferedGameJson} game */
  _withdraw = (game) =>
    this._do(async () => {
      await withdrawGame(game.id, keysOf(game.id));
      forget(game.id);
      this.emit("withdrawn", game.id);
    });

  /** What is special about a game. @param {Api.OfferedGameJson} game @param {Api.GameJson | undefined} info */
  _facts(game, info) {
    const side = sideName(info?.players[game.seat ?? 0] ?? "");
    const rules = Object.entries(game.rules).map(([name, choice]) => {
      const rule = info?.rules.find((one) => one.name === name);
      return rule
        ? `${sentence(rule.title)}: ${sentence(rule.labels[rule.choices.indexOf(choice)] ?? choice)}`
        : choice;
    });
    return [
      isOwn(game.id) ? "" : game.seat === null ? words.sideDrawn : words.youPlay(side),
      game.control ? clockText(game.control) : words.noClock,
      game.start ? words.ownStart : "",
      game.help ? words.withHelp : "",
      ...rules,
      isOwn(game.id) ? "" : game.here ? words.isHere : words.isAway,
    ].filter(Boolean);
  }

  /** @param {Api.OfferedGameJson} game */
  _row(game) {
    const info = this.games.find((one) => one.name === game.game),
      own = isOwn(game.id),
      title = info?.title ?? game.game;
    const who = own ? words.yourOffer : game.name || words.somebody;
    return html`<li class="offered"><div><b>${title}</b> <span class="quiet">${game.variant}</span> ${who}
      <small class="quiet">${this._facts(game, info).join(" · ")}</small></div>
      ${
        own
          ? html`<button type="button" ?disabled=${this.busy} aria-label="${words.withdraw}: ${title} ${game.variant}" @click=${() => this._withdraw(game)}>${words.withdraw}</button>`
          : html`<button type="button" class="primary" ?disabled=${this.busy} aria-label="${words.accept}: ${title} ${game.variant}, ${who}" @click=${() => this._accept(game)}>${words.accept}</button>`
      }</li>`;
  }

  render() {
    const { found, trouble } = this;
    return html`<section aria-labelledby="offered-title"><h3 id="offered-title">${words.offered}</h3>
      <div aria-live="polite">
        ${trouble ? html`<p class="trouble" role="alert">${sentence(trouble)}</p>` : nothing}
        ${found.length ? html`<ul class="own-list">${found.map((game) => this._row(game))}</ul>` : html`<p class="quiet">${words.nothingOffered}</p>`}
      </div>
      ${found.some((game) => !isOwn(game.id)) ? nameField("accept-name") : nothing}</section>`;
  }
}

customElements.define("offered-games", OfferedGames);
