/** The texts of the settings. */

import { textsOf } from "../words.js";

export const words = textsOf("settings", {
  title: "Settings",
  theme: "Theme",
  /** @type {Record<string, string>} */
  themes: { auto: "As the system", light: "Light", dark: "Dark", contrast: "High contrast" },
  tiles: "Tiles of Hive",
  /** @type {Record<string, string>} */
  tileSets: { own: "Hexapoda colors", classic: "Classic colors", plain: "Black and white" },
  aboutTiles:
    "The Hexapoda colors stay apart for color-blind eyes. In black and white, only the shapes tell the bugs apart.",
  labels: "Coordinates beside the Hex board",
  keys: "Shortcuts of one key",
  sound: "Sounds",
  confirm: "Confirm moves with a second touch",
  aboutConfirm: "Only on a touch screen, on boards whose cells are smaller than a finger, as in Hex.",
  aboutKeys: "Boards and text fields keep their keys.",
  language: "Language",
  browserLanguage: "As the browser",
  key: "Your key: the same games in another browser",
  close: "Done",
});
