import { GameTree, marksOf } from "/analysis/game_tree.js";
import { equal, test, throws } from "./cases.js";

/**
 * a b c d, where `x y` is played instead of `b c` and `z` instead of `y`. The boards count the moves.
 *
 *     0 - 1:a - 2:b - 3:c - 4:d
 *           \ - 5:x - 6:y
 *                 \ - 7:z
 */
const record = () => ({
  game: "hex",
  variant: "5x5",
  rules: { swap: "none" },
  start: null,
  names: ["Ann", "Ben"],
  result: "1-0",
  headers: { Event: "Club" },
  number: 3,
  nodes: [
    { id: 0, parent: null, comment: "all of it", board: { moves: [], player: 0, count: 0 } },
    ...[
      [1, 0, "a"],
      [2, 1, "b"],
      [3, 2, "c"],
      [4, 3, "d"],
      [5, 1, "x"],
      [6, 5, "y"],
      [7, 5, "z"],
    ].map(([id, parent, move]) => ({
      id,
      parent,
      move: { move },
      change: [[["count"], id]],
      nags: id === 2 ? [2] : [],
      comment: id === 6 ? "why" : "",
    })),
  ],
});
const made = () => new GameTree(record());
const names = (steps) => steps.map((step) => step.move.move).join("");

test("a record becomes a tree", () => {
  const tree = made();
  equal(tree.size, 8);
  equal(tree.current === tree.root, true);
  equal(tree.root.comment, "all of it");
  equal(names(tree.find(1).steps), "bx");
  equal([tree.find(7).ply, tree.find(4).ply, tree.find(99)], [3, 4, null]);
  equal([tree.find(6).comment, tree.find(2).nags], ["why", [2]]);
});

test("a comment on the root stays before that of the record", () => {
  const own = record();
  own.nodes[0].comment = "of the root";
  equal(new GameTree(own).root.comment, "of the root");
});

test("boards are put together when they are asked for", () => {
  const tree = made();
  equal(tree.find(7).board, null);
  equal(tree.board(tree.find(7)), { moves: ["a", "x", "z"], player: 0, count: 7, text: "" });
  equal(tree.board(tree.find(7)) === tree.find(7).board, true);
  equal(tree.board(), { moves: [], player: 0, count: 0 });
});

test("ahead follows the main line, then what was seen last", () => {
  const tree = made();
  equal(tree.ahead(tree.find(1)).id, 2);
  tree.go(tree.find(7));
  equal(tree.ahead(tree.find(1)).id, 5);
  equal(tree.end(tree.root).id, 7);
  tree.go(tree.find(1));
  equal(tree.end().id, 7);
  tree.go(tree.find(2));
  equal(tree.end().id, 4);
  equal(tree.ahead(tree.find(4)), null);
});

test("beside goes around the fork, or that before the step", () => {
  const tree = made();
  tree.go(tree.find(2));
  equal([tree.beside(1).id, tree.beside(-1).id], [5, 5]);
  tree.go(tree.find(4));
  equal(tree.beside(1).id, 5);
  tree.go(tree.find(7));
  equal(tree.beside(1).id, 6);
  tree.go(tree.find(1));
  equal(tree.beside(1), null);
});

test("lines, moves and positions", () => {
  const tree = made(),
    step = tree.find(7);
  equal(names(tree.path(step)), "axz");
  equal(tree.moves(step), ["a", "x", "z"]);
  equal(tree.position(step), {
    game: "hex",
    variant: "5x5",
    rules: { swap: "none" },
    start: null,
    moves: ["a", "x", "z"],
  });
  equal(tree.position().moves, []);
  equal(
    [4, 5, 6, 0].map((id) => tree.isMain(tree.find(id))),
    [true, false, false, true],
  );
  equal(
    [6, 7, 4].map((id) => tree.branch(tree.find(id))?.id),
    [5, 7, undefined],
  );
});

