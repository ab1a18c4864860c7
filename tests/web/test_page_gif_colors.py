"""The worker that makes animated GIFs: a picture may have colors that the palette lacks."""

from __future__ import annotations

import io

from PIL import Image

from tests.web.used_pages import UsedPages

MAKE = """async () => {
  const worker = new Worker("/analysis/gif_worker.js", { type: "module" }), width = 64, height = 64;
  const ask = (message) => new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = reject;
    worker.postMessage(message);
  });
  const points = (color) => {
    const all = new Uint8ClampedArray(4 * width * height);
    for (let k = 0; k < width * height; k += 1) all.set([...color(k), 255], 4 * k);
    return all;
  };
  // So many colors that every place of the palette is taken, and none of them is black.
  await ask({ samples: points((k) => [96 + 10 * (k % 16), 96 + 10 * ((k >> 4) % 16), 96 + 10 * (k >> 8)]) });
  for (const part of [246, 0]) {
    await ask({ pixels: points(() => [part, part, part]), width, height, pause: 100 });
  }
  const { bytes } = await ask({ end: true });
  worker.terminate();
  return [...bytes];
}"""


def test_a_dark_point_is_not_see_through(used_pages: UsedPages) -> None:
    with used_pages.at("analysis=hex&variant=5x5") as page:
        picture = Image.open(io.BytesIO(bytes(page.evaluate(MAKE))))
    shown = []
    for number in range(2):
        picture.seek(number)
        shown.append(max(picture.convert("L").tobytes()))
    assert shown[0] > 200 and shown[1] < 140
