/** The texts of a page that shows games without a server. */

import { choose } from "../words.js";

export const words = choose({
  en: {
    title: "Hexapoda",
    games: (/** @type {number} */ count) => (count === 1 ? "1 game" : `${count} games`),
    found: (/** @type {number} */ count, /** @type {number} */ all) =>
      count === all ? "" : `${count} of ${all}`,
    more: (/** @type {number} */ count) => `${count} more: type part of a name to find them.`,
    search: "Find a game",
    list: "Games",
    nothing: "No game fits.",
    number: (/** @type {number} */ id) => `Game ${id}`,
    unknown: "?",
    plies: (/** @type {number} */ count) => (count === 1 ? "1 move" : `${count} moves`),
    bad: (/** @type {number} */ count) =>
      count === 1 ? "1 game cannot be shown" : `${count} games cannot be shown`,
    line: (/** @type {number} */ line) => `line ${line}`,
    loading: "Opening the game…",
    failed: "The game could not be opened.",
    old: "This browser is too old for this page.",
    missing: (/** @type {number} */ count, /** @type {string} */ text) =>
      count === 1
        ? `A part of this game is missing: ${text}`
        : `${count} parts of this game are missing. The first: ${text}`,
    cut: "The game has more variations than fit on this page.",

    position: "Position",
    start: "Start",
    of: (/** @type {number} */ count) => ` of ${count}`,
    after: (/** @type {number} */ count) => `Board after ${count === 1 ? "1 move" : `${count} moves`}`,
    play: "Play",
    pause: "Pause",
    before: "Previous game",
    next: "Next game",
    keys: "← → step, ↑ ↓ choose a variation, Home and End jump",

    book: "opening book",
    score: (/** @type {number} */ score) => `score ${score}`,
    winIn: (/** @type {number} */ plies) => (plies >= 0 ? `win in ${plies}` : `loss in ${-plies}`),
    depth: (/** @type {number} */ depth) => `depth ${depth}`,
    nodes: (/** @type {number} */ nodes) => `${nodes.toLocaleString("en")} node${nodes === 1 ? "" : "s"}`,
    seconds: (/** @type {number} */ seconds) =>
      seconds < 1 ? `${Math.round(10000 * seconds) / 10} ms` : `${seconds.toFixed(1)} s`,
    reply: (/** @type {string} */ moves) => `The reply: ${moves}`,
  },
  de: {
    title: "Hexapoda",
    games: (count) => (count === 1 ? "1 Partie" : `${count} Partien`),
    found: (count, all) => (count === all ? "" : `${count} von ${all}`),
    more: (count) => `${count} weitere: Gib einen Teil eines Namens ein, um sie zu finden.`,
    search: "Partie suchen",
    list: "Partien",
    nothing: "Keine Partie passt.",
    number: (id) => `Partie ${id}`,
    unknown: "?",
    plies: (count) => (count === 1 ? "1 Zug" : `${count} Züge`),
    bad: (count) =>
      count === 1 ? "1 Partie lässt sich nicht zeigen" : `${count} Partien lassen sich nicht zeigen`,
    line: (line) => `Zeile ${line}`,
    loading: "Die Partie wird geöffnet…",
    failed: "Die Partie konnte nicht geöffnet werden.",
    old: "Dieser Browser ist zu alt für diese Seite.",
    missing: (count, text) =>
      count === 1
        ? `Ein Teil dieser Partie fehlt: ${text}`
        : `${count} Teile dieser Partie fehlen. Der erste: ${text}`,
    cut: "Die Partie hat mehr Varianten, als auf diese Seite passen.",

    position: "Stellung",
    start: "Anfang",
    of: (count) => ` von ${count}`,
    after: (count) => `Brett nach ${count === 1 ? "1 Zug" : `${count} Zügen`}`,
    play: "Abspielen",
    pause: "Anhalten",
    before: "Vorige Partie",
    next: "Nächste Partie",
    keys: "← → Züge, ↑ ↓ Varianten, Pos1 und Ende springen",

    book: "Eröffnungsbuch",
    score: (score) => `Bewertung ${score}`,
    winIn: (plies) => (plies >= 0 ? `Gewinn in ${plies}` : `Verlust in ${-plies}`),
    depth: (depth) => `Tiefe ${depth}`,
    nodes: (nodes) => `${nodes.toLocaleString("de")} Knoten`,
    seconds: (seconds) =>
      seconds < 1
        ? `${(Math.round(10000 * seconds) / 10).toLocaleString("de")} ms`
        : `${seconds.toLocaleString("de", { maximumFractionDigits: 1 })} s`,
    reply: (moves) => `Die Antwort: ${moves}`,
  },
});
