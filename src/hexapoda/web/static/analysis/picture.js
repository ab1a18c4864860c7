/** Pictures of a board as files that need nothing else: shapes and colors are written into them. */

const KEPT = [
  "fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity",
  "font-family", "font-size", "font-weight", "text-anchor", "paint-order",
];
const WITHOUT = ".hit, .preview, .cursor, .ghost, title, .aim, .dot";
const SVG = "http://www.w3.org/2000/svg";
const WIDE = 1600; // pixels of a picture made of points

/** A color as every program understands it. @param {string} value */
function plain(value) {
  return value.replace(/color\(srgb ([\d.e-]+) ([\d.e-]+) ([\d.e-]+)(?: \/ ([\d.]+))?\)/g, (_, r, g, b, a) => {
    const [red, green, blue] = [r, g, b].map((part) => Math.round(255 * Number(part)));
    return a === undefined ? `rgb(${red}, ${green}, ${blue})` : `rgba(${red}, ${green}, ${blue}, ${a})`;
  });
}

/** Write the computed colors of an element and all inside it into a copy. @param {Element} from @param {Element} to */
function dress(from, to) {
  const style = getComputedStyle(from);
  for (const name of KEPT) {
    const value = style.getPropertyValue(name);
    if (value && !(value === "none" && name === "stroke-dasharray")) to.setAttribute(name, plain(value));
  }
  to.removeAttribute("class");
  for (let k = 0; k < from.children.length; k += 1) dress(from.children[k], to.children[k]);
}

/** The drawing of a board as an SVG document. @param {Element} board */
export function boardSvg(board) {
  const surface = /** @type {SVGSVGElement} */ (board.querySelector("svg.surface"));
  const copy = /** @type {SVGSVGElement} */ (surface.cloneNode(true));
  // Before anything is removed: both trees must have the same shape.
  dress(surface, copy);
  surface.querySelectorAll(WITHOUT).forEach((one) => one.setAttribute("data-left-out", ""));
  const marked = /** @type {SVGSVGElement} */ (surface.cloneNode(true));
  surface.querySelectorAll("[data-left-out]").forEach((one) => one.removeAttribute("data-left-out"));
  const all = [...copy.querySelectorAll("*")], out = [...marked.querySelectorAll("*")].map((one) => one.hasAttribute("data-left-out"));
  all.forEach((one, k) => { if (out[k]) one.remove(); });
  const shapes = document.createElementNS(SVG, "defs"), known = new Set();
  /** @param {Element} inside */
  const collect = (inside) => {
    for (const use of inside.querySelectorAll("use")) {
      const id = (use.getAttribute("href") ?? "").slice(1), shape = id && document.getElementById(id);
      if (!shape || known.has(id)) continue;
      known.add(id);
      const own = /** @type {Element} */ (shape.cloneNode(true));
      dress(shape, own);
      shapes.append(own);
      collect(own);
    }
  };
  collect(copy);
  for (const name of ["tabindex", "role", "aria-roledescription", "aria-label"]) copy.removeAttribute(name);
  const [x, y, wide, high] = (surface.getAttribute("viewBox") ?? "0 0 100 100").split(" ").map(Number);
  const back = document.createElementNS(SVG, "rect");
  for (const [name, value] of Object.entries({ x, y, width: wide, height: high, fill: plain(getComputedStyle(surface).backgroundColor) })) back.setAttribute(name, String(value));
  copy.prepend(shapes, back);
  copy.setAttribute("xmlns", SVG);
  copy.setAttribute("width", wide.toFixed(0));
  copy.setAttribute("height", high.toFixed(0));
  const walk = document.createTreeWalker(copy, NodeFilter.SHOW_COMMENT), comments = [];
  while (walk.nextNode()) comments.push(/** @type {Comment} */ (walk.currentNode));
  comments.forEach((one) => one.remove());
  return new XMLSerializer().serializeToString(copy);
}

/** The same as a picture made of points. @param {Element} board @returns {Promise<Blob>} */
export async function boardPng(board) {
  const text = boardSvg(board), [, , wide, high] = (board.querySelector("svg.surface")?.getAttribute("viewBox") ?? "0 0 1 1").split(" ").map(Number);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDE, height: Math.round((WIDE * high) / wide) });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => { canvas.toBlob((made) => (made ? resolve(made) : reject(new Error("no picture"))), "image/png"); });
}

/** Let the browser save a file. @param {string} name @param {Blob} content */
export function save(name, content) {
  const address = URL.createObjectURL(content), link = Object.assign(document.createElement("a"), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
