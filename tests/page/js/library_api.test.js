import { sendFile } from "/library_api.js";
import { ApiError } from "/request.js";
import { equal, test } from "./cases.js";

/** Send a file to a server that answers like this; what was asked, what was sent so far, and what came of it. */
async function withAnswer({ status = 202, statusText = "", responseText = "" }, name = "games.pgn") {
  const own = { XMLHttpRequest: globalThis.XMLHttpRequest, fetch: globalThis.fetch },
    asked = [],
    parts = [];
  globalThis.fetch = () => new Promise(() => {});
  globalThis.XMLHttpRequest = class extends EventTarget {
    upload = new EventTarget();
    open(method, address) {
      asked.push(method, address);
    }
    setRequestHeader() {}
    send() {
      for (const loaded of [1, 4])
        this.upload.dispatchEvent(new ProgressEvent("progress", { loaded, total: 4 }));
      Object.assign(this, { status, statusText, responseText });
      this.dispatchEvent(new Event(status ? "load" : "error"));
    }
  };
  try {
    const file = new File(["1. a1"], name);
    const result = await sendFile(file, (part) => parts.push(part)).catch((error) => error);
    return { asked, parts, result };
  } finally {
    Object.assign(globalThis, own);
  }
}

const refusal = ({ result }) => [result instanceof ApiError, result.status, result.message];

test("a file is sent, and the import is what the server answers", async () => {
  const { asked, parts, result } = await withAnswer({ responseText: '{"id": "7"}' }, "a game.pgn");
  equal(
    [asked, parts, result],
    [["POST", "/api/v1/library/imports?name=a%20game.pgn"], [0.25, 1], { id: "7" }],
  );
});

test("of a long name only whole characters of its end are sent", async () => {
  const { asked } = await withAnswer({ responseText: "{}" }, `${"🐝".repeat(150)}-.pgn`);
  equal(decodeURIComponent(asked[1]).endsWith("🐝-.pgn"), true);
});

test("a refusal has what the server says, or its status", async () => {
  const text = '{"error": {"text": "too many imports"}}';
  equal(refusal(await withAnswer({ status: 429, responseText: text })), [true, 429, "too many imports"]);
  const foreign = { status: 502, statusText: "Bad Gateway", responseText: "<html>" };
  equal(refusal(await withAnswer(foreign)), [true, 502, "Bad Gateway"]);
});

test("without an answer of this server the file could not be sent", async () => {
  const failed = [true, 0, "The file could not be sent."];
  equal(refusal(await withAnswer({ status: 0 })), failed);
  equal(refusal(await withAnswer({ status: 200, statusText: "OK", responseText: "<html>" })), failed);
});
