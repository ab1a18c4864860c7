import { paintTiles } from "/games/hive/tile_colors.js";
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