test("a move that is there is not added again", () => {
  const tree = made(),
    { version } = tree;
  equal(tree.add(tree.find(1), { last: { move: "x" }, board: {}, result: null }).id, 5);
  equal([tree.size, tree.version], [8, version]);
  const step = tree.add(tree.find(1), {
    last: { move: "new" },
    board: { own: 1 },
    result: { text: "over" },
    legal: [],
  });
  equal(
    [step.id, step.ply, step.board, step.result, step.legal, names(tree.find(1).steps)],
    [8, 2, { own: 1 }, { text: "over" }, [], "bxnew"],
  );
  equal(tree.version, version + 1);
  equal(tree.find(8) === step, true);
});

test("what is removed is gone with all that follows, and can be put back", () => {
  const tree = made(),
    gone = tree.find(5);
  tree.go(tree.find(6));
  tree.remove(gone);
  equal([tree.size, tree.current.id, tree.find(7), tree.find(1).latest], [5, 1, null, null]);
  tree.restore(gone, 0);
  equal([tree.size, names(tree.find(1).steps), tree.find(7).ply], [8, "xb", 3]);
  tree.remove(tree.root);
  equal(tree.size, 8);
});

test("a removed step outside the line leaves the current one", () => {
  const tree = made();
  tree.go(tree.find(3));
  tree.remove(tree.find(5));
  equal(tree.current.id, 3);
});

test("promoting makes the variation of a step the main one of its fork", () => {
  const tree = made(),
    { version } = tree;
  tree.promote(tree.find(7));
  equal([names(tree.find(5).steps), names(tree.find(1).steps)], ["zy", "bx"]);
  tree.promote(tree.find(7));
  equal([names(tree.find(1).steps), tree.isMain(tree.find(7))], ["xb", true]);
  tree.promote(tree.find(7));
  equal(tree.version, version + 2);
});

test("marks replace each other; other numbers stay", () => {
  const tree = made(),
    step = tree.find(3);
  step.nags = [14];
  tree.mark(step, "!");
  equal([step.nags, marksOf(step)], [[14, 1], "!"]);
  tree.mark(step, "??");
  equal([step.nags, marksOf(step)], [[14, 4], "??"]);
  tree.mark(step, "??");
  equal([step.nags, marksOf(step)], [[14], ""]);
});

test("a comment that does not change is no change", () => {
  const tree = made(),
    { version } = tree;
  tree.comment(tree.find(6), "why");
  equal(tree.version, version);
  tree.comment(tree.find(6), "because");
  equal([tree.version, tree.find(6).comment], [version + 1, "because"]);
});

test("the record for the server has moves as texts, parents first and the main line first", () => {
  const tree = made();
  tree.promote(tree.find(5));
  const { nodes, ...head } = tree.toRecord();
  equal(head, {
    game: "hex",
    variant: "5x5",
    rules: { swap: "none" },
    start: null,
    names: ["Ann", "Ben"],
    result: "1-0",
    headers: { Event: "Club" },
    number: 3,
  });
  equal(
    nodes.map((one) => [one.id, one.parent, one.move ?? ""].join(" ")),
    ["0  ", "1 0 a", "5 1 x", "6 5 y", "7 5 z", "2 1 b", "3 2 c", "4 3 d"],
  );
  equal(
    [
      nodes[0].comment,
      nodes[3].comment,
      nodes[5].nags,
      "nags" in nodes[4],
      nodes.some((one) => "board" in one),
    ],
    ["all of it", "why", [2], false, false],
  );
});

test("what the page does not edit goes back to the server", () => {
  const own = record(),
    marks = [{ kind: "circle", cells: ["a1"] }],
    played = { time: 2 };
  Object.assign(own.nodes[2], { marks, played });
  equal(new GameTree(own).toRecord().nodes[2], { id: 2, parent: 1, move: "b", nags: [2], played, marks });
});

test("a board that the record does not have is an error", () =>
  throws(() => made().board({ id: 50, board: null }), "no node 50"));

test("a line of an address leads to its place", () => {
  const tree = new GameTree(record()),
    [first] = tree.root.steps,
    path = tree.moves(tree.end(first));
  tree.follow(path, 1);
  equal(tree.current.ply, 1);
  equal(tree.moves(tree.end()), path);
  tree.follow(["zz"], 1);
  equal(tree.current === tree.root, true);
});
