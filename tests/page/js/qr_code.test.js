import { encodeQR } from "/vendor/qr/qr.js";
import { pathOf } from "/views/qr_code.js";
import { equal, test } from "./cases.js";

/** The points of a path, as the browser fills it. */
function drawn(path, size) {
  const canvas = new OffscreenCanvas(size, size).getContext("2d");
  canvas.fill(new Path2D(path));
  const { data } = canvas.getImageData(0, 0, size, size);
  return Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (_, x) => data[4 * (y * size + x) + 3] > 127),
  );
}

test("the path has the points of the code, and nothing else", () => {
  const rows = encodeQR("http://127.0.0.1:8117/#game=0123456789abcdef&key=fedcba9876543210", "raw", {
    border: 4,
  });
  equal(drawn(pathOf(rows), rows.length), rows);
});

test("a code has its three eyes and a white border", () => {
  const rows = encodeQR("hexapoda", "raw", { border: 4 }),
    size = rows.length;
  const eye = [true, true, true, true, true, true, true];
  for (const [x, y] of [
    [4, 4],
    [size - 11, 4],
    [4, size - 11],
  ]) {
    equal(rows[y].slice(x, x + 7), eye);
    equal(
      rows.slice(y, y + 7).map((row) => row[x]),
      eye,
    );
  }
  equal(rows.slice(0, 4).flat().some(Boolean) || rows.some((row) => row.slice(0, 4).some(Boolean)), false);
});
