import {
  DIRECTIONS,
  WIDE,
  at,
  cellOf,
  center,
  corners,
  hexagon,
  isArrow,
  key,
  neighbors,
  step,
  turned,
} from "/boards/hexagons.js";
import { equal, near, test } from "./cases.js";

const far = ([x, y], [ox, oy]) => Math.hypot(x - ox, y - oy);

test("centers of neighbors are equally far, those of others farther", () => {
  for (const cell of [
    [0, 0],
    [3, -5],
  ]) {
    near(
      neighbors(cell).map((other) => far(center(cell), center(other))),
      Array(6).fill(WIDE),
    );
    equal(far(center(cell), center([cell[0] + 1, cell[1] + 1])) > WIDE * 1.5, true);
  }
});

test("neighbors go around clockwise from the east", () => {
  const angles = DIRECTIONS.map((cell) => Math.atan2(center(cell)[1], center(cell)[0]));
  near(
    angles.map((angle) => (Math.round((angle * 180) / Math.PI) + 360) % 360),
    [0, 60, 120, 180, 240, 300],
  );
});

test("the name of a cell gives the cell back", () => {
  for (const cell of [
    [0, 0],
    [-3, 12],
  ])
    equal(cellOf(key(cell)), cell);
});

test("six sixths of a turn are none, three point to the other side", () => {
  near(turned([30, -7], 6), [30, -7]);
  near(turned([30, -7], 3), [-30, 7]);
  near(turned([100, 0], 1), [50, 50 * Math.sqrt(3)]);
});

test("the corners of a cell are shared by its neighbors", () => {
  const own = corners(100),
    east = corners(100).map(([x, y]) => [x + center([1, 0])[0], y]);
  near(own[0], [0, -100]);
  equal(own.filter((corner) => east.some((other) => far(corner, other) < 1e-6)).length, 2);
});

test("outlines are closed paths, rounded at the corners", () => {
  equal(hexagon(100, 10).match(/Q/g).length, 6);
  equal(/^M-?[\d.]+,-?[\d.]+Q.*Z$/.test(hexagon(90, 17)), true);
  equal(at([1.26, -3]), "translate(1.3 -3.0)");
});

test("arrow keys are known by name", () =>
  equal(["ArrowUp", "Enter", "toString"].map(isArrow), [true, false, false]));

test("left and right stay in the row", () => {
  equal(
    step([2, 2], "ArrowRight", 0, center, () => true),
    [3, 2],
  );
  equal(
    step([2, 2], "ArrowLeft", 0, center, () => true),
    [1, 2],
  );
});

test("at the end of a row a neighbor above or below will do, beyond the board none", () => {
  equal(
    step([2, 2], "ArrowLeft", 0, center, ([q]) => q > 1),
    [2, 1],
  );
  equal(
    step([2, 2], "ArrowLeft", 0, center, ([q]) => q > 2),
    null,
  );
});

test("up and down zigzag along a line instead of drifting", () => {
  let cell = [0, 0];
  for (let k = 0; k < 10; k += 1) cell = step(cell, "ArrowDown", 0, center, () => true);
  equal([cell[1], Math.abs(center(cell)[0]) < WIDE], [10, true]);
  for (let k = 0; k < 10; k += 1) cell = step(cell, "ArrowUp", 0, center, () => true);
  equal(cell, [0, 0]);
});
