/** `<game-clock>`: the time that a player has left. It counts down while `running` is set. */

import { html } from "../vendor/lit/lit.js";
import { PageElement } from "../page_element.js";
import { timeLeft } from "./people.js";

const LOW = 20; // below this many seconds, tenths are shown
const DAY = 24 * 3600;
const MINUTE = 60_000; // milliseconds between two updates while at least a day is left

export class GameClock extends PageElement {
  static properties = {
    left: { attribute: false },
    running: { attribute: false },
    since: { attribute: false },
  };

  constructor() {
    super();
    this.left = 0;
    this.running = false;
    /** The time at which `left` was measured, by `performance.now`. */
    this.since = 0;
    this._timer = 0;
  }

  disconnectedCallback() {
    clearTimeout(this._timer);
    super.disconnectedCallback();
  }

  updated() {
    clearTimeout(this._timer);
    const left = this._now();
    const pause = left >= DAY ? MINUTE : left < LOW + 1 ? 100 : (left % 1) * 1000 + 5;
    if (this.running && left > 0) this._timer = setTimeout(() => this.requestUpdate(), pause);
  }

  _now() {
    return Math.max(0, this.left - (this.running ? (performance.now() - this.since) / 1000 : 0));
  }

  render() {
    const left = this._now(),
      seconds = Math.floor(left);
    if (left >= DAY) return html`<time role="timer">${timeLeft(left)}</time>`;
    const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
    const hours = Math.floor(seconds / 3600),
      minutes = Math.floor(seconds / 60) % 60;
    const text = `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}${left < LOW ? `.${Math.floor(left * 10) % 10}` : ""}`;
    return html`<time class=${left < LOW ? "low" : ""} role="timer">${text}</time>`;
  }
}

customElements.define("game-clock", GameClock);
