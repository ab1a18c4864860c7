import { ApiError, ask, carrying, post, request } from "/request.js";
import { equal, test, throws } from "./cases.js";

/** The answer of a server that gives `answer` or throws it; what it was asked is in `asked`. */
async function withAnswer(answer, run) {
  const own = globalThis.fetch,
    asked = [];
  globalThis.fetch = async (...question) => {
    asked.push(question);
    if (answer instanceof Response) return answer;
    throw answer;
  };
  try {
    return await run(asked);
  } finally {
    globalThis.fetch = own;
  }
}
const caught = (promise) =>
  promise.then(
    () => null,
    (error) => error,
  );

test("JSON goes there and comes back", () =>
  withAnswer(new Response('{"a": 1}'), async (asked) => {
    equal(await post("/positions", { b: 2 }), { a: 1 });
    const [path, options] = asked[0];
    equal(
      [path, options.method, options.headers, options.body],
      ["/api/v1/positions", "POST", { "content-type": "application/json" }, '{"b":2}'],
    );
    equal(carrying({}, { method: "PATCH" }).method, "PATCH");
  }));

test("a refusal has what the server says", () =>
  withAnswer(
    new Response('{"error": {"text": "no such move", "field": "moves"}}', { status: 400 }),
    async () => {
      const error = await caught(request("/positions"));
      equal(
        [error instanceof ApiError, error.status, error.message, error.field],
        [true, 400, "no such move", "moves"],
      );
    },
  ));

test("a refusal of another server has at least its status", () =>
  withAnswer(new Response("<html>", { status: 502, statusText: "Bad Gateway" }), async () => {
    const error = await caught(ask("/x"));
    equal([error.status, error.message, error.field], [502, "Bad Gateway", ""]);
  }));

test("no answer, and half an answer, are the same trouble", async () => {
  await withAnswer(new TypeError("failed"), async () => {
    const error = await caught(request("/x"));
    equal([error instanceof ApiError, error.status], [true, 0]);
  });
  await withAnswer(new Response('{"a":'), () => throws(() => request("/x"), "does not answer"));
});

test("what the page gave up is no error of the server", async () => {
  const given = new AbortController();
  given.abort();
  await withAnswer(new DOMException("gone", "AbortError"), async () => {
    equal((await caught(post("/x", {}, given.signal))).name, "AbortError");
  });
});
