import { keepAttempt, keptProgress } from "/puzzle_keeping.js";
import { isKept, readProgress, recordAttempt } from "/puzzle_progress.js";
import { equal, test } from "./cases.js";

const ONE = {
  id: "0123456789",
  game: "hex",
  variant: "5x5",
  player: 0,
  side: "Black",
  length: 2,
  grade: 3,
  themes: [],
};
const NOW = 1_800_000_000_000;

/** A server that answers with what it is given, and notes what it is asked. */
function server(answers) {
  const asked = [],
    real = window.fetch;
  window.fetch = async (_, { method = "GET", body } = {}) => {
    asked.push([method, body ? JSON.parse(body) : null]);
    const answer = answers.shift();
    return new Response(JSON.stringify(answer ?? { error: { text: "busy" } }), {
      status: answer ? 200 : 503,
    });
  };
  return { asked, end: () => (window.fetch = real) };
}

const WHOLE = { level: { hex: 4 }, streak: 2, cards: { [ONE.id]: { box: 1, due: 5, solved: 1, failed: 0 } } };

test("what a browser has is brought once, then the server is asked", async () => {
  recordAttempt(ONE, true, NOW);
  const { asked, end } = server([WHOLE, WHOLE]);
  try {
    const found = await keptProgress();
    equal([found.streak, found.cards[ONE.id].due], [2, 5000]);
    await keptProgress();
    equal(
      asked.map(([method]) => method),
      ["PUT", "GET"],
    );
    equal(asked[0][1].cards[ONE.id].due, NOW / 1000 + 86_400);
  } finally {
    end();
  }
});

test("an attempt takes what the server says, and the other cards stay", async () => {
  const { end } = server([WHOLE, { ...WHOLE, streak: 3, cards: { other: WHOLE.cards[ONE.id] } }]);
  try {
    await keptProgress();
    const found = await keepAttempt("other", true, "attempt-1");
    equal([found.streak, Object.keys(found.cards).sort()], [3, [ONE.id, "other"]]);
    equal([isKept(), readProgress().streak], [true, 3]);
  } finally {
    end();
  }
});

test("without an answer the copy is shown, and brought the next time", async () => {
  const { asked, end } = server([WHOLE, null, WHOLE]);
  try {
    await keptProgress();
    recordAttempt(ONE, true, NOW);
    const found = await keepAttempt(ONE.id, true, "attempt-1");
    equal([found.cards[ONE.id].solved, isKept()], [2, false]);
    await keptProgress();
    equal(asked.at(-1)[0], "PUT");
  } finally {
    end();
  }
});
