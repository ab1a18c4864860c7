import { chanceOf, sidesOf } from "/analysis/chance.js";
import { GameTree } from "/analysis/game_tree.js";
import { equal, test } from "./cases.js";

/** A tree of one move by player 0, which is on the board; `more` is what is known about it. */
function made(more = {}) {
  const tree = new GameTree({
    nodes: [
      { id: 0, parent: null, board: { moves: [], player: 0, turn: "White" } },
      {
        id: 1,
        parent: 0,
        move: { move: "a" },
        change: [
          [["player"], 1],
          [["turn"], "Black"],
        ],
      },
    ],
  });
  Object.assign(tree.find(1), more);
  tree.go(tree.find(1));
  return tree;
}
const line = (more) => ({ search: { lines: [{ win: 0.3, win_in: null, proven: null, ...more }] } });

test("nothing is known", () => equal(chanceOf(made(), true), { win: null, proven: null, within: null }));

test("a result says it all", () => {
  equal(chanceOf(made({ result: { winner: 0 }, ...line() }), true), { win: 1, proven: 0, within: null });
  equal(chanceOf(made({ result: { winner: 1 } }), true), { win: 0, proven: 1, within: null });
  equal(chanceOf(made({ result: { winner: null } }), true), { win: 0.5, proven: null, within: null });
});

test("the engine counts while it is on", () => {
  equal(chanceOf(made(line()), true), { win: 0.3, proven: null, within: null });
  equal(chanceOf(made(line()), false), { win: null, proven: null, within: null });
  equal(chanceOf(made({ ...line(), more: { analysis: { win: 0.9 } } }), true).win, 0.3);
  equal(chanceOf(made({ ...line(), more: { analysis: { win: 0.9 } } }), false).win, 0.9);
});

test("a proof of the engine is about the player to move", () => {
  equal(chanceOf(made(line({ proven: "win", win_in: 3 })), true), { win: 0.3, proven: 1, within: 3 });
  equal(chanceOf(made(line({ proven: "loss", win_in: -4 })), true), { win: 0.3, proven: 0, within: 4 });
});

test("a proof in a file is about the player who moved", () => {
  equal(chanceOf(made({ more: { analysis: { win_in: 5 } } }), false), { win: null, proven: 0, within: 5 });
  equal(chanceOf(made({ more: { analysis: { win_in: -2 } } }), false), { win: null, proven: 1, within: 2 });
});

test("sides change places after a swap", () => {
  equal(sidesOf({ player: 0, turn: "Black" }, ["Black", "White"]), ["Black", "White"]);
  equal(sidesOf({ player: 1, turn: "White" }, ["Black", "White"]), ["Black", "White"]);
  equal(sidesOf({ player: 0, turn: "White" }, ["Black", "White"]), ["White", "Black"]);
  equal(sidesOf({ player: 0, turn: "X" }, []), ["X", ""]);
});
