import { PackedGames, unpack } from "/viewer/packed_games.js";
import { equal, test, throws } from "./cases.js";

/** As Python packs it: zlib in Base64. */
async function packed(text) {
  const bytes = new Uint8Array(
    await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("deflate"))).arrayBuffer(),
  );
  return btoa(String.fromCharCode(...bytes));
}

test("a text is unpacked as it was", async () => {
  const text = "Zug 1: wS1 – „schön“ \u{1f41c}".repeat(50);
  equal(await (await unpack(await packed(text))).text(), text);
});

test("what Python packed is unpacked", async () => {
  equal(await (await unpack("eJyrVspIzcnJV7JSsDCsBQAeeAQU")).text(), '{"hello": 81}');
});

test("games are found by block and place, and a block is unpacked once", async () => {
  const blocks = [
    await packed(JSON.stringify([{ name: "a" }, { name: "b" }])),
    await packed(JSON.stringify([{ name: "c" }])),
  ];
  const games = new PackedGames(blocks);
  equal([(await games.find([0, 1])).name, (await games.find([1, 0])).name], ["b", "c"]);
  blocks[0] = "";
  equal((await games.find([0, 0])).name, "a");
  const [one, again] = [await games.find([0, 0]), await games.find([0, 0])];
  equal(one === again, true);
});

test("an old browser is told so", async () => {
  const own = globalThis.DecompressionStream;
  delete globalThis.DecompressionStream;
  try {
    await throws(() => unpack("eJw="), "brows");
  } finally {
    globalThis.DecompressionStream = own;
  }
});
