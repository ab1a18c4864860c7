import { Drag } from "/games/hive/drag.js";
import { equal, test } from "./cases.js";

/** A drag over two cells, and what it told the board. */
function made() {
  document.body.innerHTML = `<svg class="ghost" style="position: fixed; pointer-events: none"><use /></svg>
    <div data-cell="1,2" style="position: fixed; left: 0; top: 0; width: 100px; height: 100px"></div>
    <div data-cell="3,-4" style="position: fixed; left: 100px; top: 0; width: 100px; height: 100px"><b style="display: block; height: 50px"></b></div>`;
  const told = [],
    ghost = document.querySelector(".ghost");
  const drag = new Drag({
    lift: (piece) => told.push(`lift ${piece}`),
    drop: (cell) => told.push(`drop ${cell}`),
    ghost: () => ghost,
    size: () => 80,
  });
  return { drag, told, ghost };
}
const pointer = (type, x, y, more = {}) =>
  new PointerEvent(type, { clientX: x, clientY: y, pointerId: 1, isPrimary: true, button: 0, ...more });
const send = (...event) => window.dispatchEvent(pointer(...event));

test("a piece is dropped on the cell under the pointer", () => {
  const { drag, told, ghost } = made();
  drag.press(pointer("pointerdown", 20, 20), "wA1");
  send("pointermove", 60, 20);
  equal(
    [drag.happened, ghost.classList.contains("flying"), ghost.querySelector("use").getAttribute("href")],
    [true, true, "#hexapoda-light-piece-wA1"],
  );
  equal([ghost.style.width, ghost.style.transform], ["80px", "translate(20px, -20px)"]);
  send("pointermove", 140, 20);
  send("pointerup", 140, 20);
  equal([told, ghost.classList.contains("flying")], [["lift wA1", "drop 3,-4"], false]);
});

test("a small movement is a press", () => {
  const { drag, told } = made();
  drag.press(pointer("pointerdown", 20, 20), "wA1");
  send("pointermove", 23, 23);
  send("pointerup", 23, 23);
  equal([told, drag.happened], [[], false]);
});

test("beside all cells there is no cell", () => {
  const { drag, told } = made();
  drag.press(pointer("pointerdown", 20, 20), "wA1");
  send("pointermove", 60, 300);
  send("pointerup", 60, 300);
  equal(told, ["lift wA1", "drop null"]);
});

test("other pointers and buttons do not drag", () => {
  const { drag, told } = made();
  drag.press(pointer("pointerdown", 20, 20, { button: 2 }), "wA1");
  send("pointermove", 90, 20);
  drag.press(pointer("pointerdown", 20, 20, { isPrimary: false }), "wA1");
  send("pointermove", 90, 20);
  drag.press(pointer("pointerdown", 20, 20), "wA1");
  send("pointermove", 90, 20, { pointerId: 2 });
  equal(told, []);
});

test("a cancelled drag drops nothing", () => {
  const { drag, told, ghost } = made();
  drag.press(pointer("pointerdown", 20, 20), "wA1");
  send("pointermove", 60, 20);
  send("pointercancel", 60, 20);
  send("pointerup", 60, 20);
  equal([told, ghost.classList.contains("flying")], [["lift wA1"], false]);
});
