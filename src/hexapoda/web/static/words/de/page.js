/** The texts of the page around its views, its settings, keys, lessons and practice, in German. */

import { addTexts } from "../../words.js";

/** @type {typeof import("../page.js").words} */
const page = {
  title: "Hexapoda",
  views: "Seiten",
  settings: "Einstellungen",
  play: "Spielen",
  analysis: "Analyse",
  review: "Durchsehen",
  puzzles: "Rätsel",
  practice: "Üben",
  library: "Bibliothek",
  matches: "Wettkämpfe",
  runs: "Netze",
  learn: "Lernen",
  guest:
    "Du bist hier zu Gast, mit eigenen Partien. Ist das dein Server? Öffne die Adresse, die hexapoda web ausgegeben hat.",
  failed: "Die Seite konnte nicht geladen werden.",
  unreachable: "Der Server antwortet nicht.",
  retry: "Erneut versuchen",
  copy: "Kopieren",
  copied: "Kopiert",
  qr: "QR-Code",
  qrOf: (what) => `QR-Code: ${what}`,
  qrSays: "Oder lass ein Telefon diesen Code lesen.",
};

/** @type {typeof import("../keys.js").words} */
const keys = {
  title: "Tasten",
  marks: "Auf dem Brett",
  keys: "Auf dieser Seite",
  close: "Schließen",
  boardKeys: "Ist das Brett im Fokus (Tab), gehen die Pfeiltasten über seine Felder; Enter wählt.",
  settings: "Die Einstellungen schalten alle Tasten mit einem Zeichen aus, für Spracheingabe.",
  keyNames: {
    ArrowLeft: "←",
    ArrowRight: "→",
    ArrowUp: "↑",
    ArrowDown: "↓",
    " ": "Leertaste",
    Escape: "Esc",
    Home: "Pos1",
    End: "Ende",
    Delete: "Entf",
    Ctrl: "Strg",
    Shift: "Umschalt",
    N: "Umschalt N",
    L: "Umschalt L",
  },
  commands: {
    back: "einen Zug zurück",
    forward: "einen Zug vor",
    before: "die Variante davor",
    after: "die Variante danach",
    first: "an den Anfang",
    last: "ans Ende",
    next: "nächster Fehler, nächstes Rätsel oder nächste Lektion",
    previous: "der Fehler davor",
    undo: "zurücknehmen",
    redo: "wiederholen",
    hint: "ein Hinweis",
    retry: "einen anderen Zug versuchen",
    best: "den besten Zug der Engine spielen",
    engine: "Engine an oder aus",
    deeper: "die Engine anhalten oder tiefer suchen lassen",
    arrows: "Pfeile der Engine an oder aus",
    flip: "Brett drehen",
    openings: "Eröffnungen in der Bibliothek",
    field: "ins Feld für einen Zug oder eine Suche",
    comment: "Kommentar schreiben",
    remove: "den Zug und alles danach löschen",
    open: "Partie öffnen",
    help: "diese Liste",
    leave: "ein Feld verlassen, oder zurück zur Partie",
  },
};

/** @type {typeof import("../settings.js").words} */
const settings = {
  title: "Einstellungen",
  theme: "Aussehen",
  themes: { auto: "Wie das System", light: "Hell", dark: "Dunkel", contrast: "Hoher Kontrast" },
  tiles: "Steine von Hive",
  tileSets: {
    own: "Hexapoda-Farben",
    classic: "Klassische Farben",
    slate: "Schiefer",
    wood: "Holz",
    plain: "Schwarz-weiß",
    contrast: "Hoher Kontrast",
  },
  aboutTiles:
    "Die Hexapoda-Farben bleiben auch bei Farbenblindheit unterscheidbar. In Schwarz-weiß unterscheidet nur die Form die Tiere.",
  shading: "Felder von Hex",
  shadings: { none: "Eine Farbe", three: "Drei Farben", rings: "Ringe", rows: "Reihen" },
  aboutShading:
    "Bei drei Farben verbindet eine Brücke zwei Felder derselben Farbe. Ringe zeigen, wie weit ein Feld vom nächsten Rand ist.",
  preview: "So sieht es aus",
  labels: "Koordinaten neben dem Hex-Brett",
  sound: "Töne",
  confirm: "Züge mit einer zweiten Berührung bestätigen",
  aboutConfirm: "Nur auf einem Touchscreen, auf Brettern mit Feldern kleiner als ein Finger, wie in Hex.",
  keys: "Tastenkürzel aus einer Taste",
  aboutKeys: "Bretter und Textfelder behalten ihre Tasten.",
  language: "Sprache",
  browserLanguage: "Wie der Browser",
  key: "Dein Schlüssel: dieselben Partien in einem anderen Browser",
  close: "Fertig",
};

