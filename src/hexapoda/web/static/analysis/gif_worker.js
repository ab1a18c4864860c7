/**
 * A worker that turns pictures into an animated GIF. It expects these messages in order: the pixels of a few pictures
 * from which it chooses the colors (`samples`), each picture (`pixels`) with its `pause` in milliseconds, and `end`. It
 * answers each message; the last answer has the `bytes` of the file.
 */

import { GIFEncoder, applyPalette, quantize } from "../vendor/gifenc/gifenc.js";

const COLORS = 255;
const SAME = 255; // the index of the transparent color, for pixels that do not change
const KEEP = 1; // the disposal method by which the next picture is drawn over this one

const gif = GIFEncoder();
/** @type {number[][]} */
let palette = [];
/** @type {Uint8Array | null} */
let before = null;

/** Return the palette of the file. Its last entry is reserved for `SAME`: it is never the color of a pixel. */
const whole = () => Array.from({ length: SAME + 1 }, (_, k) => palette[k] ?? [0, 0, 0]);

/** @param {{pixels: Uint8ClampedArray, width: number, height: number, pause: number}} picture */
function add({ pixels, width, height, pause }) {
  const points = applyPalette(pixels, palette),
    earlier = before;
  const changed = earlier ? points.map((color, k) => (color === earlier[k] ? SAME : color)) : points;
  gif.writeFrame(changed, width, height, {
    delay: pause,
    dispose: KEEP,
    ...(earlier ? { transparent: true, transparentIndex: SAME } : { palette: whole(), repeat: 0 }),
  });
  before = points;
}

addEventListener("message", ({ data }) => {
  if (data.samples) palette = quantize(data.samples, COLORS);
  else if (data.pixels) add(data);
  else gif.finish();
  postMessage(data.end ? { bytes: gif.bytes() } : {});
});
