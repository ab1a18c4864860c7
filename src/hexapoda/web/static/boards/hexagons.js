/**
 * The geometry of hexagonal boards: centers, neighbors, hexagons, and steps with the arrow keys.
 *
 * The corners of a cell are 100 units from its center. A cell is `[q, r]`: q to the east, r to the south-east.
 *
 * @typedef {[number, number]} Cell
 * @typedef {[number, number]} Point
 */

/** The distance between the centers of two adjacent cells. */
export const WIDE = 100 * Math.sqrt(3);

/** The steps to the six neighbors, clockwise from the east. @type {Cell[]} */
export const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [0, -1],
  [1, -1],
];

/** @param {Cell} cell @returns {Point} */
export const center = ([q, r]) => [WIDE * (q + r / 2), 150 * r];

/** @param {Cell} cell @returns {string} */
export const key = (cell) => `${cell[0]},${cell[1]}`;

/** @param {string} text @returns {Cell} */
export const cellOf = (text) => /** @type {Cell} */ (text.split(",").map(Number));

/** @param {Cell} cell @returns {Cell[]} */
export const neighbors = ([q, r]) => DIRECTIONS.map(([dq, dr]) => [q + dq, r + dr]);

/** @param {Point} point @param {number} turns sixths of a turn, clockwise @returns {Point} */
export function turned([x, y], turns) {
  const angle = (turns * Math.PI) / 3;
  return [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)];
}

/** @param {Point} point @returns {string} */
export const at = ([x, y]) => `translate(${x.toFixed(1)} ${y.toFixed(1)})`;

/** The corners of a hexagon around the origin, clockwise from the top. @param {number} radius @returns {Point[]} */
export function corners(radius) {
  return DIRECTIONS.map((_, k) => {
    const angle = ((60 * k - 90) * Math.PI) / 180;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

/**
 * The path of a hexagon with rounded corners.
 * @param {number} radius
 * @param {number} [rounding]
 * @returns {string}
 */
export function hexagon(radius, rounding = 0) {
  const points = corners(radius);
  const parts = points.map(([x, y], k) => {
    const ends = [points[(k + 5) % 6], points[(k + 1) % 6]].map(([ox, oy]) => {
      const part = rounding / radius;
      return `${(x + (ox - x) * part).toFixed(1)},${(y + (oy - y) * part).toFixed(1)}`;
    });
    return `${k ? "L" : "M"}${ends[0]}Q${x.toFixed(1)},${y.toFixed(1)} ${ends[1]}`;
  });
  return `${parts.join("")}Z`;
}

const ARROWS = /** @type {Record<string, Point>} */ ({
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
});

/**
 * Return the cell that an arrow key leads to, or null. Up and down stay close to the line x = `goal`, so that they
 * zigzag instead of drifting.
 * @param {Cell} cell
 * @param {string} arrow the name of the key
 * @param {number} goal
 * @param {(cell: Cell) => Point} place the center of a cell on the screen
 * @param {(cell: Cell) => boolean} allowed
 * @returns {Cell | null}
 */
export function step(cell, arrow, goal, place, allowed) {
  const [dx, dy] = ARROWS[arrow];
  const [x, y] = place(cell);
  let best = null,
    least = Infinity;
  for (const near of neighbors(cell)) {
    const [nx, ny] = place(near);
    const along = (nx - x) * dx + (ny - y) * dy;
    if (along < 80 || !allowed(near)) continue;
    const aside = dx ? Math.abs(ny - y) * 10 : Math.abs(nx - goal);
    if (aside < least) [best, least] = [near, aside];
  }
  return best;
}

/** @param {string} name @returns {boolean} */
export const isArrow = (name) => Object.hasOwn(ARROWS, name);
