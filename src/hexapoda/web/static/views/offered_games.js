/**
 * `<offered-games>`: the games on this server that are waiting for an opponent. Visitors can accept someone else's
 * game or withdraw their own. The list is read again every few seconds while it is shown.
 *
 * @fires accepted the visitor has accepted a game; `detail` is its id
 * @fires withdrawn the visitor has withdrawn a game; `detail` is its id
 */

import { html, nothing } from "../vendor/lit/lit.js";
import { acceptGame, listOffers, withdrawGame } from "../api.js";
import { Latest } from "../latest.js";
import { forget, isOwn, keep, keysOf } from "../own_games.js";
import { PageElement } from "../page_element.js";
import { Poll } from "../poll.js";
import { messageOf } from "../request.js";
import { sideName } from "../sides.js";
import { clockText } from "../words/clock.js";
import { words } from "../words/people.js";
import { nameField } from "./people.js";
import { sentence } from "./sentence.js";

const PAUSE = 5000; // milliseconds between two requests for the list

/**
 * Return a text for each rule of an offer that differs from the usual one.
 * @param {Record<string, string>} rules @param {Api.GameJson | undefined} info @returns {string[]}
 */
function rulesTexts(rules, info) {
  return Object.entries(rules).map(([name, choice]) => {
    const rule = info?.rules.find((one) => one.name === name);
    if (!rule) return choice;
    const label = rule.labels[rule.choices.indexOf(choice)] ?? choice;
    return `${sentence(rule.title)}: ${sentence(label)}`;
  });
}

/**
 * Return the facts that the visitor should know before accepting an offer.
 * @param {Api.OfferedGameJson} offer @param {Api.GameJson | undefined} info @param {boolean} own
 */
function facts(offer, info, own) {
  const side =
    offer.seat === null ? words.sideDrawn : words.youPlay(sideName(info?.players[offer.seat] ?? ""));
  return [
    own ? "" : side,
    offer.control ? clockText(offer.control) : words.noClock,
    offer.start ? words.ownStart : "",
    offer.help ? words.withHelp : "",
    ...rulesTexts(offer.rules, info),
    own ? "" : offer.here ? words.isHere : words.isAway,
  ].filter(Boolean);
}

export class OfferedGames extends PageElement {
  static properties = {
    games: { attribute: false },
    shown: { attribute: false },
    offers: { state: true },
    trouble: { state: true },
    busy: { state: true },
  };

  constructor() {
    super();
    /** The catalog. @type {Api.GameJson[]} */
    this.games = [];
    /** Whether the list is visible. */
    this.shown = false;
    /** @type {Api.OfferedGameJson[]} */
    this.offers = [];
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
      const offers = await listOffers();
      if (isLatest()) this.offers = offers;
    } catch {
      // The page says that the server does not answer; the next request may succeed.
    }
  }

  /** Run an action that the server may refuse, then read the list again. @param {() => Promise<void>} act */
  async _try(act) {
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

  /** @param {Api.OfferedGameJson} offer */
  _accept = (offer) =>
    this._try(async () => {
      const { id, keys } = await acceptGame(offer.id);
      keep(id, offer.game, keys);
      this.emit("accepted", id);
    });

  /** @param {Api.OfferedGameJson} offer */
  _withdraw = (offer) =>
    this._try(async () => {
      await withdrawGame(offer.id, keysOf(offer.id));
      forget(offer.id);
      this.emit("withdrawn", offer.id);
    });

  /** @param {Api.OfferedGameJson} offer */
  _row(offer) {
    const info = this.games.find((one) => one.name === offer.game),
      title = info?.title ?? offer.game;
    const own = isOwn(offer.id),
      who = own ? words.yourOffer : offer.name || words.somebody;
    return html`<li class="offered"><div><b>${title}</b> <span class="quiet">${offer.variant}</span> ${who}
      <small class="quiet">${facts(offer, info, own).join(" · ")}</small></div>
      ${
        own
          ? html`<button type="button" ?disabled=${this.busy} aria-label="${words.withdraw}: ${title} ${offer.variant}" @click=${() => this._withdraw(offer)}>${words.withdraw}</button>`
          : html`<button type="button" class="primary" ?disabled=${this.busy} aria-label="${words.accept}: ${title} ${offer.variant}, ${who}" @click=${() => this._accept(offer)}>${words.accept}</button>`
      }</li>`;
  }

  render() {
    const { offers, trouble } = this;
    return html`<section aria-labelledby="offered-title"><h3 id="offered-title">${words.offered}</h3>
      <div aria-live="polite">
        ${trouble ? html`<p class="trouble" role="alert">${sentence(trouble)}</p>` : nothing}
        ${offers.length ? html`<ul class="own-list">${offers.map((offer) => this._row(offer))}</ul>` : html`<p class="quiet">${words.nothingOffered}</p>`}
      </div>
      ${offers.some((offer) => !isOwn(offer.id)) ? nameField("accept-name") : nothing}</section>`;
  }
}

customElements.define("offered-games", OfferedGames);
