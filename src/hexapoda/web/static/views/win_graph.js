/**
 * `<win-graph>`: the win probability of player 0 in the course of a game, with marks at the key moments. It is a
 * slider: click, drag or use the arrow keys.
 *
 * @typedef {{ply: number, kind: string, faint: boolean}} Moment
 */

import { html, nothing, svg } from "../vendor/lit/lit.js";
import { PageElement } from "../page_element.js";
import { sideName } from "../sides.js";
import { words } from "../words/win_graph.js";
import { markShape } from "./judgment_mark.js";
import { WidthWatch } from "./width_watch.js";

const SIDE = 10; // pixels of margin on the left and right, for the marks

/** @param {number} value */
export const percent = (value) => `${Math.round(100 * value)}%`;

/** @fires go a position was chosen; `detail` is the number of moves before it */
export class WinGraph extends PageElement {
  static properties = {
    points: { attribute: false },
    moments: { attribute: false },
    at: { attribute: false },
    hues: { attribute: false },
    sides: { attribute: false },
    labels: { attribute: false },
    width: { state: true },
  };

  constructor() {
    super();
    /** The win probability of player 0 at each position, from the start; null if unknown. @type {(number | null)[]} */
    this.points = [];
    /** @type {Moment[]} */
    this.moments = [];
    this.at = 0;
    /** The colors of the players. Only "white" and "black" have a fill of their own. @type {[string, string]} */
    this.hues = ["white", "black"];
    /** @type {[string, string]} */
    this.sides = ["", ""];
    /** The description of each position, for screen readers and tooltips. @type {string[]} */
    this.labels = [];
    this.width = 600;
    /** The height in pixels, as set in the style sheet. */
    this._height = 72;
    new WidthWatch(this);
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("width"))
      this._height = Number(getComputedStyle(this).getPropertyValue("--graph-height")) || this._height;
  }

  get _last() {
    return Math.max(this.points.length - 1, 1);
  }

  /** @param {number} ply */
  _x(ply) {
    return SIDE + (ply / this._last) * (this.width - 2 * SIDE);
  }

  /** @param {number} ply */
  _go(ply) {
    const wanted = Math.min(Math.max(ply, 0), this.points.length - 1);
    if (wanted !== this.at) this.emit("go", wanted);
  }

  /** @param {PointerEvent} event */
  _point(event) {
    if (event.type === "pointermove" && !(event.buttons & 1)) return;
    const box = this.getBoundingClientRect();
    const share = (event.clientX - box.left - SIDE) / (box.width - 2 * SIDE);
    // Make marks easier to hit: a click close to a mark goes to its position.
    const mark = this.moments
      .filter((one) => !one.faint)
      .map((one) => ({ ply: one.ply, away: Math.abs(this._x(one.ply) - (event.clientX - box.left)) }))
      .sort((a, b) => a.away - b.away)[0];
    this._go(
      event.type === "pointerdown" && mark && mark.away < 7 ? mark.ply : Math.round(share * this._last),
    );
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    /** @type {Record<string, number>} */
    const steps = {
      ArrowLeft: this.at - 1,
      ArrowDown: this.at - 1,
      ArrowRight: this.at + 1,
      ArrowUp: this.at + 1,
      PageUp: this.at + 10,
      PageDown: this.at - 10,
      Home: 0,
      End: this.points.length - 1,
    };
    if (!(event.key in steps) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    this._go(steps[event.key]);
  }

  render() {
    const { width, _height: high } = this;
    /** @type {[number, number][]} */
    const known = this.points.flatMap((value, ply) =>
      value === null ? [] : [/** @type {[number, number]} */ ([this._x(ply), high * (1 - value)])],
    );
    const line = known.map(([x, y], k) => `${k ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
    const first = this.points.findIndex((point) => point !== null);
    const [begin] = known,
      end = known.at(-1),
      whole = end && this.points.slice(first).every((point) => point !== null);
    const left = begin && first > 2 ? begin[0] : 0; // the first moves were not judged
    const right = whole ? width : (end?.[0] ?? 0); // the curve of a complete game is extended to the edge
    const x = this._x(this.at),
      value = this.points[this.at];
    return html`<svg class="graph" viewBox="0 0 ${width} ${high}" width=${width} height=${high} tabindex="0" role="slider" aria-label=${words.graph}
        aria-valuemin="0" aria-valuemax=${this.points.length - 1} aria-valuenow=${this.at} aria-valuetext=${this.labels[this.at] ?? ""}
        @pointerdown=${this._point} @pointermove=${this._point} @keydown=${this._key}>
      <rect class="upper ${this.hues[1]}" x="0" y="0" width=${width} height=${high} />
      ${
        end
          ? svg`<rect class="unknown" x=${right} y="0" width=${Math.max(width - right, 0)} height=${high} />
        <rect class="unknown" x="0" y="0" width=${left} height=${high} />
        <path class="lower ${this.hues[0]}" d="M${left.toFixed(1)} ${begin[1].toFixed(1)}L${line.slice(1)}L${right.toFixed(1)} ${end[1].toFixed(1)}V${high}H${left.toFixed(1)}Z" />`
          : svg`<rect class="unknown" x="0" y="0" width=${width} height=${high} />`
      }
      <line class="half" x1="0" x2=${width} y1=${high / 2} y2=${high / 2} />
      ${end ? svg`<path class="curve" d=${line} />` : nothing}
      <line class="now" x1=${x} x2=${x} y1="0" y2=${high} />
      ${this.moments.map(({ ply, kind, faint }) => {
        const at = this.points[ply];
        if (at === null || at === undefined) return nothing;
        const y = Math.min(Math.max(high * (1 - at), 9), high - 9);
        return svg`<g class=${faint ? "moment faint" : "moment"} data-ply=${ply} transform="translate(${this._x(ply).toFixed(1)} ${y.toFixed(1)})"><title>${this.labels[ply]}</title>${markShape(kind)}</g>`;
      })}
      ${value === null || value === undefined ? nothing : svg`<circle class="here" cx=${x} cy=${Math.min(Math.max(high * (1 - value), 5), high - 5)} r="5" />`}
    </svg>
    <p class="graph-text" aria-hidden="true"><span>${value === null || value === undefined ? "" : words.graphAt(sideName(this.sides[0]), percent(value))}</span>
      <span>${value === null || value === undefined ? "" : words.graphAt(sideName(this.sides[1]), percent(1 - value))}</span></p>`;
  }
}

customElements.define("win-graph", WinGraph);
