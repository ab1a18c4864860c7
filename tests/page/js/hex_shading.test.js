import { shadeOf } from "/games/hex/shading.js";
import { neighbors } from "/boards/hexagons.js";
import { equal, test } from "./cases.js";

const inside = ([q, r]) => q >= 0 && r >= 0 && q < 11 && r < 9;
const cells = Array.from({ length: 99 }, (_, k) => [k % 11, Math.floor(k / 11)]);
const shade = (cell, name) => shadeOf(cell, 11, 9).match(new RegExp(`${name}-(\\d)`))[1];

test("in three colors neighbors differ, and a bridge joins two cells of the same color", () => {
  for (const [q, r] of cells) {
    for (const other of neighbors([q, r]).filter(inside))
      equal(shade(other, "three") === shade([q, r], "three"), false, `${[q, r]} and ${other}`);
    for (const [dq, dr] of [
      [1, 1],
      [2, -1],
      [1, -2],
    ].filter(([dq, dr]) => inside([q + dq, r + dr])))
      equal(shade([q + dq, r + dr], "three"), shade([q, r], "three"));
  }
});

test("rings follow the distance from the nearest edge", () => {
  const at = (cell) => shade(cell, "ring");
  equal([at([0, 4]), at([10, 8]), at([1, 4]), at([5, 2]), at([5, 4])], ["0", "0", "1", "2", "1"]);
});
