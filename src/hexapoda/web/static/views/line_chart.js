/**
 * `<line-chart>`: figures over the iterations of a run or the games of a match. It is a picture: a table has the figures of a run,
 * and the label the latest one of a match, for people who cannot see it or point at it.
 *
 * @typedef {{x: number, y: number, low?: number, high?: number, hollow?: boolean, label: string}} Point
 */

import { html, nothing, svg } from "../vendor/lit/lit.js";
import { PageElement } from "../page_element.js";
import { WidthWatch } from "./width_watch.js";

const TOP = 10,
  BOTTOM = 22,
  RIGHT = 12; // free space around the lines
const LETTER = 7; // the width of a digit
const LARGE = 150; // pixels of height from which a chart has more in it
const MANY = 60; // points from which dots would be one thick line

/**
 * Round numbers within a range, at most about `most` of them, and how many decimals they have.
 * @param {number} low @param {number} high @param {number} most @param {boolean} [whole] @returns {{values: number[], digits: number}}
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
  const values = Array.from({ length: Math.max(to - from + 1, 0) }, (_, k) => (from + k) * step + 0); // 0 in place of -0
  return { values, digits: Math.max(0, -Math.floor(Math.log10(step) + 1e-9)) };
}

export class LineChart extends PageElement {
  static properties = {
    points: { attribute: false },
    label: { attribute: false },
    format: { attribute: false },
    first: { attribute: false },
    high: { attribute: false },
    range: { attribute: false },
    through: { attribute: false },
    width: { state: true },
    at: { state: true },
  };

  constructor() {
    super();
    /** @type {Point[]} */
    this.points = [];
    /** What a screen reader says. */
    this.label = "";
    /** A value of the vertical axis as text, with `digits` decimals. @type {(value: number, digits: number) => string} */
    this.format = (value, digits) => value.toFixed(digits);
    /** The first value of the horizontal axis as text, which says what it is. @type {(value: number) => string} */
    this.first = String;
    /** The height in pixels. */
    this.high = 90;
    /** What the vertical axis has at least. @type {[number, number] | null} */
    this.range = null;
    /** Whether the line leads through hollow points too. */
    this.through = true;
    this.width = 300;
    /** The point that is pointed at; -1 for none. */
    this.at = -1;
    /** The width of the values of the vertical axis. */
    this._left = 0;
    new WidthWatch(this);
  }

  /** The least and the greatest value with all intervals. @returns {[number, number]} */
  _span() {
    const values = this.points.flatMap(({ y, low = y, high = y }) => [low, high]).concat(this.range ?? []);
    const low = Math.min(...values),
      high = Math.max(...values),
      room = (high - low) * 0.06 || Math.abs(high) * 0.1 || 1;
    const below = low >= 0 ? Math.min(room, low) : room; // what is never negative has no room below 0
    return [
      this.range && low >= this.range[0] ? this.range[0] : low - below,
      this.range && high <= this.range[1] ? this.range[1] : high + room,
    ];
  }

  /** @param {PointerEvent} event */
  _point(event) {
    const svgBox = /** @type {SVGSVGElement} */ (event.currentTarget).getBoundingClientRect(),
      x = event.clientX - svgBox.left;
    let best = -1;
    this.points.forEach((point, k) => {
      if (best < 0 || Math.abs(this._across(point.x) - x) < Math.abs(this._across(this.points[best].x) - x))
        best = k;
    });
    this.at = best;
  }

  /** The horizontal place of a value. @param {number} x */
  _across(x) {
    const { points, width } = this,
      first = points[0].x,
      last = points[points.length - 1].x;
    return last === first
      ? this._left + 3
      : this._left + ((x - first) / (last - first)) * (width - RIGHT - this._left);
  }

  render() {
    const { points, width, high } = this;
    if (!points.length) return nothing;
    const [low, top] = this._span(),
      { values, digits } = ticks(low, top, high > LARGE ? 6 : 3);
    const lines = values.map((value) => ({ value, text: this.format(value, digits) }));
    this._left = Math.max(0, ...lines.map(({ text }) => text.length)) * LETTER + 10;
    const y = (/** @type {number} */ value) =>
      TOP + (1 - (value - low) / (top - low)) * (high - TOP - BOTTOM);
    const places = points.map((point) => ({ ...point, px: this._across(point.x), py: y(point.y) }));
    const lead = places.filter((place) => this.through || !place.hollow);
    const first = points[0].x,
      last = points[points.length - 1].x;
    const named = this.first(first),
      free = [this._left + named.length * LETTER + 24, width - RIGHT - 40]; // for the numbers between the first and the last
    const here = this.at >= 0 && this.at < places.length ? places[this.at] : null;
    return html`<svg class="line-chart" viewBox="0 0 ${width} ${high}" width=${width} height=${high} role="img" aria-label=${this.label}
        @pointermove=${this._point} @pointerdown=${this._point} @pointerleave=${() => {
          this.at = -1;
        }}>
      ${lines.map(({ value, text }) => svg`<line class=${value === 0 ? "rule zero" : "rule"} x1=${this._left} x2=${width - RIGHT} y1=${y(value)} y2=${y(value)} /><text class="value" x=${this._left - 8} y=${y(value) + 4}>${text}</text>`)}
      <text class="iteration first" x=${this._left - 3} y=${high - 4}>${named}</text>${last === first ? nothing : svg`<text class="iteration last" x=${width - RIGHT + 3} y=${high - 4}>${last}</text>`}
      ${ticks(first, last, Math.max(1, Math.floor(width / 90)), true)
        .values.filter(
          (value) => last > first && this._across(value) > free[0] && this._across(value) < free[1],
        )
        .map((value) => svg`<text class="iteration" x=${this._across(value)} y=${high - 4}>${value}</text>`)}
      ${places.map((place) => (place.low === undefined || place.high === undefined ? nothing : svg`<line class="interval" x1=${place.px} x2=${place.px} y1=${y(place.high)} y2=${y(place.low)} />`))}
      <path class="line" d=${lead.map(({ px, py }, k) => `${k ? "L" : "M"}${px.toFixed(1)} ${py.toFixed(1)}`).join("")} />
      ${places.length > MANY ? nothing : places.map((place) => svg`<circle class=${place.hollow ? "dot hollow" : "dot"} cx=${place.px} cy=${place.py} r=${high > LARGE ? 5 : 2.5} />`)}
      ${here ? svg`<line class="here" x1=${here.px} x2=${here.px} y1=${TOP} y2=${high - BOTTOM} /><circle class=${here.hollow ? "dot hollow" : "dot"} cx=${here.px} cy=${here.py} r="6" />` : nothing}
    </svg>
    <p class="chart-text" aria-hidden="true">${here ? here.label : ""}</p>`;
  }
}

customElements.define("line-chart", LineChart);
