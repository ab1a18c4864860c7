/**
 * `<review-start>`: the form for a game to review, this browser's reviews, and the visitor's most frequent errors.
 */

import { html, nothing } from "../vendor/lit/lit.js";
import { PageElement } from "../page_element.js";
import { fileText } from "../file_text.js";
import { ApiError } from "../request.js";
import { LAST, forgetReview, ownReviews, reviewLast } from "../own_reviews.js";
import { readLastGames } from "../practice_api.js";
import { createReview, readHabits } from "../review_api.js";
import { sideName } from "../sides.js";
import { turnOf } from "../move_numbers.js";
import { words as practiceWords } from "../words/practice.js";
import { words } from "../words/review.js";
import { judgmentMark } from "./judgment_mark.js";
import { playerName } from "./player_name.js";
import { sentence } from "./sentence.js";

const LARGEST = 1_000_000; // characters of text, or bytes of a file

/** @param {string} id @param {number} [ply] */
const link = (id, ply) => `#review=${id}${ply ? `&at=${ply}` : ""}`;

export class ReviewStart extends PageElement {
  static properties = {
    games: { attribute: false },
    trouble: { state: true },
    several: { state: true },
    busy: { state: true },
    over: { state: true },
    own: { state: true },
    habits: { state: true },
    unreviewed: { state: true },
  };

  constructor() {
    super();
    /** @type {Api.GameJson[]} */
    this.games = [];
    this.trouble = "";
    this.several = false;
    this.busy = false;
    this.over = false;
    this.own = ownReviews();
    /** @type {Record<string, Api.GameHabitsJson>} */
    this.habits = {};
    /** The number of the visitor's last games that are not reviewed yet. */
    this.unreviewed = 0;
  }

  connectedCallback() {
    super.connectedCallback();
    this._count();
    readLastGames().then(
      ({ games }) => (this.unreviewed = games),
      () => {}, // the page works without this number
    );
  }

  /** Review the last games, and go to *Practice*, which shows the progress and then the exercises. */
  async _reviewLast() {
    if (this.busy) return;
    this.busy = true;
    this.trouble = "";
    try {
      await reviewLast();
      location.hash = "practice";
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.trouble = sentence(error.message);
    } finally {
      this.busy = false;
    }
  }

  /** Read the visitor's most frequent errors, and drop the reviews that no longer exist. */
  async _count() {
    this.own = ownReviews();
    const played = this.own.flatMap(({ id, player }) => (player === null ? [] : [{ id, player }]));
    if (!played.length) {
      this.habits = {};
      return;
    }
    try {
      const found = await readHabits(played);
      found.gone.forEach(forgetReview);
      this.own = ownReviews();
      this.habits = found.games;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.trouble = sentence(error.message);
    }
  }