/** @type {typeof import("../server.js").words} */
const server = {
  stopped: "Der Server läuft nicht.",
  start: (command) => ["Starte ihn mit ", command, ": Dann geht es hier von selbst weiter."],
  silent: "Der Server antwortet nicht. Neuer Versuch…",
  onlyHere: (command) => [
    "Nur Browser auf diesem Computer können diesen Link öffnen. Für ein Telefon oder einen anderen Computer in deinem Netz beende den Server mit Strg+C und starte ",
    command,
    ". Deine Partien gehen dort weiter, und dieser Link gilt dann für alle Geräte.",
  ],
  updated: "Eine neue Version von Hexapoda läuft.",
  reload: "Seite neu laden",
};

/** @type {typeof import("../your_key.js").words} */
const yourKey = {
  title: "Dein Schlüssel",
  about:
    "Dieser Browser hat einen Schlüssel. Ihm gehören deine Partien, Analysen und Durchsichten auf diesem Server. Öffne diesen Link in einem anderen Browser, um dort dieselbe Person zu sein, und bewahre ihn auf, falls dieser Browser den Schlüssel vergisst:",
  link: "Der Link mit deinem Schlüssel",
  secret: "Wer den Link hat, kann spielen, ändern und löschen, was dir gehört. Gib ihn niemandem.",
  offer: "Den Schlüssel dieses Links verwenden?",
  warning:
    "Dieser Browser vergisst dann den Schlüssel, den er jetzt hat. Was damit gemacht wurde, ist nur noch über den Link unten zu erreichen: Kopiere ihn vorher, wenn du ihn brauchst.",
  use: "Schlüssel des Links verwenden",
  keep: "Meinen Schlüssel behalten",
  used: "Dieser Browser hat jetzt den Schlüssel des Links.",
  same: "Dieser Browser hat den Schlüssel dieses Links bereits.",
};

