import { boardReader } from "/record_boards.js";
import { equal, test, throws } from "./cases.js";

const start = {
  moves: [],
  text: "start",
  player: 0,
  pieces: ["a", "b", "c"],
  hands: { White: ["q"], Black: ["r"] },
};
const record = (...changes) => ({
  nodes: [
    { id: 0, parent: null, board: start },
    ...changes.map((change, k) => ({ id: k + 1, parent: k, move: { move: `m${k + 1}` }, change })),
  ],
});

test("a value is replaced, also inside another", () => {
  const read = boardReader(
    record([
      [["player"], 1],
      [["hands", "White"], []],
    ]),
  );
  equal(read(1), { ...start, moves: ["m1"], text: "", player: 1, hands: { White: [], Black: ["r"] } });
});

test("items are cut by their old places, then put at their new ones", () => {
  const read = boardReader(
    record([
      [
        ["pieces"],
        [0, 2],
        [
          [0, "x"],
          [2, "y"],
        ],
      ],
    ]),
  );
  equal(read(1).pieces, ["x", "b", "y"]);
});

test("boards share what did not change, and are never changed", () => {
  const read = boardReader(record([[["player"], 1]], [[["hands", "Black"], [0], []]]));
  const second = read(2);
  equal(
    [second.hands.Black, second.pieces === start.pieces, read(1).hands === start.hands],
    [[], true, true],
  );
  equal(start, {
    moves: [],
    text: "start",
    player: 0,
    pieces: ["a", "b", "c"],
    hands: { White: ["q"], Black: ["r"] },
  });
});

test("a board is made once, in any order", () => {
  const read = boardReader(record([[["player"], 1]], [[["player"], 0]], []));
  equal(read(3).moves, ["m1", "m2", "m3"]);
  const [one, again] = [read(2), read(2)];
  equal(one === again, true);
  equal(read(1).player, 1);
});

test("a node with a board of its own needs no others", () => {
  const read = boardReader({ nodes: [{ id: 7, parent: 3, board: { moves: ["x"] } }] });
  equal(read(7), { moves: ["x"] });
});

test("nodes that are added later are found", () => {
  const own = record([[["player"], 1]]),
    read = boardReader(own);
  read(1);
  own.nodes.push({ id: 2, parent: 1, move: { move: "late" }, change: [] });
  equal(read(2).moves, ["m1", "late"]);
});

test("a node that is not there is named", () => throws(() => boardReader(record())(5), "no node 5"));

test("a pass has a move without a text", () => {
  equal(
    boardReader({
      nodes: [
        { id: 0, parent: null, board: start },
        { id: 1, parent: 0 },
      ],
    })(1).moves,
    [""],
  );
});
