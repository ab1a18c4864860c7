import { replaceAddress } from "/address.js";
import { readAddress, writeAddress } from "/analysis/address.js";
import { equal, test } from "./cases.js";

const read = (text) => readAddress(new URLSearchParams(text));

test("an address gives the line back", () => {
  const position = {
    game: "hive",
    variant: "Base+MLP",
    rules: { opening: "free", repetition: "off" },
    start: "Base;InProgress;White[3];wS1;bS1 wS1/",
    moves: ["wA1 -wS1", "bA1 bS1\\", "wQ /wS1"],
  };
  equal(read(writeAddress(position, 2).slice(1)), { position, at: 2 });
});

test("what is not there is left out", () => {
  const address = writeAddress({ game: "hex", variant: "5x5", rules: {}, start: null, moves: [] }, 0);
  equal(address, "#analysis=hex&variant=5x5&at=0");
  equal(read(address.slice(1)), {
    position: { game: "hex", variant: "5x5", rules: {}, start: null, moves: [] },
    at: 0,
  });
});

test("an address without a game names no position", () =>
  equal([read("analysis"), read(""), read("game=hive")], [null, null, null]));

test("without a place the end is shown; a wrong place is put right", () => {
  equal(
    ["", "&at=7", "&at=-1", "&at=1.5", "&at=x", "&at=1"].map(
      (at) => read(`analysis=hex&moves=a1;b2;${at}`).at,
    ),
    [2, 2, 0, 2, 2, 1],
  );
});

test("the address of a view that is left is not written any more", () => {
  history.replaceState(null, "", "#analysis=hex&at=1");
  replaceAddress("analysis", "#analysis=hex&at=2");
  equal(location.hash, "#analysis=hex&at=2");
  history.replaceState(null, "", "#library");
  replaceAddress("analysis", "#analysis=hex&at=3");
  equal(location.hash, "#library");
  history.replaceState(null, "", "/");
  replaceAddress("game", "#game=7");
  equal(location.hash, "#game=7");
});