  /** @param {SubmitEvent} event */
  async _submit(event) {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target)),
      text = String(form.get("text") ?? "").trim();
    if (!text || this.busy) return;
    const number = Number(form.get("number")) || undefined;
    this.busy = true;
    this.trouble = "";
    try {
      const { id } = await createReview({ text, ...(this.several && number ? { number } : {}) });
      location.hash = `review=${id}`;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.several = this.several || error.field === "number";
      this.trouble = sentence(error.message);
    } finally {
      this.busy = false;
    }
  }

  /** Put the content of a file into the text field, and submit it. @param {File | undefined} file */
  async _read(file) {
    if (!file) return;
    if (file.size > LARGEST) {
      this.trouble = words.tooLarge;
      return;
    }
    const area = /** @type {HTMLTextAreaElement} */ (this.querySelector("textarea"));
    area.value = await fileText(file);
    this.several = false;
    /** @type {HTMLFormElement} */ (this.querySelector("form")).requestSubmit();
  }

  /** @param {DragEvent} event */
  _drop(event) {
    event.preventDefault();
    this.over = false;
    const [file] = event.dataTransfer?.files ?? [],
      text = event.dataTransfer?.getData("text/plain");
    if (file) this._read(file);
    else if (text) /** @type {HTMLTextAreaElement} */ (this.querySelector("textarea")).value = text;
  }

  /** @param {DragEvent} event */
  _drag(event) {
    event.preventDefault();
    this.over = event.type === "dragover";
  }

  render() {
    return html`<main class="review-start">
      <section class="card ${this.over ? "over" : ""}" @dragover=${this._drag} @dragleave=${this._drag} @drop=${this._drop}>
        <h1>${words.title}</h1>
        <p class="quiet">${words.intro}</p>
        <form @submit=${this._submit}>
          <label class="hidden" for="game-text">${words.paste}</label>
          <textarea id="game-text" name="text" rows="7" maxlength=${LARGEST} placeholder=${this.over ? words.dropHere : words.placeholder} spellcheck="false" autocomplete="off" autocapitalize="off"></textarea>
          ${this.several ? html`<label class="pick"><span>${words.number}</span><input class="number-field" name="number" type="number" min="1" max="100000" value="1" required></label>` : nothing}
          <p class="trouble" role="alert">${this.trouble}</p>
          <div class="buttons">
            <label class="file-button"><input type="file" @change=${(/** @type {Event} */ event) => this._read(/** @type {HTMLInputElement} */ (event.target).files?.[0])}><span>${words.openFile}</span></label>
            <button type="submit" class="primary" ?disabled=${this.busy}>${this.busy ? words.beginning : words.begin}</button>
          </div>
        </form>
      </section>
      <section class="card" aria-labelledby="own-title">
        <h2 id="own-title">${words.yours}</h2>
        ${
          this.unreviewed
            ? html`<p>${practiceWords.lastOpen(this.unreviewed)}</p>
          <p><button type="button" class="primary" id="review-games" ?disabled=${this.busy} @click=${this._reviewLast}>${practiceWords.reviewGames(Math.min(this.unreviewed, LAST))}</button></p>`
            : nothing
        }
        ${this.own.length ? html`<ul class="own">${this.own.map((one) => this._own(one))}</ul>` : html`<p class="quiet">${words.none}</p>`}
      </section>
      <section class="card wide" aria-labelledby="habits-title">
        <h2 id="habits-title">${words.habits}</h2>
        ${Object.keys(this.habits).length ? Object.entries(this.habits).map(([name, found]) => this._habits(name, found)) : html`<p class="quiet">${words.habitsNone}</p>`}
      </section>
    </main>`;
  }

  /** @param {import("../own_reviews.js").OwnReview} one */
  _own(one) {
    const info = this.games.find((game) => game.name === one.game),
      sides = info?.players ?? ["", ""];
    const names = one.names.map((name, k) => playerName(name, k, info, one.player));
    return html`<li><a href=${link(one.id)}><strong>${words.against(names[0], names[1])}</strong>
        <small>${[one.result === "*" ? "" : one.result, info?.title, one.variant, one.plies ? words.plies(one.plies) : "", one.player === null ? "" : words.youWere(sideName(sides[one.player]))].filter(Boolean).join(" · ")}</small></a>
      <button type="button" class="plain-button" aria-label=${words.forget} title=${words.forget} @click=${() => {
        forgetReview(one.id);
        this._count();
      }}>×</button></li>`;
  }

  /** @param {string} name @param {Api.GameHabitsJson} found */
  _habits(name, found) {
    const title = this.games.find((game) => game.name === name)?.title ?? name;
    const errors = found.parts.reduce((sum, part) => sum + part.errors, 0),
      most = found.parts.findIndex((part) => 2 * part.errors > errors);
    const counts = Object.entries(words.counts).filter(([kind]) => found.counts[kind]);
    return html`<div class="habits">
      <h3>${words.habitsGames(found.games, title)}${found.accuracy === null ? "" : ` · ${words.habitsAccuracy(found.accuracy)}`}</h3>
      <p class="counts">${counts.map(([kind, text]) => html`<span>${judgmentMark(kind)} ${found.counts[kind]} ${found.counts[kind] === 1 ? words.counted[kind] : text}</span>`)}</p>
      <div class="columns"><div>${
        errors
          ? html`${most < 0 ? nothing : html`<p>${words.mostIn(words.phases[most])}</p>`}
        <ul class="parts">${found.parts.map(
          (part, k) => html`<li><span>${words.phase(words.phases[k], part.errors, part.moves)}</span>
          <svg class="share" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect width="100" height="8" /><rect class="errors" width=${((100 * part.errors) / Math.max(part.moves, 1)).toFixed(1)} height="8" /></svg></li>`,
        )}</ul>`
          : nothing
      }
      ${
        found.worst.length
          ? html`<h4>${words.costliest}</h4>
        <ul class="themes">${found.worst.slice(0, 4).map((one) => html`<li><a href=${link(one.id, one.ply)}>${words.moveNumber(turnOf(name, one.ply))}</a> <small>${words.lost(`${Math.round(100 * one.loss)}%`)}</small></li>`)}</ul>`
          : nothing
      }</div>
      <div>${
        found.missed.length
          ? html`<h4>${words.missedThemes}</h4>
        <ul class="themes">${found.missed.map(
          (one) => html`<li><span>${sentence(one.text)}</span> <small>${words.times(one.places.length)}:
          ${one.places.slice(0, 6).map((at) => html`<a href=${link(at.id, at.ply)}>${words.moveNumber(turnOf(name, at.ply))}</a> `)}</small></li>`,
        )}</ul>`
          : nothing
      }</div></div>
    </div>`;
  }
}

customElements.define("review-start", ReviewStart);
