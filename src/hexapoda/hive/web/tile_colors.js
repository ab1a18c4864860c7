/** The colors of Hive's tiles: those of the server's shapes, the classic ones, or none but light and dark. */

/** @typedef {{face: string, inks: string}} Look inks in the order of `BUGS` */

const BUGS = "QSBGAMLP";

/** @type {Record<string, Record<string, Look>>} */
const LOOKS = {
  classic: {
    w: { face: "#f6f0de", inks: "#d99000 #7a3b14 #6b3fa0 #2e8b2e #1763b8 #7b7b7b #c8202f #118a94" },
    b: { face: "#1f1d1c", inks: "#ffb81c #c07a45 #a678d8 #57c057 #4da0f0 #b9b9b9 #f0515c #34c3cc" },
  },
  plain: {
    w: { face: "#fbf8f0", inks: Array(8).fill("#1d1a17").join(" ") },
    b: { face: "#1a1817", inks: Array(8).fill("#fbf8f0").join(" ") },
  },
};

/** The colors that the shapes came with. @type {WeakMap<Element, Record<string, string>>} */
const first = new WeakMap();

/** Paint all tiles that the page has. @param {string} name `own` for the colors that they came with */
export function paintTiles(name) {
  for (const side of ["w", "b"]) {
    const look = LOOKS[name]?.[side];
    const tile = document.getElementById(`hexapoda-light-tile-${side}`);
    if (!tile) continue;
    const face = tile.querySelectorAll("path")[1];
    const own = original(face).fill;
    face.setAttribute("fill", look?.face ?? own);
    for (const [k, bug] of [...BUGS].entries()) {
      const [piece, chip] = ["piece", "chip"].map((kind) => `[id^="hexapoda-light-${kind}-${side}${bug}"]`);
      for (const shape of document.querySelectorAll(`${chip} > path`)) {
        const { fill } = original(shape); // also if it is not needed yet
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

/** @param {Element} shape @returns {Record<string, string>} its fill and stroke at first */
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
