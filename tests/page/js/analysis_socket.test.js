import { AnalysisSocket } from "/analysis/server.js";
import { equal, test } from "./cases.js";
import { withSockets } from "./stand_ins.js";

const withServer = (run) =>
  withSockets((made, pass) => {
    const told = [],
      socket = new AnalysisSocket(
        ({ lines }) => told.push(["lines", lines]),
        (text) => told.push(["trouble", text]),
      );
    run({ socket, made, told, pass });
  });
const lines = (ref, more = {}) => ({ type: "lines", ref, lines: [ref], done: false, ...more });

test("only the latest position counts", () =>
  withServer(({ socket, made, told }) => {
    socket.analyze({ moves: ["a"] });
    socket.analyze({ moves: ["b"] });
    made[0].open();
    equal(made[0].sent, [{ type: "analyze", ref: 2, moves: ["b"] }]);
    made[0].hear(lines(1));
    made[0].hear(lines(2));
    socket.analyze({ moves: ["c"] });
    equal([made[0].sent.at(-1), told], [{ type: "analyze", ref: 3, moves: ["c"] }, [["lines", [2]]]]);
  }));

test("after a lost connection the search goes on by itself", () =>
  withServer(({ socket, made, told, pass }) => {
    socket.analyze({ moves: ["a"] });
    made[0].open();
    made[0].hear(lines(1));
    made[0].close();
    equal(told.at(-1), ["trouble", "The server does not answer."]);
    pass(300);
    made[1].open();
    equal(made[1].sent, [{ type: "analyze", ref: 1, moves: ["a"] }]);
    made[1].hear(lines(1));
    equal(told.at(-1), ["lines", [1]]);
  }));

test("a search that was done is not begun again", () =>
  withServer(({ socket, made, told, pass }) => {
    socket.analyze({ moves: ["a"] });
    made[0].open();
    made[0].hear(lines(1, { done: true }));
    made[0].close();
    pass(300);
    made[1].open();
    equal([made[1].sent, told.at(-1)], [[], ["trouble", ""]]);
  }));

test("a server that refuses says why", () =>
  withServer(({ socket, made, told }) => {
    socket.analyze({ moves: ["a"] });
    made[0].open();
    made[0].hear({ type: "error", text: "too many positions" });
    made[0].close();
    equal(told, [
      ["trouble", "too many positions"],
      ["trouble", "too many positions"],
    ]);
  }));

test("an error about an earlier position is dropped", () =>
  withServer(({ socket, made, told }) => {
    socket.analyze({ moves: ["a"] });
    made[0].open();
    socket.analyze({ moves: ["b"] });
    made[0].hear({ type: "error", ref: 1, text: "no" });
    equal(told, []);
  }));

test("once stopped it is silent, and begins anew when asked", () =>
  withServer(({ socket, made, told, pass }) => {
    socket.analyze({ moves: ["a"] });
    made[0].open();
    socket.stop();
    made[0].hear(lines(1));
    pass(60_000);
    equal([made.length, told], [1, []]);
    socket.analyze({ moves: ["b"] });
    equal(made.length, 2);
  }));
