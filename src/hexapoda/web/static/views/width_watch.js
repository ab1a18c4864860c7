/** `WidthWatch`: sets the `width` of a picture to its width on the page whenever that changes. */

const LEAST = 120; // the minimum `width` in pixels, even if the picture is narrower

/** @typedef {import("../vendor/lit/lit.js").LitElement & {width: number}} Picture */

export class WidthWatch {
  /** @param {Picture} picture whose `width` is set */
  constructor(picture) {
    this._picture = picture;
    this._observer = new ResizeObserver(() => {
      picture.width = Math.max(picture.clientWidth, LEAST);
    });
    picture.addController(this);
  }

  hostConnected() {
    this._observer.observe(this._picture);
  }

  hostDisconnected() {
    this._observer.disconnect();
  }
}