/** @type {typeof import("../practice.js").words} */
const practice = {
  title: "Üben",
  loading: "Deine Aufgaben werden geladen…",
  game: "Spiel",
  board: "Brett",
  all: "Alle Spiele",
  failed: "Die Aufgabe konnte nicht geladen werden.",
  gone: "Diese Aufgabe gibt es hier nicht. Wähle eine andere.",
  retry: "Erneut versuchen",

  howTitle: "So geht es",
  how: [
    "Sieh eine deiner Partien durch und sage, wer du warst.",
    "Jeder Fehler wird eine Aufgabe: die Stellung, und ein besserer Zug, den du findest.",
    "Was du weißt, kommt jedes Mal später wieder, was du nicht weißt, bald.",
  ],
  none: "Noch nichts zu üben. Sieh eine deiner Partien durch und sag, wer du warst: Deine Fehler kommen hierher.",
  toReview: "Eine Partie durchsehen",
  lastGames: "Deine letzten Partien",
  unreviewed: (games) =>
    games === 1 ? "Eine davon ist noch nicht durchgesehen." : `${games} davon sind noch nicht durchgesehen.`,
  lastOpen: (games) =>
    games === 1
      ? "Eine deiner letzten Partien ist noch nicht durchgesehen."
      : `${games} deiner letzten Partien sind noch nicht durchgesehen.`,
  reviewGames: (games) =>
    games === 1 ? "Meine letzte Partie durchsehen" : `Meine letzten ${games} Partien durchsehen`,
  reviewing: (number, games) => `Partie ${number} von ${games} wird durchgesehen…`,
  stopReviews: "Anhalten",
  noneDue: "Nichts ist fällig. Gut gemacht.",
  nextDue: (when) => `Die nächste Aufgabe kommt ${when}.`,
  someDue: (count) => (count === 1 ? "1 Aufgabe ist noch fällig." : `${count} Aufgaben sind noch fällig.`),
  goOn: "Üben",
  anyway: "Trotzdem eine üben",

  tasks: {
    mistake: (_side, move) => `Du hast ${move} gespielt. Finde einen besseren Zug.`,
    win: (_side, move) => `Du hast ${move} gespielt und einen erzwungenen Gewinn verpasst. Finde ihn.`,
    opening: (side) => `${side} am Zug: Welcher Zug steht in deinem Repertoire?`,
  },
  left: (moves) => (moves === 1 ? "Noch ein Zug" : `Noch ${moves} Züge`),
  solved: "Gelöst",
  better: "Was besser war",
  wasPlayed: (move) => `Was auf ${move} folgte`,
  why: "Warum",
  from: (game, move, date) => `${game}, Zug ${move}${date ? `, ${date}` : ""}`,
  against: (a, b) => `${a} – ${b}`,
  again: (times) => `in ${times} Partien`,
  comesBack: (when) => `Kommt ${when} wieder.`,
  notCounted: "Nur die erste Antwort zählt.",
  tooEarly: "Sie war noch nicht fällig: Nur ein Fehlschlag würde zählen.",
  ratings: {
    again: "Zählt als nicht gelöst.",
    hard: "Zählt als mit Hilfe gelöst.",
    good: "Zählt als gelöst.",
    easy: "Zählt als sofort gelöst.",
  },
  next: "Nächste Aufgabe",
  finish: "Wie es läuft",
  remove: "Nicht mehr fragen",
  removed: "Entfernt: Danach wird nicht mehr gefragt.",
  restore: "Zurückholen",

  addLine: "In mein Repertoire aufnehmen",
  addLineAbout:
    "Jeder Zug deiner Seite in der Variante bis zu dieser Stellung wird beim Üben gefragt, bis du ihn kannst. Ein anderer Zug in derselben Stellung tritt an seine Stelle.",
  whoseMoves: "Wessen Züge werden gefragt?",
  playAs: (side) => `Ich spiele ${side}`,
  lineAdded: (added, merged, left, cut) =>
    [
      added ? `${added} ${added === 1 ? "Stellung" : "Stellungen"} aufgenommen.` : "",
      merged ? `${merged} ${merged === 1 ? "war" : "waren"} schon da.` : "",
      left ? `Für ${left} war kein Platz.` : "",
      cut
        ? `Die Variante ist zu lang: ${cut === 1 ? "Ihr letzter Zug wurde" : `Ihre letzten ${cut} Züge wurden`} weggelassen.`
        : "",
    ]
      .filter(Boolean)
      .join(" "),

  figures: "Wie es läuft",
  due: "fällig",
  learning: "in Arbeit",
  known: "gekonnt",
  themes: "Nach Thema",
  theme: "Thema",
  exercises: "Aufgaben",
  dueColumn: "Fällig",
  knownColumn: "Gekonnt",
  rightColumn: "Richtig",
  weeks: "Im Lauf der Zeit",
  week: "Woche ab",
  answers: "Antworten",
  newColumn: "Neu",
  chart: (latest) => `Anteil richtiger Antworten nach Woche; zuletzt ${latest}.`,
  point: (week, right, answers) => `${week}: ${right} von ${answers} richtig`,
  weekOf: (number) => `Woche ${number}`,
  kinds: {
    mistake: "Fehler",
    blunder: "Patzer",
    "missed win": "Verpasste Gewinne",
    "allowed win": "Zugelassene Gewinne",
    opening: "Repertoire",
  },
  list: (count) => (count === 1 ? "1 Aufgabe" : `${count} Aufgaben`),
  listed: (side, move, state) => `${side}, ${move}, ${state}`,
  states: { new: "neu", learning: "in Arbeit", known: "gekonnt" },
  trash: (count) => `${count} entfernt`,
  more: "Mehr",
  damaged: (count) =>
    count === 1 ? "1 Aufgabe lässt sich nicht lesen." : `${count} Aufgaben lassen sich nicht lesen.`,
};

