/**
 * The colors of Hive's tiles: those of the server's shapes, or one of the sets here. The contrast of every ink with its
 * face is at least 3:1, in `slate` and `wood` 4.5:1, and in `contrast` 7:1. The contrast of the two faces is at least
 * as high.
 */

/**
 * @typedef {{face: string, inks: string, side?: string, edge?: string, bevel?: string}} Look `inks` are in the order
 *   of `BUGS`; `side`, `edge` and `bevel` are the colors below the face, around it and inside its rim, given only if
 *   they differ from those of the shapes
 */

const BUGS = "QSBGAMLP";

/** @type {Record<string, Record<string, Look>>} */
export const LOOKS = {
  classic: {
    w: { face: "#f6f0de", inks: "#b37400 #7a3b14 #6b3fa0 #2a802a #1763b8 #707070 #c8202f #0f7c85" },
    b: { face: "#1f1d1c", inks: "#ffb81c #c07a45 #a678d8 #57c057 #4da0f0 #b9b9b9 #f0515c #34c3cc" },
  },
  plain: {
    w: { face: "#fbf8f0", inks: Array(8).fill("#1d1a17").join(" ") },
    b: { face: "#1a1817", inks: Array(8).fill("#fbf8f0").join(" ") },
  },
  slate: {
    w: {
      face: "#e3eaf0",
      side: "#b4c1cc",
      edge: "#7f8d99",
      inks: "#7d5600 #6b2f12 #62309a #2a6410 #1652a8 #525a62 #ac1c33 #006470",
    },
    b: {
      face: "#22303f",
      side: "#141d27",
      edge: "#0a0f15",
      bevel: "#3a4b5d",
      inks: "#ffc94d #e39a66 #c69cf0 #8edb70 #7cb8ff #c9d4dd #ff8593 #4fd8d8",
    },
  },
  wood: {
    w: {
      face: "#f0dcb4",
      side: "#c9a66b",
      edge: "#94713a",
      bevel: "#faeccd",
      inks: "#7a4c00 #6a2c0c #5f2a8c #2f5a0c #174a96 #595045 #9e1a2c #005a66",
    },
    b: {
      face: "#3a2416",
      side: "#22140b",
      edge: "#120a05",
      bevel: "#573821",
      inks: "#ffc94d #f0a060 #cfa8f0 #a5dc78 #8fc2ff #dccfc0 #ff929c #62d8d0",
    },
  },
  contrast: {
    w: {
      face: "#ffffff",
      side: "#b0b0b0",
      edge: "#000000",
      bevel: "#000000",
      inks: "#6b4a00 #5c2410 #5b1a86 #1c5c10 #0b3fa8 #4a4a4a #9c0f22 #00525c",
    },
    b: {
      face: "#000000",
      side: "#505050",
      edge: "#ffffff",
      bevel: "#ffffff",
      inks: "#ffd23f #ffa860 #d9a6ff #7dea7d #8cc0ff #dcdcdc #ff8f9c #5cf0e6",
    },
  },
};

/** The original colors of the shapes. @type {WeakMap<Element, Record<string, string>>} */
const first = new WeakMap();

/** Paint all tiles in the page. @param {string} name of a set; `own` for the original colors */
export function paintTiles(name) {
  for (const side of ["w", "b"]) {
    const look = LOOKS[name]?.[side];
    const tile = document.getElementById(`hexapoda-light-tile-${side}`);
    if (!tile) continue;
    const [below, face, bevel] = tile.querySelectorAll("path");
    const own = original(face).fill;
    face.setAttribute("fill", look?.face ?? own);
    put(below, "fill", look?.side);
    put(below, "stroke", look?.edge);
    put(bevel, "stroke", look?.bevel);
    for (const [k, bug] of [...BUGS].entries()) {
      const [piece, chip] = ["piece", "chip"].map((kind) => `[id^="hexapoda-light-${kind}-${side}${bug}"]`);
      for (const shape of document.querySelectorAll(`${chip} > path`)) {
        const { fill } = original(shape); // remembered even if it is not needed now
        shape.setAttribute("fill", look?.face ?? fill);
      }
      for (const shape of document.querySelectorAll(
        `#hexapoda-light-${side}${bug} path, ${piece} > text, ${chip} > text`,
      )) {
        for (const [part, color] of Object.entries(original(shape))) {
          if (color === "none") continue;
          const wanted = color.toLowerCase() === own.toLowerCase() ? look?.face : look?.inks.split(" ")[k];
          shape.setAttribute(part, wanted ?? color);
        }
      }
    }
  }
}

/**
 * Set an attribute of a shape to a color, by default the original one. Skip an attribute that the shape does not have.
 * @param {Element | undefined} shape @param {string} part @param {string} [color]
 */
function put(shape, part, color) {
  const known = shape && original(shape)[part];
  if (known) shape.setAttribute(part, color ?? known);
}

/** @param {Element} shape @returns {Record<string, string>} the original fill and stroke */
function original(shape) {
  const known = first.get(shape);
  if (known) return known;
  const made = Object.fromEntries(
    ["fill", "stroke"].flatMap((part) => {
      const color = shape.getAttribute(part);
      return color ? [[part, color]] : [];
    }),
  );
  first.set(shape, made);
  return made;
}
