import { Fan, fanned } from "/games/hive/fan.js";
import { html, render } from "/vendor/lit/lit.js";
import { equal, near, test } from "./cases.js";
import { withTimers } from "./stand_ins.js";

function made() {
  let redrawn = 0;
  const fan = new Fan(() => {
    redrawn += 1;
  });
  return { fan, times: () => redrawn };
}

test("a pointer that rests on a stack opens it", () =>
  withTimers((pass) => {
    const { fan, times } = made();
    fan.rest("1,2", false);
    pass(340);
    equal(fan.cell, null);
    pass(20);
    equal([fan.cell, fan.held, times()], ["1,2", false, 1]);
  }));

test("a pointer that goes on opens only the last stack", () =>
  withTimers((pass) => {
    const { fan, times } = made();
    fan.rest("1,2", false);
    pass(200);
    fan.rest("3,4", false);
    pass(200);
    equal(fan.cell, null);
    pass(200);
    equal([fan.cell, times()], ["3,4", 1]);
  }));

test("a finger that stays holds it open", () =>
  withTimers((pass) => {
    const { fan } = made();
    fan.rest("1,2", true);
    pass(400);
    equal([fan.cell, fan.held], ["1,2", true]);
    fan.rest("3,4", true);
    equal(fan.held, false);
  }));

test("leaving ends the wait and closes it, once", () =>
  withTimers((pass) => {
    const { fan, times } = made();
    fan.rest("1,2", false);
    fan.show(null);
    pass(1000);
    equal([fan.cell, times()], [null, 0]);
    fan.show("1,2");
    fan.show("1,2");
    fan.show(null);
    equal(times(), 2);
  }));

test("the pieces lie side by side around the stack, numbered from below", () => {
  render(html`<svg>${fanned(["wA1", "bB1", "wB2"], [1000, 500])}</svg>`, document.body);
  const pieces = [...document.querySelectorAll("[data-fan]")];
  equal(
    pieces.map((one) => [one.getAttribute("data-fan"), one.querySelector("text").textContent]),
    [
      ["wA1", "1"],
      ["bB1", "2"],
      ["wB2", "3"],
    ],
  );
  const xs = pieces.map((one) => one.transform.baseVal.consolidate().matrix.e);
  near([xs[1], xs[2] - xs[1]], [0, xs[1] - xs[0]]);
  equal(document.querySelector(".fan").transform.baseVal.consolidate().matrix.f < 500, true);
});
