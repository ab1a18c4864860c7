import { Keeping } from "/analysis/keeping.js";
import { equal, test } from "./cases.js";

/** A tree as far as saving it goes. */
const someTree = (toRecord = () => ({ nodes: [] })) => ({ version: 1, toRecord });

/** Save a tree with a server that gives these answers, the last of them again and again; what was sent, and the analysis at its end. */
async function saved(tree, known, ...answers) {
  const own = globalThis.fetch,
    sent = [],
    keeping = new Keeping(tree, known);
  globalThis.fetch = async (path, { method = "GET" } = {}) => {
    const { status, body } = answers.length > 1 ? answers.shift() : answers[0];
    sent.push(`${method} ${path}`);
    return new Response(JSON.stringify(body), { status });
  };
  try {
    await new Promise((resolve) => {
      keeping.begin(() => {
        if (keeping.state !== "saving") resolve();
      });
      keeping.save();
    });
    return { sent, keeping };
  } finally {
    globalThis.fetch = own;
  }
}

const kept = (id) => ({ status: 200, body: { id, revision: "b" } });
const refusal = (status, field) => ({ status, body: { error: { text: "no", field } } });

test("what another tab has changed is not overwritten", async () => {
  const { sent, keeping } = await saved(
    someTree(),
    { id: 7, revision: "a" },
    refusal(409, "revision"),
    kept(8),
  );
  equal([sent, keeping.id, keeping.parted], [["PUT /api/v1/analyses/7", "POST /api/v1/analyses"], 8, 7]);
});

test("what another tab has changed meanwhile says so in its name", async () => {
  const named = async (name) =>
    (await saved(someTree(), { id: 7, revision: "a", name }, refusal(409, "revision"), kept(8))).keeping.name;
  equal([await named("Spiders"), await named("")], ["Spiders (copy)", "Analysis 7 (copy)"]);
  const long = await named("x".repeat(200));
  equal([long.length, long.endsWith("x (copy)")], [200, true]);
  equal((await named("\u{1f41d}".repeat(100))).isWellFormed(), true);
});

test("what the server would not take is not sent", async () => {
  const tree = someTree(() => ({ nodes: [{ comment: "\u00e4".repeat(4.1 * 1024 ** 2) }] })),
    { sent, keeping } = await saved(tree, { id: 7, revision: "a" }, kept(7));
  equal([sent, keeping.state, keeping.trouble.includes("8 MB")], [[], "refused", true]);
});

test("only another revision makes it another analysis", async () => {
  const { sent, keeping } = await saved(someTree(), { id: 7, revision: "a" }, refusal(409, undefined));
  equal(
    [sent, keeping.id, keeping.parted, keeping.state, keeping.trouble],
    [["PUT /api/v1/analyses/7"], 7, null, "refused", "no"],
  );
});

test("an error of the page does not look like saving", async () => {
  const heard = [],
    hear = (event) => {
      event.preventDefault();
      heard.push(event.error.message);
    };
  addEventListener("error", hear);
  const { sent, keeping } = await saved(
    someTree(() => {
      throw new TypeError("broken");
    }),
    { id: 7, revision: "a" },
    kept(7),
  );
  removeEventListener("error", hear);
  equal([sent, keeping.state, keeping.trouble, heard], [[], "refused", "TypeError: broken", ["broken"]]);
});