/** @type {typeof import("../level_rating.js").words} */
const levelRating = {
  rating: (elo, low, high, games, variant) =>
    `Deine Wertung gegen die Stufen: ${elo} (${low} bis ${high}) nach ${games === 1 ? "1 Partie" : `${games} Partien`} auf ${variant}.`,
  next: (level) => `Als Nächstes: ${level}.`,
  play: (level) => `Gegen ${level} spielen`,
  about:
    "Mit 95 % Sicherheit liegt sie in diesem Bereich. Sie gilt gegen diese Stufen, nicht gegen Menschen.",
  fits: (percent) => `passt zu dir: etwa ${percent}`,
  percent: (value) => `${value} %`,
  below: "weniger als 1 %",
  above: "mehr als 99 %",
  expected: (percent, fits) =>
    `${fits ? "Diese Stufe passt zu dir" : "Nach deinen Partien gegen die Stufen"}: Du kannst ${percent} der Punkte erwarten.`,
  ratedIn: (variants) =>
    `Die Stufen haben Wertungen auf ${new Intl.ListFormat("de").format(variants)}: Partien darauf geben dir eine Wertung gegen sie.`,
  uncounted: (reasons) => `Diese Partie zählt nicht: ${reasons}.`,
  variant: (variants) => `die Stufen haben nur auf ${new Intl.ListFormat("de").format(variants)} Wertungen`,
  help: {
    undo: "ein Zug wurde zurückgenommen",
    hint: "du hattest einen Tipp",
    check: "deine Züge wurden geprüft",
    lines: "Varianten der Engine wurden gezeigt",
    analysis: "sie war in der Analyse offen",
    time: "die Engine hatte weniger Zeit als üblich",
    moves: "sie begann mit vorgegebenen Zügen",
    unknown: "niemand weiß, ob du Hilfe hattest",
  },
};

/** @type {typeof import("../learn.js").words} */
const learn = {
  title: "Lern die Regeln",
  games: "Spiel",
  board: "Brett",
  list: "Lektionen",
  of: (number, count) => `Lektion ${number} von ${count}`,
  tour: "Rundgang",
  toTour: "Neu hier? Drei Minuten",
  step: (number, count) => `Schritt ${number} von ${count}`,
  steps: "Schritte",
  previous: "Zurück",
  skip: "Überspringen",
  toLessons: "Alle Lektionen",
  ready: "Du kannst spielen",
  readySays: "Mehr brauchst du für die erste Partie nicht. Stufe 1 ist hier der schwächste Gegner.",
  first: (level) => `Gegen ${level} spielen`,
  beginFailed: "Die Partie konnte nicht begonnen werden.",
  goal: "Deine Aufgabe",
  hint: "Zeig es mir",
  restart: "Von vorn",
  next: "Weiter",
  play: "Eine Partie spielen",
  right: "Richtig!",
  solved: "geschafft",
  goOn: "Gut. Weiter so.",
  hintPiece: (move) => `Spiel den markierten Stein auf das markierte Feld (${move}).`,
  hintCell: (move) => `Spiel auf das markierte Feld (${move}).`,
  hintSays: (move) => `Spiel ${move}.`,
  notThis: (move) => `${move} ist erlaubt, aber das ist nicht die Aufgabe.`,
  close: "Schließen",
  retry: "Erneut versuchen",
  loading: "Lädt…",
  failed: "Die Lektion konnte nicht geladen werden.",
  allDone: "Du hast alle Lektionen geschafft.",
  forget: "Fortschritt vergessen",
  none: "Kein Spiel hat hier Lektionen.",
};

addTexts("de", {
  page,
  keys,
  settings,
  server,
  learn,
  your_key: yourKey,
  practice,
  level_rating: levelRating,
});
