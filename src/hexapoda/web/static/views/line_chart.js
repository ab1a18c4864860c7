/**
 * `<line-chart>`: figures over the iterations of a run or the games of a match. For screen readers it is an image: the
 * figures of a run are in a table next to it, and the latest figure of a match is in its label.
 *
 * @typedef {{x: number, y: number, low?: number, high?: number, hollow?: boolean, label: string}} Point
 */

import { html, nothing, svg } from "../vendor/lit/lit.js";
import { PageElement } from "../page_element.js";
import { WidthWatch } from "./width_watch.js";

const TOP = 10,
  BOTTOM = 22,
  RIGHT = 12; // free space around the lines, in pixels
const LETTER = 7; // the width of a digit in pixels
const LARGE = 150; // above this height in pixels, a chart has more grid lines and larger dots
const MANY = 60; // with more points than this, dots would merge into a thick line

/**
 * Return up to about `most` round numbers within a range, and the number of decimals to show.
 * @param {number} low @param {number} high @param {number} most @param {boolean} [whole]
 *   @returns {{values: number[], digits: number}}
 */
export function ticks(low, high, most, whole = false) {
  const rough = (high - low) / most || 1,
    power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(
    [1, 2, 5].map((factor) => factor * power).find((value) => value >= rough) ?? 10 * power,
    whole ? 1 : 0,
  );
  const from = Math.ceil(low / step - 1e-9),
    to = Math.floor(high / step + 1e-9);
  const values = Array.from({ length: Math.max(to - from + 1, 0) }, (_, k) => (from + k) * step + 0); // + 0: no -0
  return { values, digits: Math.max(0, -Math.floor(Math.log10(step) + 1e-9)) };
}

export class LineChart extends PageElement {
  static properties = {
    points: { attribute: false },
    label: { attribute: false },
    format: { attribute: false },
    formatFirst: { attribute: false },
    height: { attribute: false },
    range: { attribute: false },
    connectHollow: { attribute: false },
    width: { state: true },
    at: { state: true },
  };

  constructor() {
    super();
    /** @type {Point[]} */
    this.points = [];
    /** The label for screen readers. */
    this.label = "";
    /**
     * Returns a value on the vertical axis as text, with `digits` decimals.
     * @type {(value: number, digits: number) => string}
     */
    this.format = (value, digits) => value.toFixed(digits);
    /**
     * Returns the first value on the horizontal axis as text that names its unit.
     * @type {(value: number) => string}
     */
    this.formatFirst = String;
    /** The height in pixels. */
    this.height = 90;
    /** A range that the vertical axis always covers. @type {[number, number] | null} */
    this.range = null;
    /** Whether the line connects hollow points too. */
    this.connectHollow = true;
    this.width = 300;
    /** The index of the point under the pointer; -1 for none. */
    this.at = -1;
    /** The width of the labels of the vertical axis; render() sets it. */
    this._left = 0;
    new WidthWatch(this);
  }

  /**
   * Return the range of the vertical axis: all values and intervals, with a margin around them.
   * @returns {[number, number]}
   */
  _span() {
    const values = this.points.flatMap(({ y, low = y, high = y }) => [low, high]).concat(this.range ?? []);
    const low = Math.min(...values),
      high = Math.max(...values),
      room = (high - low) * 0.06 || Math.abs(high) * 0.1 || 1;
    const below = low >= 0 ? Math.min(room, low) : room; // the margin does not go below 0 if no value is negative
    return [
      this.range && low >= this.range[0] ? this.range[0] : low - below,
      this.range && high <= this.range[1] ? this.range[1] : high + room,
    ];
  }

  /** @param {PointerEvent} event */
  _hover(event) {
    const svgBox = /** @type {SVGSVGElement} */ (event.currentTarget).getBoundingClientRect(),
      x = event.clientX - svgBox.left;
    const distances = this.points.map((point) => Math.abs(this._across(point.x) - x));
    this.at = distances.indexOf(Math.min(...distances));
  }

  /** Return the horizontal position of a value in pixels. @param {number} x */
  _across(x) {
    const { points, width } = this,
      first = points[0].x,
      last = points[points.length - 1].x;
    return last === first
      ? this._left + 3
      : this._left + ((x - first) / (last - first)) * (width - RIGHT - this._left);
  }

  /** The horizontal axis: its first and last number, and round numbers between them. @param {number} bottom */
  _axis(bottom) {
    const { points, width } = this,
      first = points[0].x,
      last = points[points.length - 1].x,
      label = this.formatFirst(first);
    const least = this._left + label.length * LETTER + 24,
      most = width - RIGHT - 40;
    const between = ticks(first, last, Math.max(1, Math.floor(width / 90)), true)
      .values.map((value) => ({ value, px: this._across(value) }))
      .filter(({ px }) => last > first && px > least && px < most);
    return svg`<text class="iteration first" x=${this._left - 3} y=${bottom}>${label}</text>${last === first ? nothing : svg`<text class="iteration last" x=${width - RIGHT + 3} y=${bottom}>${last}</text>`}
      ${between.map(({ value, px }) => svg`<text class="iteration" x=${px} y=${bottom}>${value}</text>`)}`;
  }

  render() {
    const { points, width, height } = this;
    if (!points.length) return nothing;
    const [low, high] = this._span(),
      { values, digits } = ticks(low, high, height > LARGE ? 6 : 3);
    const rules = values.map((value) => ({ value, text: this.format(value, digits) }));
    this._left = Math.max(0, ...rules.map(({ text }) => text.length)) * LETTER + 10;
    const y = (/** @type {number} */ value) =>
      TOP + (1 - (value - low) / (high - low)) * (height - TOP - BOTTOM);
    const places = points.map((point) => ({ ...point, px: this._across(point.x), py: y(point.y) }));
    const joined = places.filter((place) => this.connectHollow || !place.hollow);
    const here = this.at >= 0 && this.at < places.length ? places[this.at] : null;
    return html`<svg class="line-chart" viewBox="0 0 ${width} ${height}" width=${width} height=${height} role="img" aria-label=${this.label}
        @pointermove=${this._hover} @pointerdown=${this._hover} @pointerleave=${() => {
          this.at = -1;
        }}>
      ${rules.map(({ value, text }) => svg`<line class=${value === 0 ? "rule zero" : "rule"} x1=${this._left} x2=${width - RIGHT} y1=${y(value)} y2=${y(value)} /><text class="value" x=${this._left - 8} y=${y(value) + 4}>${text}</text>`)}
      ${this._axis(height - 4)}
      ${places.map(({ px, low, high }) => (low === undefined || high === undefined ? nothing : svg`<line class="interval" x1=${px} x2=${px} y1=${y(high)} y2=${y(low)} />`))}
      <path class="line" d=${joined.map(({ px, py }, k) => `${k ? "L" : "M"}${px.toFixed(1)} ${py.toFixed(1)}`).join("")} />
      ${places.length > MANY ? nothing : places.map((place) => dot(place, height > LARGE ? 5 : 2.5))}
      ${here ? svg`<line class="here" x1=${here.px} x2=${here.px} y1=${TOP} y2=${height - BOTTOM} />${dot(here, 6)}` : nothing}
    </svg>
    <p class="chart-text" aria-hidden="true">${here ? here.label : ""}</p>`;
  }
}

/** @param {Point & {px: number, py: number}} place @param {number} radius */
const dot = ({ px, py, hollow }, radius) =>
  svg`<circle class=${hollow ? "dot hollow" : "dot"} cx=${px} cy=${py} r=${radius} />`;

customElements.define("line-chart", LineChart);
