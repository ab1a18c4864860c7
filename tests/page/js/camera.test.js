import { Camera, onLines } from "/boards/camera.js";
import { WIDE } from "/boards/hexagons.js";
import { FRAMES } from "/games/hive/board.js";
import { equal, near, test } from "./cases.js";

const FRAME = { left: 0, top: 0, right: 400, bottom: 200 };

/** A camera on a drawing of 400 x 200 pixels, as the page has it. */
function made() {
  document.body.innerHTML =
    '<svg style="position: fixed; left: 10px; top: 20px; width: 400px; height: 200px"></svg>';
  const svg = document.querySelector("svg"),
    camera = new Camera(() => svg);
  return { camera, view: () => svg.getAttribute("viewBox").split(" ").map(Number) };
}

test("the first frame is shown as it is", () => {
  const { camera, view } = made();
  equal(camera.empty, true);
  camera.hold(FRAME);
  equal([camera.empty, camera.whole, view()], [false, true, [0, 0, 400, 200]]);
});

test("a frame grows and never shrinks", () => {
  const { camera, view } = made();
  camera.hold(FRAME);
  camera.hold({ left: -100, top: 50, right: 100, bottom: 100 });
  equal(view(), [-100, 0, 500, 200]);
  camera.hold({ left: 10, top: 10, right: 20, bottom: 20 });
  equal(view(), [-100, 0, 500, 200]);
});

test("after a reset another game has its own frame", () => {
  const { camera, view } = made();
  camera.hold(FRAME);
  camera.zoom(2, 100, 100);
  camera.reset();
  camera.hold({ left: 5, top: 5, right: 25, bottom: 15 });
  equal([view(), camera.whole], [[5, 5, 20, 10], true]);
});

test("zooming keeps the point under the pointer", () => {
  const { camera, view } = made();
  camera.hold(FRAME);
  camera.zoom(2, 10 + 100, 20 + 50); // the point (100, 50)
  near(view(), [50, 25, 200, 100]);
  equal(camera.whole, false);
  camera.zoom(0.5, 10 + 300, 20 + 150);
  near(view(), [0, 0, 400, 200]);
  equal(camera.whole, true);
});

test("zoom has limits", () => {
  const { camera, view } = made();
  camera.hold(FRAME);
  camera.zoom(1000, 210, 120);
  near(view()[2], 50);
  camera.zoom(0.0001, 210, 120);
  near(view(), [0, 0, 400, 200]);
});

test("panning stays on the frame, and needs zoom", () => {
  const { camera, view } = made();
  camera.hold(FRAME);
  camera.pan(30, 30);
  near(view(), [0, 0, 400, 200]);
  camera.zoom(2, 210, 120);
  camera.pan(-20, 10); // 20 pixels are 10 units now
  near(view(), [110, 45, 200, 100]);
  camera.pan(5000, -5000);
  near(view(), [0, 100, 200, 100]);
});

test("fit shows the whole frame again", () => {
  const { camera, view } = made();
  camera.hold(FRAME);
  camera.zoom(4, 10, 20);
  camera.fit();
  near(view(), [0, 0, 400, 200]);
});

test("without a drawing nothing happens", () => {
  const camera = new Camera(() => null);
  camera.hold(FRAME);
  camera.zoom(2, 0, 0);
  camera.pan(1, 1);
  equal([camera.empty, camera.whole], [false, true]);
});

test("a frame that grows while it is shown moves there smoothly", async () => {
  const { camera, view } = made(),
    own = Object.getOwnPropertyDescriptor(MediaQueryList.prototype, "matches");
  Object.defineProperty(MediaQueryList.prototype, "matches", { ...own, get: () => false }); // motion is welcome
  try {
    camera.hold(FRAME);
    camera.hold({ ...FRAME, right: 800 });
    equal(view(), [0, 0, 400, 200]);
    const widths = [];
    for (const end = performance.now() + 2000; view()[2] < 800 && performance.now() < end; ) {
      await new Promise((done) => {
        requestAnimationFrame(done);
      });
      widths.push(view()[2]);
    }
    equal(
      [widths.at(-1), widths.length > 2, widths.every((wide, k) => !k || wide >= widths[k - 1])],
      [800, true, true],
    );
  } finally {
    Object.defineProperty(MediaQueryList.prototype, "matches", own);
  }
});

test("a hive and the ring around it are in view, at most a quarter smaller than they could be", () => {
  const worst = [];
  for (const [name, step] of [
    ["across", WIDE / 2],
    ["along", 150],
  ]) {
    const [margin, , least] = FRAMES[name];
    for (let low = 0; low >= -40; low -= 1)
      for (let high = 0; high <= 40; high += 1) {
        const [from, to] = onLines(low * step, high * step, ...FRAMES[name]);
        if (from > low * step - margin + 1e-6 || to < high * step + margin - 1e-6)
          worst.push([name, low, high, "cut"]);
        const needed = Math.max(2 * least, (high - low) * step + 2 * margin);
        if (to - from > 1.25 * needed) worst.push([name, low, high, (to - from) / needed]);
      }
  }
  equal(worst, []);
});
