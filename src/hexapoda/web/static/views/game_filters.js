/**
 * `<game-filters>`: the search field for games, the choices beside it, and the active filters.
 *
 * @fires filter a request to change the filters; `detail` has them all, by the server's names
 * @typedef {Record<string, string>} Filters
 */

import { html, keyed, live, nothing } from "../vendor/lit/lit.js";
import { PageElement } from "../page_element.js";
import { sideName } from "../sides.js";
import { words } from "../words/library.js";
import { icon } from "./icons.js";

/** The filters in the panel; the search field and the three choices beside it are always visible. */
const MORE = /** @type {const} */ ([
  "opponent",
  "winner",
  "event",
  "min_plies",
  "max_plies",
  "opening",
  "position",
]);
/** The names of all filters in the address. */
export const FILTERS = ["player", "game", "variant", "result", ...MORE, "ending", "match"];

/** @type {Record<string, string>} */
const LABELS = {
  player: words.players,
  opponent: words.opponent,
  winner: words.winner,
  event: words.event,
  min_plies: words.minPlies,
  max_plies: words.maxPlies,
  opening: words.opening,
  position: words.position,
  ending: words.ending,
  match: words.event,
};

/** Whether text in the search field is a position rather than a name. @param {string} text */
const isPosition = (text) => text.includes(";") || /^https?:/.test(text) || /^(Base\S*|\d+x\d+)\s/.test(text);

export class GameFilters extends PageElement {
  static properties = {
    filters: { attribute: false },
    games: { attribute: false },
    variants: { attribute: false },
  };

  constructor() {
    super();
    /** @type {Filters} */
    this.filters = {};
    /** @type {Api.GameJson[]} */
    this.games = [];
    /** The variants of the library, by game. @type {Record<string, Record<string, number>>} */
    this.variants = {};
  }

  /** @param {Filters} change an empty string removes a filter */
  _set(change) {
    const all = { ...this.filters, ...change };
    this.dispatchEvent(
      new CustomEvent("filter", {
        detail: Object.fromEntries(Object.entries(all).filter(([, text]) => text)),
      }),
    );
  }

  /** @param {SubmitEvent} event */
  _search(event) {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (this.querySelector("#library-search")),
      text = field.value.trim();
    if (isPosition(text)) {
      field.value = "";
      this._set({ position: text.replace(/\s+/g, " ") });
    } else this._set({ player: text });
  }

  /** @param {SubmitEvent} event */
  _more(event) {
    event.preventDefault();
    const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
    /** @type {HTMLDetailsElement} */ (this.querySelector("details")).open = false;
    this._set(Object.fromEntries(MORE.map((name) => [name, String(data.get(name) ?? "").trim()])));
  }

  /** @param {KeyboardEvent} event */
  _panelKey(event) {
    if (event.key !== "Escape") return;
    const panel = /** @type {HTMLDetailsElement} */ (this.querySelector("details"));
    if (!panel.open) return;
    panel.open = false;
    panel.querySelector("summary")?.focus();
    event.stopPropagation();
  }

  render() {
    const { filters } = this,
      game = filters.game ?? "";
    const sides = [
      ...new Set(this.games.filter((one) => !game || one.name === game).flatMap((one) => one.players)),
    ];
    const variants = Object.entries(this.variants)
      .filter(([name]) => !game || name === game)
      .flatMap(([, found]) => Object.keys(found));
    if (filters.variant && !variants.includes(filters.variant)) variants.unshift(filters.variant);
    const pill = (
      /** @type {string} */ name,
      /** @type {string} */ label,
      /** @type {[string, string][]} */ choices,
    ) => html`<label class=${filters[name] ? "pill set" : "pill"}><span class="hidden">${label}</span>
      <select name=${name} .value=${live(filters[name] ?? "")} @change=${(/** @type {FieldEvent} */ event) => this._set(name === "game" ? { game: event.target.value, variant: "" } : { [name]: event.target.value })}>
        ${choices.map(([value, text]) => html`<option value=${value} ?selected=${value === (filters[name] ?? "")}>${text}</option>`)}</select></label>`;
    const set = ["player", ...MORE, "ending", "match"].filter((name) => filters[name]);
    const field = (
      /** @type {string} */ name,
      type = "text",
      hint = "",
    ) => html`<label class="pick"><span>${LABELS[name]}</span>
      <input class="field" name=${name} type=${type} min=${type === "number" ? 0 : nothing} value=${filters[name] ?? ""} placeholder=${hint} maxlength=${name === "position" ? 16000 : 200} autocomplete="off"></label>`;
    return html`<div class="filters" role="search" aria-label=${words.filters}>
      <form class="search" @submit=${this._search}>
        ${icon("analyze")}
        <label class="hidden" for="library-search">${words.search}</label>
        <input id="library-search" type="search" placeholder=${words.searchHint} maxlength="16000" autocomplete="off" spellcheck="false" .value=${live(filters.player ?? "")}>
      </form>
      <div class="pills">
        ${pill("game", words.game, [["", words.anyGame], .../** @type {[string, string][]} */ (this.games.map((one) => [one.name, one.title]))])}
        ${pill("variant", words.variant, [["", words.anyVariant], .../** @type {[string, string][]} */ (variants.map((name) => [name, name]))])}
        ${pill("result", words.result, [["", words.anyResult], .../** @type {[string, string][]} */ (sides.map((side) => [side.toLowerCase(), words.won(sideName(side))])), ["draw", words.draw], ["none", words.none]])}
        <details class="more-filters" @keydown=${this._panelKey}><summary class="pill">${words.more}</summary>
          ${keyed(
            JSON.stringify(filters),
            html`<form class="more-panel" @submit=${this._more}>
            <div class="pair">${field("opponent")}${field("winner")}</div>
            ${field("event")}
            <div class="pair">${field("min_plies", "number")}${field("max_plies", "number")}</div>
            ${field("opening", "text", words.openingHint)}${field("position", "text", words.positionHint)}
            <div class="buttons"><button type="submit" class="primary">${words.apply}</button></div>
          </form>`,
          )}
        </details>
      </div>
      ${
        set.length
          ? html`<div class="chips">${set.map(
              (
                name,
              ) => html`<button type="button" class="filter-chip" aria-label=${words.remove(`${LABELS[name]} ${filters[name]}`)} @click=${() => this._set({ [name]: "" })}>
        <span class="quiet">${LABELS[name]}</span> <span class="value">${name === "position" ? words.thisPosition : filters[name]}</span> <span aria-hidden="true">×</span></button>`,
            )}
        ${set.length > 1 ? html`<button type="button" class="link" @click=${() => this._set(Object.fromEntries(Object.keys(filters).map((name) => [name, ""])))}>${words.clear}</button>` : nothing}</div>`
          : nothing
      }
    </div>`;
  }
}

customElements.define("game-filters", GameFilters);
