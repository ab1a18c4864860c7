/**
 * Puts pictures together as an animated GIF, beside the page. It gets, one after the other: pictures from which it chooses
 * the colors (`samples`), each picture (`pixels`) with its `pause`, and `end`. It answers each message; the last answer has
 * the `bytes` of the file.
 */

import { GIFEncoder, applyPalette, quantize } from "../vendor/gifenc/gifenc.js";

const COLORS = 255;
const SAME = 255; // the color of a point that does not change: transparent
const KEEP = 1; // how the file says that the next picture is drawn over this one

const gif = GIFEncoder();
/** @type {number[][]} */
let palette = [];
/** @type {Uint8Array | null} */
let before = null;

/** The palette of the file. Its last place is that of `SAME`, which no point may get by its color. */
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
