/**
 * The drawings of an analysis on any board: arrows for the moves of an engine, marked cells, and lines.
 *
 * @typedef {import("./hexagons.js").Cell} Cell
 * @typedef {import("./hexagons.js").Point} Point
 * @typedef {{cells: {cell: Cell, value?: number | null, tone?: string | null, label?: string | null}[],
 *   lines: [Cell, Cell][]}} Overlay a cell with a value and no tone is part of a heat map
 * @typedef {{move: Api.MoveJson, label: string}} Idea a move of an engine, and its evaluation
 */

import { nothing, svg } from "../vendor/lit/lit.js";
import { at } from "./hexagons.js";

/**
 * Return the path of an arrow, which ends just short of the center of its target.
 * @param {Point} from @param {Point} to @param {number} width
 */
export function arrowPath([ax, ay], [bx, by], width) {
  const length = Math.hypot(bx - ax, by - ay) || 1,
    [ux, uy] = [(bx - ax) / length, (by - ay) / length];
  const half = width / 2,
    head = Math.min(2.6 * width, 0.6 * length),
    tip = length - 12;
  /** The outline: distances along the arrow and to its side. @type {[number, number][]} */
  const points = [
    [34, half],
    [tip - head, half],
    [tip - head, 1.15 * width + half * 0.4],
    [tip, 0],
    [tip - head, -1.15 * width - half * 0.4],
    [tip - head, -half],
    [34, -half],
  ];
  return `M${points.map(([along, aside]) => `${(ax + along * ux - aside * uy).toFixed(1)},${(ay + along * uy + aside * ux).toFixed(1)}`).join("L")}Z`;
}

/**
 * Draw overlays.
 * @param {Overlay[]} overlays @param {(cell: Cell) => Point} place @param {string} path the outline of a cell
 */
export function overlayMarks(overlays, place, path) {
  const shown = overlays.filter((one) => one.cells.length || one.lines.length);
  if (!shown.length) return nothing;
  return svg`<g class="overlays">
    ${shown
      .flatMap(({ cells }) => cells)
      .map(
        ({ cell, value, tone, label }) => svg`<g class="over ${tone ?? "heat"}" transform=${at(place(cell))}>
      <path d=${path} .style=${typeof value !== "number" ? "" : `fill-opacity: ${(0.06 + 0.74 * value).toFixed(2)}`} />
      ${label ? svg`<text y="14">${label}</text>` : nothing}
    </g>`,
      )}
    ${shown
      .flatMap(({ lines }) => lines)
      .map(([a, b]) => {
        const [x1, y1] = place(a),
          [x2, y2] = place(b);
        return svg`<line class="link" x1=${x1.toFixed(1)} y1=${y1.toFixed(1)} x2=${x2.toFixed(1)} y2=${y2.toFixed(1)} />`;
      })}
  </g>`;
}
