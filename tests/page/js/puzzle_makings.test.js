import "/views/puzzle_makings.js";
import { equal, test } from "./cases.js";

/** The pause after a request for the commands that is answered with `answer`, or fails. */
async function pauseAfter(answer) {
  const own = globalThis.fetch;
  globalThis.fetch = async () => {
    if (!answer) throw new TypeError("no server");
    return new Response(JSON.stringify(answer));
  };
  try {
    return await document.createElement("puzzle-makings")._look();
  } finally {
    globalThis.fetch = own;
  }
}
const command = (state) => ({ kind: "puzzles", id: "p", state, puzzles: 2 });

test("a request that fails is repeated", async () => equal(await pauseAfter(null), 2000));
test("running commands are watched", async () =>
  equal(await pauseAfter({ commands: [command("running")] }), 2000));
test("commands that are over are not", async () =>
  equal(
    await pauseAfter({ commands: [command("done"), { ...command("running"), kind: "match" }] }),
    Infinity,
  ));
