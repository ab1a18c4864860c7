/** The texts around the views. */

import { choose } from "../words.js";

export const words = choose({
  en: {
    title: "Hexapoda",
    views: "Pages",
    settings: "Settings",
    play: "Play",
    analysis: "Analysis",
    review: "Review",
    puzzles: "Puzzles",
    library: "Library",
    matches: "Matches",
    runs: "Networks",
    learn: "Learn",
    failed: "The page could not be loaded.",
    unreachable: "The server does not answer.",
    retry: "Try again",
    copy: "Copy",
    copied: "Copied",
  },
  de: {
    title: "Hexapoda",
    views: "Seiten",
    settings: "Einstellungen",
    play: "Spielen",
    analysis: "Analyse",
    review: "Durchsehen",
    puzzles: "Rätsel",
    library: "Bibliothek",
    matches: "Wettkämpfe",
    runs: "Netze",
    learn: "Lernen",
    failed: "Die Seite konnte nicht geladen werden.",
    unreachable: "Der Server antwortet nicht.",
    retry: "Erneut versuchen",
    copy: "Kopieren",
    copied: "Kopiert",
  },
});
