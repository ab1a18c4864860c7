/** Pictures of a board as self-contained files, with all shapes and colors written into them. */

const KEPT = [
  "fill",
  "fill-opacity",
  "fill-rule",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
  "paint-order",
];
const WITHOUT = ".hit, .grip, .preview, .cursor, .ghost, title, .aim, .dot";
const SPOKEN = ["tabindex", "role", "aria-roledescription", "aria-label", "data-open"];
const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, string>} Look the computed values of the properties in `KEPT` */

/** Return a color in a notation that every program understands. @param {string} value */
function plain(value) {
  return value.replace(
    /color\(srgb ([\d.e-]+) ([\d.e-]+) ([\d.e-]+)(?: \/ ([\d.]+))?\)/g,
    (_, r, g, b, a) => {
      const [red, green, blue] = [r, g, b].map((part) => Math.round(255 * Number(part)));
      return a === undefined ? `rgb(${red}, ${green}, ${blue})` : `rgba(${red}, ${green}, ${blue}, ${a})`;
    },
  );
}

/** @param {Element} element @returns {Look} */
function lookOf(element) {
  const style = getComputedStyle(element);
  return Object.fromEntries(KEPT.map((name) => [name, plain(style.getPropertyValue(name))]));
}

/**
 * Write a look into an element, except the properties that the element inherits.
 * @param {Element} element @param {Look} look @param {Look} inherited
 */
function copyLook(element, look, inherited) {
  for (const name of ["class", "style"]) element.removeAttribute(name);
  for (const name of KEPT) {
    if (
      look[name] ===
      (name === "opacity" ? "1" : (inherited[name] ?? (name === "stroke-dasharray" ? "none" : undefined)))
    )
      element.removeAttribute(name);
    else element.setAttribute(name, look[name]);
  }
}

/** Takes pictures of one board, which may show several positions one after the other. */
export class Pictures {
  /** @param {Element} board */
  constructor(board) {
    this._board = board;
    /**
     * The looks of elements by their path in the drawing; elements with the same path look the same in every position.
     * @type {Map<string, Look>}
     */
    this._looks = new Map();
    /** The shapes that a board uses, by id. @type {Map<string, Element>} */
    this._shapes = new Map();
  }

  get _surface() {
    return /** @type {SVGSVGElement} */ (this._board.querySelector("svg.surface"));
  }

  /** The left, top, width and height of the drawing. */
  get frame() {
    return (this._surface.getAttribute("viewBox") ?? "0 0 100 100").split(" ").map(Number);
  }

  /** Return the board as an SVG document. */
  svg() {
    const surface = this._surface,
      [x, y, wide, high] = this.frame;
    const copy = this._copy(surface, "", {});
    for (const name of SPOKEN) copy.removeAttribute(name);
    const shapes = document.createElementNS(SVG, "defs"),
      back = document.createElementNS(SVG, "rect");
    this._collect(copy, shapes, new Set());
    for (const [name, value] of Object.entries({
      x,
      y,
      width: wide,
      height: high,
      fill: plain(getComputedStyle(surface).backgroundColor),
    }))
      back.setAttribute(name, String(value));
    copy.prepend(shapes, back);
    for (const [name, value] of Object.entries({
      xmlns: SVG,
      viewBox: this.frame.join(" "),
      width: wide.toFixed(0),
      height: high.toFixed(0),
    }))
      copy.setAttribute(name, value);
    return new XMLSerializer().serializeToString(copy);
  }

  /**
   * Return the board as a bitmap that is `width` pixels wide.
   * @param {number} width @returns {Promise<HTMLCanvasElement>}
   */
  async canvas(width) {
    const [, , wide, high] = this.frame,
      image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(this.svg())}`;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), {
      width,
      height: Math.round((width * high) / wide),
    });
    canvas
      .getContext("2d", { willReadFrequently: true })
      ?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas;
  }

  /**
   * Copy an element and everything inside it, except the elements that only the page needs.
   * @param {Element} from @param {string} around the path of its parent @param {Look} inherited
   */
  _copy(from, around, inherited) {
    const place = `${around}>${from.nodeName}.${from.getAttribute("class") ?? ""};${from.getAttribute("style") ?? ""}`;
    const look = this._looks.get(place) ?? lookOf(from),
      copy = /** @type {Element} */ (from.cloneNode(false));
    this._looks.set(place, look);
    copyLook(copy, look, inherited);
    for (const child of from.childNodes) {
      if (child instanceof Element) {
        if (!child.matches(WITHOUT)) copy.append(this._copy(child, place, look));
      } else if (child instanceof Text && from.nodeName === "text") copy.append(child.cloneNode());
    }
    return copy;
  }

  /**
   * Add the shapes that an element uses, directly or through other shapes, to `shapes`.
   * @param {Element} inside @param {Element} shapes @param {Set<string>} known the ids of the shapes that were added
   */
  _collect(inside, shapes, known) {
    for (const use of inside.querySelectorAll("use")) {
      const id = (use.getAttribute("href") ?? "").slice(1),
        shape = id && document.getElementById(id);
      if (!shape || known.has(id)) continue;
      known.add(id);
      // A property that a shape does not set, such as the color of a shadow, is inherited where the shape is used.
      const own =
        this._shapes.get(id) ?? shapeOf(shape, shape.parentElement ? lookOf(shape.parentElement) : {});
      this._shapes.set(id, own);
      shapes.append(own.cloneNode(true));
      this._collect(own, shapes, known);
    }
  }
}

/**
 * Return a copy of a shape with its look written into it.
 * @param {Element} from @param {Look} inherited @returns {Element}
 */
function shapeOf(from, inherited) {
  const copy = /** @type {Element} */ (from.cloneNode(false)),
    look = lookOf(from);
  copyLook(copy, look, inherited);
  for (const child of from.childNodes)
    copy.append(child instanceof Element ? shapeOf(child, look) : child.cloneNode());
  return copy;
}

/** Save a file as a download. @param {string} name @param {Blob} content */
export function save(name, content) {
  const address = URL.createObjectURL(content),
    link = Object.assign(document.createElement("a"), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
