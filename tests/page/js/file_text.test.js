import { fileText } from "/file_text.js";
import { equal, test } from "./cases.js";

/** @param {number[]} bytes */
const text = (bytes) => fileText(new Blob([new Uint8Array(bytes)]));
/** @param {string} ascii */
const codes = (ascii) => [...ascii].map((sign) => sign.charCodeAt(0));

test("an SGF is read in the encoding that it names", async () => {
  equal(
    await text([...codes("(;GM[11]CA[Shift_JIS]PB["), 0x95, 0x5c, ...codes("])")]),
    "(;GM[11]CA[Shift_JIS]PB[表])",
  );
});

test("a byte order mark comes first", async () => {
  equal(await text([0xff, 0xfe, 0x61, 0x00]), "a");
  equal(await text([0xef, 0xbb, 0xbf, 0x61]), "a");
});

test("other texts are UTF-8 or, if they are not valid, Windows-1252", async () => {
  equal(await text([0xc3, 0xa9]), "é");
  equal(await text([0xe9, 0x80]), "é€");
  equal(await text(codes("(;CA[no such name]B[a1])")), "(;CA[no such name]B[a1])");
});
