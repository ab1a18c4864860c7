import { Thinking, goesDeeper } from "/analysis/thinking.js";
import { equal, test } from "./cases.js";
import { withSockets } from "./stand_ins.js";

const line = (move, nodes) => ({ move, nodes, proven: null });
const lines = (ref, found, more = {}) => ({
  type: "lines",
  ref,
  lines: found,
  seconds: 60,
  done: false,
  ...more,
});

/** Run with an engine that has looked at a step for its usual time. */
const withEngine = (run) =>
  withSockets((made, pass) => {
    const thinking = new Thinking(() => {}),
      step = { search: null };
    thinking.on = true;
    thinking.look(step, () => ({ moves: ["a"] }), false);
    pass(60);
    made[0].open();
    made[0].hear(lines(1, [line("b", 900)]));
    run({ thinking, step, made, pass });
  });

test("a search that has ended goes on for three times as long", () =>
  withEngine(({ thinking, step, made }) => {
    made[0].hear(lines(1, [line("b", 1000)], { done: true, why: "time" }));
    equal(goesDeeper(step.search), true);
    thinking.more();
    equal(
      [made[0].sent.at(-1).seconds, step.search.done, step.search.lines],
      [180, false, [line("b", 1000)]],
    );
    made[0].hear(lines(2, [line("c", 10)], { seconds: 0.1 }));
    equal(step.search.lines, [line("b", 1000)], "what is known stays until there is more");
    made[0].hear(lines(2, [line("c", 4000)], { seconds: 170 }));
    equal(step.search.lines, [line("c", 4000)]);
  }));

test("no search is longer than the server allows", () =>
  withEngine(({ thinking, made }) => {
    made[0].hear(lines(1, [line("b", 1000)], { done: true, why: "time", seconds: 500 }));
    thinking.more();
    equal(made[0].sent.at(-1).seconds, 600);
  }));

test("a running search stops, and its lines stay", () =>
  withEngine(({ thinking, step, made }) => {
    thinking.more();
    equal([step.search.done, step.search.why, step.search.lines], [true, "stopped", [line("b", 900)]]);
    equal(made[0].readyState, 3);
    thinking.more();
    made[1].open();
    equal([made[1].sent.at(-1).seconds, step.search.done], [180, false]);
  }));

test("what is proven needs no longer search", () =>
  withEngine(({ thinking, step, made }) => {
    made[0].hear(lines(1, [line("b", 1000)], { done: true, why: "proven" }));
    thinking.more();
    equal([goesDeeper(step.search), made[0].sent.length], [false, 1]);
  }));

test("a step that is left and seen again keeps its lines", () =>
  withEngine(({ thinking, step, made, pass }) => {
    thinking.look({ search: null }, () => ({ moves: [] }), false);
    pass(60);
    thinking.look(step, () => ({ moves: ["a"] }), false);
    pass(60);
    made[0].hear(lines(3, [line("c", 5)], { seconds: 0.1 }));
    equal(step.search.lines, [line("b", 900)]);
  }));
