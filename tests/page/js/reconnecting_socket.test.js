import { ReconnectingSocket } from "/reconnecting_socket.js";
import { equal, test } from "./cases.js";
import { withSockets } from "./stand_ins.js";

function listening(habits = {}) {
  const told = [],
    socket = new ReconnectingSocket(
      "/games/x/live",
      { greeting: (again) => ({ type: "join", again }), settled: "state", ...habits },
      { link: (linked) => told.push(["link", linked]), hear: (message) => told.push(["message", message]) },
    );
  return { socket, told };
}

test("it greets, then sends what waited", () =>
  withSockets((made) => {
    const { socket, told } = listening();
    equal([made[0].address, socket.linked], [`ws://${location.host}/api/v1/games/x/live`, false]);
    equal(socket.send({ type: "move" }), true);
    made[0].open();
    equal(made[0].sent, [{ type: "join", again: false }, { type: "move" }]);
    equal(socket.send({ type: "undo" }), true);
    equal([made[0].sent.at(-1), socket.linked], [{ type: "undo" }, true]);
    made[0].hear({ type: "state", n: 1 });
    equal(told, [
      ["link", true],
      ["message", { type: "state", n: 1 }],
    ]);
  }));

test("it connects again, later each time, and forgets what could not be sent", () =>
  withSockets((made, pass) => {
    const { socket, told } = listening();
    socket.send({ type: "move" });
    made[0].close();
    equal([socket.send({ type: "late" }), told], [false, [["link", false]]]);
    for (const pause of [300, 700, 1500, 3000, 5000, 5000]) {
      const count = made.length;
      pass(pause - 1);
      equal(made.length, count, `before ${pause}`);
      pass(1);
      equal(made.length, count + 1, `after ${pause}`);
      made.at(-1).open();
      equal(made.at(-1).sent, [{ type: "join", again: true }]);
      made.at(-1).close(); // a server that refuses the page accepts the socket first
    }
  }));

test("after it was settled it begins with a short pause", () =>
  withSockets((made, pass) => {
    listening();
    for (const pause of [300, 700]) {
      made.at(-1).close();
      pass(pause);
    }
    made.at(-1).open();
    made.at(-1).hear({ type: "news" });
    made.at(-1).hear({ type: "state" });
    made.at(-1).close();
    pass(300);
    equal(made.length, 4);
  }));

test("once closed it is silent", () =>
  withSockets((made, pass) => {
    const { socket, told } = listening();
    made[0].open();
    socket.close();
    made[0].hear({ type: "state" });
    pass(60_000);
    equal([made.length, told], [1, [["link", true]]]);
  }));

test("closed while it waits it does not connect again", () =>
  withSockets((made, pass) => {
    const { socket } = listening();
    made[0].close();
    socket.close();
    pass(60_000);
    equal(made.length, 1);
  }));

test("a greeting may be missing", () =>
  withSockets((made) => {
    listening({ greeting: () => null });
    made[0].open();
    equal(made[0].sent, []);
  }));
