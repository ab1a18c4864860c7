import { askServer, noteResponse, serverState, noteFailure } from "/server_state.js";
import { equal, test } from "./cases.js";
import { withTimers } from "./stand_ins.js";

const from = (build) => new Response("", { headers: build ? { "x-hexapoda-build": build } : {} });

/** Run with a server whose next answers are given; `told` has the changes. */
async function withAnswers(answers, run) {
  const own = globalThis.fetch,
    told = [],
    note = (event) => told.push(event.detail);
  globalThis.fetch = async () => {
    const answer = answers.shift();
    if (answer instanceof Response) return answer;
    throw new TypeError("failed");
  };
  addEventListener("server", note);
  try {
    await withTimers((pass) => run({ told, pass }));
  } finally {
    removeEventListener("server", note);
    globalThis.fetch = own;
  }
}
const settled = async () => {
  for (let turn = 0; turn < 10; turn += 1) await null;
};

test("a server that does not answer is asked until it does", () =>
  withAnswers([null, from("a")], async ({ told, pass }) => {
    noteResponse(from("a"));
    equal([serverState(), told], ["up", []]);
    noteFailure();
    noteFailure();
    equal([serverState(), told], ["down", ["down"]]);
    pass(1000);
    await settled();
    equal(told, ["down"], "it still does not answer");
    pass(1000);
    await settled();
    equal([serverState(), told], ["up", ["down", "up"]]);
  }));

test("another program at the address is not the server", () =>
  withAnswers([from("a")], async ({ told, pass }) => {
    noteResponse(from(null));
    equal(told, ["down"]);
    pass(1000);
    await settled();
    equal(told, ["down", "up"]);
  }));

test("another version is told from the one that the page came from", () =>
  withAnswers([from("b"), from("a")], async ({ told }) => {
    equal([await askServer(), told], ["new", ["new"]]);
    equal([await askServer(), told], ["up", ["new", "up"]]);
  }));
