import { LOOKS, paintTiles } from "/games/hive/tile_colors.js";
import { equal, test } from "./cases.js";

/** Shapes as the server sends them: a tile of each side, the ant, and its piece with a number. */
function shapes() {
  document.body.innerHTML = `<svg>${["w", "b"]
    .map(
      (side) => `
    <g id="hexapoda-light-tile-${side}"><path fill="#111" /><path fill="${side === "w" ? "#EEE" : "#222"}" /></g>
    <g id="hexapoda-light-${side}A"><path id="${side}-ink" fill="#00f" stroke="none" /><path id="${side}-gap" fill="${side === "w" ? "#eee" : "#222"}" stroke="#00f" /></g>
    <g id="hexapoda-light-piece-${side}A1"><text id="${side}-text" fill="#00f">1</text></g>
    <g id="hexapoda-light-chip-${side}A1"><path id="${side}-chip" fill="#eee" /></g>`,
    )
    .join("")}</svg>`;
}
const color = (id, part = "fill") => document.getElementById(id).getAttribute(part);
const face = (side) => document.querySelectorAll(`#hexapoda-light-tile-${side} path`)[1].getAttribute("fill");

test("classic tiles have the inks of their bugs", () => {
  shapes();
  paintTiles("classic");
  equal([face("w"), face("b")], ["#f6f0de", "#1f1d1c"]);
  equal(
    [color("w-ink"), color("b-ink"), color("w-text"), color("w-gap", "stroke")],
    ["#1763b8", "#4da0f0", "#1763b8", "#1763b8"],
  );
  equal([color("w-gap"), color("w-chip")], ["#f6f0de", "#f6f0de"]); // what had the color of the face keeps it
  equal(color("w-ink", "stroke"), "none");
});

test("plain tiles have one ink", () => {
  shapes();
  paintTiles("plain");
  equal([color("w-ink"), color("b-ink"), color("b-gap")], ["#1d1a17", "#fbf8f0", "#1a1817"]);
});

test("the own colors come back", () => {
  shapes();
  const before = document.body.innerHTML;
  paintTiles("plain");
  paintTiles("classic");
  equal(document.body.innerHTML === before, false);
  paintTiles("own");
  equal(document.body.innerHTML, before);
});

test("a page without shapes is left alone", () => paintTiles("classic"));

/** The contrast of two colors, as WCAG has it. */
function contrast(one, other) {
  const [high, low] = [one, other]
    .map((color) => {
      const [r, g, b] = [1, 3, 5].map((at) => {
        const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
    })
    .sort((a, b) => b - a);
  return high / low;
}

test("all inks can be told from their tile, and both sides from each other", () => {
  const least = { classic: 3, contrast: 7 };
  equal(Object.keys(LOOKS).length >= 5, true);
  for (const [name, { w, b }] of Object.entries(LOOKS)) {
    equal(contrast(w.face, b.face) > 10, true, name);
    for (const { face, inks } of [w, b]) {
      equal(inks.split(" ").length, 8, name);
      for (const ink of inks.split(" "))
        equal(contrast(face, ink) >= (least[name] ?? 4.5), true, `${name}: ${ink} on ${face}`);
    }
  }
});

test("a set with edges of its own gives them back", () => {
  document.body.innerHTML = ["w", "b"]
    .map(
      (side) =>
        `<svg><g id="hexapoda-light-tile-${side}"><path fill="#111" stroke="#333" /><path fill="#222" /><path fill="none" stroke="#444" /></g></svg>`,
    )
    .join("");
  const before = document.body.innerHTML,
    [below, , bevel] = document.querySelectorAll("#hexapoda-light-tile-b path");
  paintTiles("contrast");
  equal(
    [below.getAttribute("stroke"), bevel.getAttribute("stroke"), bevel.getAttribute("fill")],
    ["#ffffff", "#ffffff", "none"],
  );
  paintTiles("plain");
  equal([below.getAttribute("fill"), below.getAttribute("stroke")], ["#111", "#333"]);
  paintTiles("own");
  equal(document.body.innerHTML, before);
});
