/**
 * The view of a board: a frame around the part that must be in view, with zoom and pan.
 *
 * @typedef {{left: number, top: number, right: number, bottom: number}} Frame
 */

import { reducedMotion } from "./motion.js";

const GROWTH = 260; // milliseconds that the view takes to move to a new frame
const FARTHEST = 8; // the largest zoom factor

/**
 * Return the two sides of a frame around content from `low` to `high`, with at least `margin` on both sides. They are
 * `least` away from the origin if that suffices. Otherwise, the content is rounded outwards to multiples of `unit`, so
 * that the frame rarely changes and depends only on the content.
 * @param {number} low @param {number} high @param {number} margin @param {number} unit @param {number} least
 */
export function onLines(low, high, margin, unit, least) {
  if (Math.max(-low, high) + margin <= least) return [-least, least];
  const from = Math.floor(low / unit + 1e-6) * unit,
    to = Math.ceil(high / unit - 1e-6) * unit;
  const around = Math.max(margin, least - (to - from) / 2);
  return [from - around, to + around];
}

export class Camera {
  /** @param {() => SVGSVGElement | null} svg the drawing, once it exists */
  constructor(svg) {
    this._svg = svg;
    /** @type {Frame | null} */
    this._frame = null;
    /** @type {number[] | null} */
    this._shown = null;
    this._zoom = 1;
    this._focus = [0.5, 0.5];
    this._animation = 0;
  }

  /** Forget the frame and the zoom, because another game begins. */
  reset() {
    this._frame = null;
    this._zoom = 1;
    this._focus = [0.5, 0.5];
  }

  /** Whether no frame has been shown yet. */
  get empty() {
    return this._frame === null;
  }

  /** Whether the whole frame is in view. */
  get whole() {
    return this._zoom === 1;
  }

  /** Show the whole frame. */
  fit() {
    this._zoom = 1;
    this._focus = [0.5, 0.5];
    this._go(true);
  }

  /** Show this part of the drawing. @param {Frame} frame */
  show(frame) {
    const old = this._frame;
    if (old && !this.whole) {
      // While zoomed in, the visible part stays where it is.
      const [x, y] = this._middle();
      const wide = (/** @type {Frame} */ { left, right }) => right - left;
      this._zoom = Math.min(FARTHEST, Math.max(1, (this._zoom * wide(frame)) / wide(old)));
      this._frame = frame;
      this._look(x, y);
      return;
    }
    this._frame = frame;
    this._go(old !== null);
  }

  /** Extend the frame to include another one. @param {Frame} frame */
  hold(frame) {
    const old = this._frame ?? frame;
    this.show({
      left: Math.min(old.left, frame.left),
      top: Math.min(old.top, frame.top),
      right: Math.max(old.right, frame.right),
      bottom: Math.max(old.bottom, frame.bottom),
    });
  }

  /**
   * Zoom around a point in the window.
   * @param {number} factor
   * @param {number} clientX
   * @param {number} clientY
   */
  zoom(factor, clientX, clientY) {
    const svg = this._svg(),
      frame = this._frame;
    if (!svg || !frame) return;
    const zoom = Math.min(FARTHEST, Math.max(1, this._zoom * factor));
    const matrix = svg.getScreenCTM();
    if (!matrix) return;
    const point = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    const [x, y] = this._middle();
    const part = this._zoom / zoom;
    this._zoom = zoom;
    this._look(point.x + (x - point.x) * part, point.y + (y - point.y) * part);
  }

  /**
   * Move the view by pixels.
   * @param {number} dx
   * @param {number} dy
   */
  pan(dx, dy) {
    const matrix = this._svg()?.getScreenCTM();
    if (!matrix || this.whole) return;
    const [x, y] = this._middle();
    this._look(x - dx / matrix.a, y - dy / matrix.d);
  }

  _middle() {
    const { left, top, right, bottom } = /** @type {Frame} */ (this._frame);
    return [left + this._focus[0] * (right - left), top + this._focus[1] * (bottom - top)];
  }

  /** @param {number} x @param {number} y */
  _look(x, y) {
    const { left, top, right, bottom } = /** @type {Frame} */ (this._frame);
    const half = 0.5 / this._zoom;
    const inside = (/** @type {number} */ value) => Math.min(1 - half, Math.max(half, value));
    this._focus = [inside((x - left) / (right - left)), inside((y - top) / (bottom - top))];
    this._go(false);
  }

  /** @param {boolean} smooth */
  _go(smooth) {
    const svg = this._svg(),
      frame = this._frame;
    if (!svg || !frame) return;
    const wide = (frame.right - frame.left) / this._zoom,
      high = (frame.bottom - frame.top) / this._zoom;
    const [x, y] = this._middle();
    const aim = [x - wide / 2, y - high / 2, wide, high];
    const from = this._shown;
    cancelAnimationFrame(this._animation);
    this._shown = aim;
    if (!from || !smooth || from.every((value, k) => value === aim[k]) || reducedMotion()) {
      svg.setAttribute("viewBox", aim.map((value) => value.toFixed(1)).join(" "));
      return;
    }
    const begin = performance.now();
    const draw = (/** @type {number} */ now) => {
      const part = Math.min(1, Math.max(0, (now - begin) / GROWTH)),
        eased = 1 - (1 - part) ** 3;
      svg.setAttribute(
        "viewBox",
        from.map((value, k) => (value + (aim[k] - value) * eased).toFixed(1)).join(" "),
      );
      if (part < 1) this._animation = requestAnimationFrame(draw);
    };
    this._animation = requestAnimationFrame(draw);
  }
}
