/** Whether boards move smoothly. */

/** One query for all: asking for a new one may make the browser lay the page out. */
const reduced = matchMedia("(prefers-reduced-motion: reduce)");
const QUICK = 350; // milliseconds

/** Whether the visitor wants no motion. */
export const reducedMotion = () => reduced.matches;

/** `Pace`: how fast positions follow each other. Pieces do not glide while somebody hurries through a game. */
export class Pace {
  constructor() {
    this._last = -Infinity;
    this._hurried = false;
  }

  /** A new position is shown: whether its pieces glide to their places. @param {number} [now] milliseconds */
  step(now = performance.now()) {
    const quick = now - this._last < QUICK,
      glides = !quick || !this._hurried; // a quick reply to a move still glides
    this._last = now;
    this._hurried = quick;
    return glides && !reducedMotion();
  }
}
