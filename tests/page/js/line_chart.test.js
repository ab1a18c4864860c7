import { ticks } from "/views/line_chart.js";
import { equal, near, test } from "./cases.js";

test("ticks are round and within the range", () => {
  equal(ticks(0, 1, 3), { values: [0, 0.5, 1], digits: 1 });
  equal(ticks(-73, 1059, 6), { values: [0, 200, 400, 600, 800, 1000], digits: 0 });
  near(ticks(0.54, 1.02, 3).values, [0.6, 0.8, 1]);
  equal(ticks(0.9945, 0.9992, 3).digits, 3);
});

test("zero has no sign", () => equal(ticks(-0.4, 2.3, 3).values[0], 0));

test("iterations are whole", () => {
  equal(ticks(1, 3, 9, true), { values: [1, 2, 3], digits: 0 });
  equal(ticks(1, 24, 2, true).values, [20]);
  equal(ticks(1, 1000, 10, true).values.length, 10);
});

test("a single value has one tick at most", () => equal(ticks(5, 5, 3).values, [5]));

/** A chart of these points. */
async function drawn(points, more = {}) {
  const chart = Object.assign(document.createElement("line-chart"), { points, ...more });
  document.body.append(chart);
  await chart.updateComplete;
  return chart;
}
const point = (x, y, more = {}) => ({ x, y, label: `${x}: ${y}`, ...more });

test("the line leaves hollow points out if it is told to", async () => {
  const points = [point(1, 0), point(2, 5, { hollow: true }), point(3, 2)];
  for (const [connectHollow, wanted] of [
    [true, 3],
    [false, 2],
  ]) {
    const chart = await drawn(points, { connectHollow });
    equal(chart.querySelector(".line").getAttribute("d").match(/[ML]/g).length, wanted);
    equal(chart.querySelectorAll(".dot").length, 3);
    chart.remove();
  }
});

test("one point, equal points and intervals are within the picture", async () => {
  for (const points of [
    [point(7, 3)],
    [point(1, 2), point(2, 2)],
    [point(1, 0, { low: 0, high: 0 }), point(2, 9, { low: -400, high: 800 })],
  ]) {
    const chart = await drawn(points, { height: 260 }),
      { width } = chart;
    const numbers = [...chart.querySelectorAll("circle, .interval")].flatMap((one) =>
      ["cx", "x1"]
        .map((name) => one.getAttribute(name))
        .filter(Boolean)
        .map(Number),
    );
    equal(
      numbers.every((x) => x >= 0 && x <= width),
      true,
    );
    const heights = [...chart.querySelectorAll("circle, .interval")].flatMap((one) =>
      ["cy", "y1", "y2"]
        .map((name) => one.getAttribute(name))
        .filter(Boolean)
        .map(Number),
    );
    equal(
      heights.every((y) => y >= 0 && y <= 260),
      true,
    );
    chart.remove();
  }
});

test("many points have no dots", async () => {
  const chart = await drawn(Array.from({ length: 100 }, (_, k) => point(k + 1, k % 7)));
  equal(chart.querySelectorAll(".dot").length, 0);
  chart.remove();
});
