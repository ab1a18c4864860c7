import { BoardHost, NO_MARKS } from "/boards/board_host.js";
import { equal, test } from "./cases.js";

/** A host whose view counts its updates. */
function hosted(scene, gestures) {
  const view = { updates: 0, addController: () => {}, requestUpdate: () => (view.updates += 1) };
  return { view, host: new BoardHost(view, scene, gestures) };
}

test("a gesture comes to the view", () => {
  const chosen = [];
  const { host } = hosted(() => null, { choose: (move) => chosen.push(move) });
  const board = document.createElement("div");
  host.use(board);
  board.dispatchEvent(new CustomEvent("choose", { detail: "a1" }));
  equal([chosen, host.element], [["a1"], board]);
});

test("a board gets the scene, with the proof of a refusal and the move to point at", () => {
  const { host, view } = hosted(() => ({ board: "position", legal: ["a1"] }));
  const board = document.createElement("div");
  host.hostUpdated(); // there is no board yet
  host.use(board);
  host.refuse({ cells: [[1, 2]] }, [0, 0]);
  host.point("b2");
  host.hostUpdated();
  equal([board.board, board.legal, board.hint], ["position", ["a1"], "b2"]);
  equal(board.marks, { cells: [[1, 2]], pieces: [], asked: [0, 0] });
  host.clear();
  host.hostUpdated();
  equal([board.marks, board.hint, view.updates > 0], [NO_MARKS, null, true]);
});

test("what the scene says comes before marks and hint; without a scene the board stays as it is", () => {
  let scene = { marks: NO_MARKS, hint: "c3" };
  const { host } = hosted(() => scene);
  const board = document.createElement("div");
  host.use(board);
  host.refuse({ pieces: ["wQ"] }, null);
  host.draw();
  equal([board.marks, board.hint], [NO_MARKS, "c3"]);
  scene = null;
  host.point("d4");
  host.draw();
  equal(board.hint, "c3");
});
