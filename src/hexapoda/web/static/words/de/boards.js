/** The texts around all boards and views, in German. */

import { addTexts } from "../../words.js";

/** @type {typeof import("../boards.js").words} */
const boards = {
  board: "Brett",
  empty: "leer",
  destination: "mögliches Ziel",
  selected: "gewählt",
  moves: (count) => (count === 0 ? "keine Züge" : count === 1 ? "1 Zug" : `${count} Züge`),
  fit: "Das ganze Brett zeigen",
};

/** @type {typeof import("../steps.js").words} */
const steps = {
  moves: "Züge und Varianten",
  noMoves: "Spiele irgendeinen Zug auf dem Brett, für beide Seiten.",
  unfold: "Alle Züge als Liste",
  level: (number) => `Stufe ${number}`,
  opening: "Eröffnung",
  inBook: "im Buch",
  bookPlies: (plies) => (plies === 1 ? "1 Halbzug im Buch" : `${plies} Halbzüge im Buch`),
  first: "Zum Anfang",
  back: "Einen Zug zurück",
  next: "Einen Zug vor",
  last: "Zum Ende der Variante",
  play: "Abspielen",
  pause: "Anhalten",
  flip: "Brett drehen",
  pen: "Auf dem Brett zeichnen",
  aboutPen:
    "Zeichnen: von Feld zu Feld ein Pfeil, auf einem Feld ein Kreis; noch einmal entfernt ihn. Die rechte Maustaste zeichnet immer. Umschalt: rot, Alt: blau.",
  chance: (side, percent) => `${side} ${percent}`,
  noChance: "Noch keine Bewertung",
  proven: (side, plies) =>
    `${side} gewinnt${plies === null ? "" : plies === 1 ? " mit dem nächsten Zug" : ` in höchstens ${plies} Zügen beider Seiten`}, bewiesen`,
  overlays: "Auf dem Brett zeigen",
  chooseCell: "Wähle einen Stein auf dem Brett.",
  partial: "Die Zeit reichte nicht, um alles zu finden.",
};

/** @type {typeof import("../viewer.js").words} */
const viewer = {
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
  moves: "Züge",
  start: "Anfang",
  of: (count) => ` von ${count}`,
  after: (count) => `Brett nach ${count === 1 ? "1 Zug" : `${count} Zügen`}`,
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
};

/** @type {typeof import("../win_graph.js").words} */
const winGraph = {
  graph: "Gewinnwahrscheinlichkeit",
  graphAt: (side, percent) => `${side} ${percent}`,
};

addTexts("de", { boards, steps, viewer, win_graph: winGraph });
