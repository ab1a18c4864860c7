/** The texts of what the page starts on the server, in German. */

import { figures } from "../../figures.js";
import { addTexts } from "../../words.js";

const de = figures("de");

/** @type {typeof import("../commands.js").words} */
const commands = {
  newMatch: "Neuer Wettkampf",
  game: "Spiel",
  variant: "Variante",
  rules: "Regeln",
  engines: "Engines",
  engine: (number) => `Engine ${number}`,
  ownLimit: "Ihre Grenze",
  ownLimitOf: (number) => `Grenze von Engine ${number}`,
  sameLimit: "wie alle",
  addEngine: "Engine hinzufügen",
  removeEngine: (number) => `Engine ${number} entfernen`,
  format: "Wer gegen wen spielt",
  formats: { "round-robin": "alle gegen alle", gauntlet: "die erste gegen alle anderen" },
  games: "Partien",
  gamesEach: "Partien je Paarung",
  limit: "Grenze je Zug",
  secondsOf: (value) => (value === 1 ? "1 Sekunde" : `${de(value, value < 1 ? 1 : 0)} Sekunden`),
  nodesOf: (count) => (count === 1 ? "1 Knoten" : `${de(count)} Knoten`),
  atOnce: "Partien zugleich",
  even: "Jede Eröffnung wird zweimal gespielt, mit getauschten Seiten: Eine ungerade Zahl wird aufgerundet.",
  name: "Name",
  nameForm: "Buchstaben, Ziffern, '.', '_' und '-'",

  newRun: "Neues Training",
  runAbout: (board) =>
    `Ein kleines Netz lernt ${board}, indem es gegen sich selbst spielt, von zufälligen Zügen an. Es braucht PyTorch und einige Minuten bis Stunden.`,
  iterations: "Iterationen",
  gamesAnIteration: "Partien je Iteration",
  simulations: "Simulationen eines Zuges",
  orRun: (name) => `Oder beginne in einem Terminal. Speichere diese Zeilen als ${name}:`,

  makePuzzles: "Rätsel machen",
  newPuzzles: "Neue Rätsel",
  puzzlesAbout:
    "Engines spielen Partien. Wo eine Seite mit nur einem ersten Zug den Gewinn erzwingt, wird die Stellung zum Rätsel.",
  theme: "Thema",
  anyTheme: "jedes",
  shortest: "Kürzester Gewinn, in Zügen",
  longest: "Längster Gewinn, in Zügen",
  count: "Rätsel",
  minutes: "Höchstdauer in Minuten",
  found: (count) => `${de(count)} Rätsel`,
  complete: "vollständig",

  begin: "Starten",
  starting: "Startet…",
  cancel: "Abbrechen",

  orTerminal: "Oder starte einen in einem Terminal, und schaue hier zu:",
  buttons: { stop: ["Anhalten", "Hält an…"], resume: ["Fortsetzen", "Setzt fort…"] },
  interrupted: {
    match: "Der Wettkampf wurde unterbrochen. Seine beendeten Partien sind gespeichert.",
    run: "Das Training wurde unterbrochen. Seine fertigen Iterationen sind gespeichert.",
    puzzles: "Die Suche wurde unterbrochen. Die bisherigen Rätsel sind gespeichert.",
  },
  withCommand: "Oder setze in einem Terminal fort:",
  elsewhere: "Das läuft in einem Terminal; dort hält Strg+C es an.",
  ended: "Der Befehl endete mit einem Fehler:",
  remark: "Der Befehl sagt:",
  withServer: "Es hält an, wenn der Server endet, und lässt sich dann fortsetzen.",
};

addTexts("de", { commands });
