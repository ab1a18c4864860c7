import { render } from "/vendor/lit/lit.js";
import { placeOf, remarkList, remarkOverlays } from "/views/remarks.js";
import { words } from "/words/remarks.js";
import { equal, test } from "./cases.js";

const FREED = { text: "wA1 -wQ unpins the black queen.", line: [], cells: [[2, 0]], good: false };
const PINNED = {
  text: "After wG1 -wQ: the queen is pinned.",
  line: ["wG1 -wQ"],
  cells: [[0, 0]],
  good: true,
};
const STEPS = ["a", "b", "c"];

/** The class and the text of each remark. */
function shown(remarks, labels) {
  const box = document.createElement("div");
  render(
    remarkList(remarks, null, () => {}, labels),
    box,
  );
  return [...box.querySelectorAll("button")].map((button) => [button.className, button.textContent.trim()]);
}

test("a remark and its cells have one color, also if it is about no position after a move", () => {
  equal(shown([FREED, PINNED], words.lines), [
    ["remark bad", `Played: ${FREED.text}`],
    ["remark good", `Better: ${PINNED.text}`],
  ]);
  equal(
    [FREED, PINNED].map((remark) => remarkOverlays(remark)[0].cells[0].tone),
    ["bad", "good"],
  );
});

test("what a move does is for it or against it", () =>
  equal(
    shown([FREED, PINNED]).map(([, text]) => text.split(":")[0]),
    ["Against it", "For it"],
  ));

test("a remark is shown in the line that it is about", () => {
  const place = (line) => placeOf({ line }, "x", STEPS, STEPS);
  equal(place([]), null);
  equal(place(["x"]), null);
  equal(place(["x", "a"]), { better: false, at: 0 });
  equal(place(["x", "a", "b", "c", "d"]), null);
  equal(place(["a"]), { better: true, at: 0 });
  equal(place(["a", "b", "c"]), { better: true, at: 2 });
});
