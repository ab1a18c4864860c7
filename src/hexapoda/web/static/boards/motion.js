/** Decides whether boards are animated. */

/** One query for all callers, because creating one may make the browser lay out the page. */
const reduced = matchMedia("(prefers-reduced-motion: reduce)");
const QUICK = 350; // milliseconds; a position that follows the previous one sooner than this is quick

/** Whether the visitor prefers reduced motion. */
export const reducedMotion = () => reduced.matches;

/** `Pace`: how fast positions follow each other. Pieces do not glide while the visitor hurries through a game. */
export class Pace {
  constructor() {
    this._last = -Infinity;
    this._hurried = false;
  }

  /**
   * Note that a new position is shown, and return whether its pieces glide to their places.
   * @param {number} [now] milliseconds
   */
  step(now = performance.now()) {
    const quick = now - this._last < QUICK,
      glides = !quick || !this._hurried; // a quick reply to a move still glides
    this._last = now;
    this._hurried = quick;
    return glides && !reducedMotion();
  }
}
