/** The texts of the settings. */

import { choose } from "../words.js";

export const words = choose({
  en: {
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
    aboutKeys: "Boards and text fields keep their keys.",
    language: "Language",
    /** @type {Record<string, string>} */
    languages: { auto: "As the browser", en: "English", de: "Deutsch" },
    key: "Your key: the same games in another browser",
    close: "Done",
  },
  de: {
    title: "Einstellungen",
    theme: "Aussehen",
    themes: { auto: "Wie das System", light: "Hell", dark: "Dunkel", contrast: "Hoher Kontrast" },
    tiles: "Steine von Hive",
    tileSets: { own: "Hexapoda-Farben", classic: "Klassische Farben", plain: "Schwarz-weiß" },
    aboutTiles:
      "Die Hexapoda-Farben bleiben auch bei Farbenblindheit unterscheidbar. In Schwarz-weiß unterscheidet nur die Form die Tiere.",
    labels: "Koordinaten neben dem Hex-Brett",
    keys: "Tastenkürzel aus einer Taste",
    aboutKeys: "Bretter und Textfelder behalten ihre Tasten.",
    language: "Sprache",
    languages: { auto: "Wie der Browser", en: "English", de: "Deutsch" },
    key: "Dein Schlüssel: dieselben Partien in einem anderen Browser",
    close: "Fertig",
  },
});
