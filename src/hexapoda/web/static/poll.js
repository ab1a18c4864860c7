/** `Poll`: calls a function of a view repeatedly while the view is in the page and the page is visible. */

export class Poll {
  /**
   * @param {import("./vendor/lit/lit.js").LitElement} view
   * @param {() => Promise<number>} ask returns the milliseconds until the next call; Infinity to wait for `now` or
   *   until the page becomes visible again
   */
  constructor(view, ask) {
    this._ask = ask;
    this._timer = 0;
    this._on = false;
    this._busy = false;
    /** Whether to ask again at once, because `now` was called during a request. */
    this._again = false;
    view.addController(this);
  }

  hostConnected() {
    this._on = true;
    document.addEventListener("visibilitychange", this._seen);
    this.now();
  }

  hostDisconnected() {
    this._on = false;
    clearTimeout(this._timer);
    document.removeEventListener("visibilitychange", this._seen);
  }

  _seen = () => {
    if (document.hidden) clearTimeout(this._timer);
    else this.now();
  };

  /** Ask now, or right after the call in progress. */
  async now() {
    if (!this._on || document.hidden) return;
    this._again = this._busy;
    if (this._busy) return;
    clearTimeout(this._timer);
    this._busy = true;
    let pause = 0;
    try {
      pause = await this._ask();
    } finally {
      this._busy = false;
    }
    if (!this._on || document.hidden) return;
    if (this._again || pause < Infinity) this._timer = setTimeout(() => this.now(), this._again ? 0 : pause);
  }
}
