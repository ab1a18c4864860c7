/** The texts of the settings. */

import { textsOf } from "../words.js";

export const words = textsOf("settings", {
  title: "Settings",
  theme: "Theme",
  /** @type {Record<string, string>} */
  themes: { auto: "Same as system", light: "Light", dark: "Dark", contrast: "High contrast" },
  tiles: "Hive tiles",
  /** @type {Record<string, string>} */
  tileSets: {
    own: "Hexapoda colors",
    classic: "Classic colors",
    slate: "Slate",
    wood: "Wood",
    plain: "Black and white",
    contrast: "High contrast",
  },
  aboutTiles:
    "The Hexapoda colors can be told apart by color-blind players. In black and white, only the shapes distinguish the bugs.",
  shading: "Hex cells",
  /** @type {Record<string, string>} */
  shadings: { none: "One color", three: "Three colors", rings: "Rings", rows: "Rows" },
  aboutShading:
    "In three colors, a bridge joins two cells of the same color. Rings show how far a cell is from the nearest edge.",
  preview: "What it looks like",
  labels: "Coordinates beside the Hex board",
  keys: "Single-key shortcuts",
  sound: "Sounds",
  confirm: "Confirm moves with a second touch",
  aboutConfirm: "Only on a touch screen, on boards whose cells are smaller than a finger, as in Hex.",
  aboutKeys: "Boards and text fields keep their keys.",
  language: "Language",
  browserLanguage: "Same as browser",
  key: "Your key: the same games in another browser",
  close: "Done",
});
