/** The texts of the library, of matches and of training runs, in German. */

import { duration } from "../../duration.js";
import { figures } from "../../figures.js";
import { addTexts } from "../../words.js";

const de = figures("de");

/** @param {number} iteration @param {boolean} begun */
const deNetwork = (iteration, begun) =>
  iteration
    ? `Das Netz nach Iteration ${de(iteration)}`
    : begun
      ? "Das Netz am Anfang"
      : "Das Netz nach dem Vortraining";

/** @type {typeof import("../library.js").words} */
const library = {
  library: "Bibliothek",
  parts: "Teile der Bibliothek",
  gamesTab: "Partien",
  openingsTab: "Eröffnungen",
  playersTab: "Spieler",
  analysesTab: "Analysen",
  analysesAbout:
    "Jede wird nach jeder Änderung gespeichert. Ihr Link gilt in diesem Browser und überall, wo man dich kennt.",
  damaged: (numbers) =>
    `Beschädigt und nicht gezeigt: ${numbers.join(", ")}. Der Befehl „hexapoda games verify“ sagt mehr.`,
  noAnalyses: "Du hast noch keine Analysen. Eine Änderung an einer Partie in der Analyse beginnt eine.",
  toAnalysis: "Analysieren",
  analysisNumber: (id) => `Analyse ${id}`,
  deleteAnalysis: (name) => `${name} löschen`,
  analysisDeleted: "Analyse gelöscht.",
  importGames: "Partien importieren",
  count: (value) => de(value),
  games: (value) => (value === 1 ? "1 Partie" : `${de(value)} Partien`),

  search: "Spieler suchen",
  searchHint: "Ein Spielername oder eine Stellung als Text",
  game: "Spiel",
  anyGame: "Jedes Spiel",
  variant: "Variante",
  anyVariant: "Jede Variante",
  result: "Ergebnis",
  anyResult: "Jedes Ergebnis",
  won: (side) => `${side} gewann`,
  draw: "Remis",
  none: "Unbeendet",
  more: "Mehr Filter",
  opponent: "Gegner",
  winner: "Sieger",
  event: "Ereignis",
  minPlies: "Züge, mindestens",
  maxPlies: "Züge, höchstens",
  opening: "Erste Züge",
  openingHint: "Base+MLP;wL;bL wL-",
  position: "Stellung",
  positionHint: "Eine Stellung oder Partie als Text",
  apply: "Anwenden",
  clear: "Alle löschen",
  filters: "Filter",
  thisPosition: "wie angegeben",
  remove: (what) => `Filter ${what} entfernen`,

  date: "Datum",
  players: "Spieler",
  length: "Züge",
  unknown: "?",
  vs: "–",
  you: "du",
  list: "Partien der Bibliothek",
  showMore: "Mehr Partien zeigen",
  select: (names) => `${names} auswählen`,
  nothing: "Keine Partie passt zu diesen Filtern.",
  empty: "Deine Bibliothek ist leer",
  emptyHow:
    "Zieh Dateien hierher oder wähle sie aus: BoardSpace, Board Game Arena, hivegame.com, Mzinga, HexWorld, Little Golem, SGF, PGN, GameStrings oder das Journal eines Wettkampfs.",
  emptyReadOnly: "Sie zeigt die Partien, die auf dem Server mit „hexapoda games import“ importiert werden.",
  failed: "Die Bibliothek kann nicht gezeigt werden.",
  retry: "Erneut versuchen",
  loading: "Lädt…",

  preview: "Vorschau",
  first: "Zum Anfang",
  previous: "Voriger Zug",
  next: "Nächster Zug",
  last: "Zum Ende",
  ply: (at, of) => `${at} von ${of}`,
  analyse: "Analysieren",
  review: "Durchsehen",
  edit: "Bearbeiten",
  delete: "Löschen",
  samePosition: "Partien mit dieser Stellung",
  exploreHere: "Eröffnungen ab hier",
  close: "Schließen",
  source: "Datei",
  ending: "Ende",
  noPreview: "Wähle eine Partie, um sie anzusehen.",

  editTitle: "Partie berichtigen",
  dateHint: "2026-03-02, 2026-03 oder 2026",
  save: "Speichern",
  cancel: "Abbrechen",
  decided: "Dieses Ergebnis entscheidet das Brett.",

  deleted: (value) => (value === 1 ? "Partie gelöscht." : `${value} Partien gelöscht.`),
  deleteMany: (value) => (value === 1 ? "1 Partie löschen" : `${value} Partien löschen`),
  edited: "Partie berichtigt.",
  restored: "Wiederhergestellt.",
  trash: "Papierkorb",
  trashAbout:
    "Gelöschte Partien, und doppelte, die zusammengelegt wurden. Sie kommen mit ihren Nummern zurück.",
  trashEmpty: "Der Papierkorb ist leer.",
  trashMore: (most) => `Das sind die letzten ${most} Partien.`,
  deletedOn: (day) => `Gelöscht am ${day}`,
  restore: "Wiederherstellen",
  restoreOne: (names) => `${names} wiederherstellen`,
  plies: (count) => (count === 1 ? "1 Zug" : `${count} Züge`),
  restoreMany: (value) => `Alle ${value} wiederherstellen`,
  restoredMany: (value) =>
    value === 1 ? "1 Partie wiederhergestellt." : `${value} Partien wiederhergestellt.`,
  restoredNot: (value) =>
    value === 1
      ? "1 Partie bleibt hier: Sie wurde inzwischen neu hinzugefügt."
      : `${value} Partien bleiben hier: Sie wurden inzwischen neu hinzugefügt.`,
  undo: "Rückgängig",

  drop: "Lass die Dateien los, um ihre Partien zu importieren",
  importing: "Import",
  sending: (part) => `wird gesendet, ${Math.round(100 * part)} %`,
  reading: (value) => `${de(value)} Partien gelesen`,
  importDone: (added, known) =>
    `${added === 1 ? "1 Partie" : `${de(added)} Partien`} hinzugefügt${known ? `, ${de(known)} schon vorhanden` : ""}`,
  bad: (value) => (value === 1 ? "1 Fehler" : `${de(value)} Fehler`),
  line: (value) => `Zeile ${value}`,
  sendFailed: "Die Datei konnte nicht gesendet werden.",
  tooBig:
    "Diese Datei ist zu groß: Hier können höchstens 64 MB importiert werden. Nimm dafür „hexapoda games import“.",
  tooMany: (most) => `Höchstens ${most} Dateien auf einmal.`,
  readOnly: "Diese Bibliothek kann nur gelesen werden.",

  rating: "Wertung",
  won1: "Siege",
  drawn: "Remis",
  lost: "Niederl.",
  score: "Punkte",
  playerSearch: "Spieler finden",
  noPlayers: "Keine beendeten Partien zwischen Spielern mit Namen.",
  alsoKnown: (names) => `auch ${names}`,
  estimate: "Eine Schätzung: Wer jede Partie gewann oder verlor, hat keine genaue Wertung.",
  otherGroup: "Nicht durch Partien mit den Spielern darüber verbunden",

  opStart: "Start",
  back: "Zurücknehmen",
};

/** @type {typeof import("../matches.js").words} */
const matches = {
  title: "Wettkämpfe",
  loading: "Die Wettkämpfe werden geladen…",
  failed: "Die Wettkämpfe lassen sich nicht zeigen.",
  retry: "Erneut versuchen",
  lost: "Der Server antwortet nicht. Die Seite versucht es weiter.",
  list: "Alle Wettkämpfe",
  more: (count) =>
    count === 1
      ? "1 älterer Wettkampf ist nicht aufgeführt."
      : `${de(count)} ältere Wettkämpfe sind nicht aufgeführt.`,
  empty: "Noch keine Wettkämpfe",
  emptyHow: "Lass zwei Engines in einem Terminal gegeneinander spielen, und sieh hier zu:",
  single: "Oder sieh einer einzelnen Partie zu: Spielen, Neues Spiel, Zusehen",
  command: "Befehl",
  gone: "Dieser Wettkampf ist nicht hier.",
  partOf: (run) => `des Trainingslaufs ${run}`,

  running: "läuft",
  finished: "beendet",
  stopped: "angehalten",
  damaged: "beschädigt",
  kind: {
    match: "Wettkampf",
    "round-robin": "Rundenturnier",
    gauntlet: "Einer gegen alle",
    list: "Wertungsliste",
  },
  versus: "gegen",
  leads: (name) => `${name} führt`,
  games: (count) => (count === 1 ? "1 Partie" : `${de(count)} Partien`),
  progress: (played, total, atMost) => `${de(played)} von ${atMost ? "höchstens " : ""}${de(total)} Partien`,
  tournament: (kind, count) => `${kind} mit ${count} Engines`,
  left: (time, atMost) => (atMost ? `noch höchstens ${time}` : `noch etwa ${time}`),
  duration,
  reading: (share) => `Die Partien werden gelesen: ${Math.floor(100 * share)} %`,
  trouble: "Die Aufzeichnung dieses Wettkampfs ist beschädigt. Gezeigt wird, was sich lesen ließ.",
  unreadable: "Die Einstellungen dieses Wettkampfs lassen sich nicht lesen.",
  resume: "Der Wettkampf wurde unterbrochen. Dieser Befehl setzt ihn fort:",

  ratingOf: (name) => `Wertung von ${name}`,
  score: "Ergebnis",
  percent: (share) => `${de(100 * share, 1)} %`,
  won: (count) => (count === 1 ? "1 Sieg" : `${de(count)} Siege`),
  drawn: (count) => `${de(count)} Remis`,
  lostGames: (count) => (count === 1 ? "1 Niederlage" : `${de(count)} Niederlagen`),
  scoreOf: (name, results) => `${name}: ${results}`,
  elo: "Elo-Unterschied",
  signed: (value, digits) => (value > 0 ? "+" : "") + de(value, digits),
  atLeast: (value) => `mindestens ${value}`,
  atMost: (value) => `höchstens ${value}`,
  between: (low, high) => `95-%-Intervall: ${low} bis ${high}`,
  oneBound: "Mit 95 % Sicherheit. Es gibt noch keine obere Grenze, weil kein Punkt verloren ging",
  oneBoundLow: "Mit 95 % Sicherheit. Es gibt noch keine untere Grenze, weil kein Punkt gewonnen wurde",
  tooFew: "zu wenige Partien",
  los: (name) => `Wahrscheinlichkeit, dass ${name} stärker ist`,
  sprt: "Sequenzieller Test (SPRT)",
  sprtAsks: (name, elo0, elo1, normalized) =>
    `Ist ${name} um ${elo1} (H1) oder um ${elo0} (H0)${normalized ? " normalisierte" : ""} Elo besser?`,
  llr: (value, low, high) => `LLR ${value} zwischen ${low} und ${high}`,
  undecided: "noch offen",
  accepted: (what, pairs) => `${what} angenommen nach ${de(pairs)} Paaren`,
  pairs: "Partienpaare",
  pairsAbout: (name) => `Punkte von ${name} in beiden Partien einer Eröffnung`,
  pairNames: ["0", "½", "1", "1½", "2"],
  pairsOf: (counts) =>
    counts.map((count, k) => `${["0", "½", "1", "1½", "2"][k]} Punkte: ${count}`).join(", "),

  standings: "Tabelle",
  crossTable: "Kreuztabelle",
  crossAbout:
    "Punkte der Engine der Zeile gegen die der Spalte, farbig, wo eine von beiden klar stärker ist.",
  change: "Änderung",
  new: "neu",
  checks: "Prüfungen",
  checksPassed: (passed, all) => `${de(passed)} von ${de(all)}`,
  retired: "ausgeschieden",
  listAbout: (anchor, elo, day) =>
    `Die Wertung von ${anchor} ist auf ${elo} festgelegt. Die Intervalle gelten für den Abstand dazu.${day && ` Änderung: seit Beginn des ${new Date(day).toLocaleDateString("de", { dateStyle: "medium", timeZone: "UTC" })} (UTC).`}`,
  rank: "Rang",
  engine: "Engine",
  points: "Punkte",
  rating: "Elo",
  wins: "Siege",
  draws: "Remis",
  losses: "Niederl.",
  pace: "Zeit je Zug",
  depth: "Tiefe",
  limits: "Grenze",
  seconds: (value) =>
    value < 0.1
      ? `${de(1000 * value, value < 0.001 ? 2 : value < 0.01 ? 1 : 0)} ms`
      : `${de(value, value < 10 ? 2 : 0)} s`,
  figure: (value, digits) => de(value, digits),

  now: "Laufende Partien",
  nowMore: (count) => (count === 1 ? "1 weitere Partie läuft." : `${de(count)} weitere Partien laufen.`),
  noMoves:
    "Die Engines starten, oder ein Cluster spielt die Partien: Dann erscheinen sie, wenn sie zu Ende sind.",
  number: (number) => `Partie ${number}`,
  plies: (count) => (count === 1 ? "1 Zug" : `${de(count)} Züge`),
  depthOf: (depth) => `Tiefe ${depth}`,
  scoreIs: (score) =>
    `Bewertung ${(score > 0 ? "+" : "") + de(score, Math.abs(score) < 10 && score % 1 ? 1 : 0)}`,
  winIn: (plies) => (plies >= 0 ? `Gewinn in ${plies}` : `Verlust in ${-plies}`),
  thinks: (seconds) => `${Math.floor(seconds)} s`,
  toMove: "am Zug",
  noBoard: "Diese Partie lässt sich nicht zeigen:",

  over: "Beendete Partien",
  noneOver: "Noch ist keine zu Ende.",
  showMore: "Mehr Partien zeigen",
  open: (number) => `Partie ${number} analysieren`,
  length: "Züge",
  endings: {
    normal: "auf dem Brett",
    timeout: "Zeit abgelaufen",
    "illegal move": "unerlaubter Zug",
    crash: "Absturz",
    stall: "keine Antwort",
    resign: "aufgegeben",
    adjudicated: "abgeschätzt",
    "move cap": "Zuggrenze",
    repetition: "Wiederholung",
    "rules differ": "Regeln verschieden",
    "busy machine": "Rechner ausgelastet",
    interrupted: "unterbrochen",
    unknown: "",
  },
  faultsTitle: "Fehler",
  faultsAbout:
    "Partien, die eine Engine durch Absturz, Schweigen, einen unerlaubten Zug oder auf Zeit verlor. Der Ordner des Wettkampfs enthält die Protokolle.",
  faultsMore: (count) => `Die letzten von ${de(count)}.`,

  details: "Einstellungen",
  openings: "Eröffnungen",
  openingSources: { suite: "der Sammlung des Pakets", none: "das leere Brett" },
  openingsOf: (source, count) => (count ? `${de(count)} aus ${source}` : source),
  randomPlies: (count) => (count === "1" ? "1 zufälliger Zug" : `${count} zufällige Züge`),
  rules: "Regeln",
  ends: "Frühes Ende",
  resign: (score, moves) => `Aufgabe bei Bewertung −${score} über ${moves} Züge`,
  winScore: (score, moves) => `Sieg, wenn beide ${moves} Züge lang Bewertung ${score} sehen`,
  drawScore: (score, moves, ply) =>
    `Remis bei Bewertungen bis ${score} über ${moves} Züge, nach den ersten ${ply} Zügen`,
  moveCap: (plies) => `Remis nach ${plies} Zügen`,
  seed: "Startwert",
  atOnce: "Partien gleichzeitig",
  begun: "Angelegt",
  name: "Name",
  nodes: (nodes) => (nodes === 1 ? "1 Knoten je Zug" : `${de(nodes)} Knoten je Zug`),
  toDepth: (depth) => `Tiefe ${depth}`,
  which: "Welche Partien",
  all: "Alle Partien",
  onlyFaults: (count) => `Mit Fehlern (${de(count)})`,
  onlyDrawn: "Remis",
  onlyUnscored: "Nicht gewertet",
  sideWon: (side) => `${side} gewann`,
  noneOfThese: "Solche Partien gibt es nicht.",
  notShown: (count) =>
    count === 1 ? "1 Partie ist nicht in dieser Datei." : `${de(count)} Partien sind nicht in dieser Datei.`,
  back: "Der Wettkampf",

  normalized: (value, error) => `Normalisierte Elo: ${value} ± ${error}`,
  interval: "95-%-Intervall",
  overTime: "Punkte im Verlauf",
  overTimeAbout: (name) => `Punkte je Partie von ${name} mit dem 95-%-Intervall.`,
  overTimeAll: "Punkte je Partie jeder Engine mit dem 95-%-Intervall.",
  afterGames: (count, share) => `${share} nach ${count === 1 ? "1 Partie" : `${de(count)} Partien`}`,
  firstGames: (count) => (count === 1 ? "Partie 1" : `Partien ${count}`),
  wholePercent: (share) => `${de(100 * share)} %`,
  lengths: "Länge der Partien",
  lengthsOf: (shortest, longest, average) =>
    shortest === longest
      ? `Je ${de(longest)} Züge.`
      : `${de(shortest)} bis ${de(longest)} Züge, im Mittel ${de(average)}.`,
  column: (from, to, count, kind) =>
    `${from === to ? from : `${from} bis ${to}`} Züge, ${kind}: ${de(count)}`,
  endingsTitle: "Wie die Partien endeten",
  bySide: "Nach Farbe",
  asSide: (side) => `Als ${side}`,
  firstScores: (side, share, elo, bounds) =>
    `${side} holt ${share}: ${elo} Elo${bounds ? ` (${bounds})` : ""}.`,
  effort: "Aufwand",
  slowest: "Längste",
  waiting: "Wartezeit",
  nodesTitle: "Knoten",
  effortAbout:
    "Ohne die Züge der Eröffnungen. Tiefe und Knoten sind Mittelwerte dessen, was die Engines melden. Wartezeit: der Teil ihrer Zeit, in dem eine Engine keinen Prozessor hatte, weil der Rechner ausgelastet war.",
  openingsBook: "Die Züge des Buchs.",
  openingsFree: "Die ersten vier Züge, weil kein Buch benutzt wurde.",
  openingsAbout: "Gedrehte und gespiegelte Eröffnungen zählen als eine.",
  openingsLeft: (count, games) =>
    `Nicht gezeigt: ${count === 1 ? "1 Eröffnung" : `${de(count)} Eröffnungen`} in ${games === 1 ? "1 Partie" : `${de(games)} Partien`}.`,
  ended: (sentence) => `Der Wettkampf ist zu Ende. ${sentence}`,
  date: (text) => new Date(text).toLocaleString("de", { dateStyle: "medium", timeStyle: "short" }),
};

/** @type {typeof import("../clock.js").words} */
const clock = {
  number: (value) => value.toLocaleString("de"),
  game: (base) => `${base} je Partie`,
  move: (seconds) => `${seconds} s je Zug`,
  days: (days) => (days === 1 ? "1 Tag je Zug" : `${days} Tage je Zug`),
};

/** @type {typeof import("../runs.js").words} */
const runs = {
  title: "Trainingsläufe",
  loading: "Die Trainingsläufe werden geladen…",
  failed: "Die Trainingsläufe lassen sich nicht zeigen.",
  retry: "Erneut versuchen",
  lost: "Der Server antwortet nicht. Die Seite versucht es weiter.",
  list: "Alle Trainingsläufe",
  more: (count) =>
    count === 1 ? "1 älterer Lauf ist nicht aufgeführt." : `${de(count)} ältere Läufe sind nicht aufgeführt.`,
  gone: "Dieser Trainingslauf ist nicht hier.",
  empty: "Noch keine Trainingsläufe",
  emptyAbout: "Ein Netz lernt ein Spiel, indem es gegen sich selbst spielt, und du siehst hier zu.",
  emptySave: (name) => `Speichere diese Zeilen als ${name}:`,
  emptyHow: "Beginne dann in einem Terminal:",
  emptyNeeds: "Das Training braucht PyTorch:",

  running: "läuft",
  finished: "beendet",
  stopped: "angehalten",
  damaged: "beschädigt",
  progress: (done, total) => `${de(done)} von ${de(total)} Iterationen`,
  iterations: (count) => (count === 1 ? "1 Iteration" : `${de(count)} Iterationen`),
  left: (time) => `noch etwa ${time}`,
  duration,
  changed: (date) => `zuletzt geändert ${date}`,
  date: (text) => new Date(text).toLocaleString("de", { dateStyle: "medium", timeStyle: "short" }),
  works: {
    "reading games": (_, done, all) =>
      `Lesen der aufgezeichneten Partien: ${de(done)} von ${de(all)} Dateien`,
    "warm start": (_, done, all) => `Vortraining: ${de(done)} von ${de(all)} Stellungen`,
    "self-play": (iteration, done, all) =>
      `Iteration ${de(iteration)}, Selbstspiel: ${de(done)} von ${de(all)} Partien`,
    learning: (iteration, done, all) =>
      `Iteration ${de(iteration)}, Lernen: ${de(done)} von ${de(all)} Schritten`,
    match: (iteration, done, all) =>
      `Wettkampf nach Iteration ${de(iteration)}: ${de(done)} von ${de(all)} Partien`,
    "": (iteration) => `Iteration ${de(iteration)}`,
  },
  trouble: "Eine Datei dieses Laufs ist beschädigt. Gezeigt wird, was sich lesen ließ.",
  unreadable: "Die Einstellungen dieses Laufs lassen sich nicht lesen.",
  resume: "Der Lauf ist nicht am Ende. Der Befehl, der ihn begann, setzt ihn fort, zum Beispiel:",
  ended: "Der Trainingslauf ist zu Ende.",

  warmStart: "Vortraining",
  warmStartAbout: (positions, games) =>
    `Bevor es gegen sich selbst spielte, lernte das Netz aus ${de(positions)} Stellungen von ${de(games)} aufgezeichneten Partien.`,
  warmStartMeasured: (predicted, policy, value) =>
    `In ${predicted} der Stellungen aus Partien, die es nicht kennt, ist der gespielte Zug seine erste Wahl. Der Verlust der Zugwahl ist dort ${de(policy, 3)}, der der Bewertung ${de(value, 3)}.`,
  leftOut: (count) =>
    count === 1
      ? "1 Partie blieb außen vor: Sie ist von einer anderen Variante, hat andere Regeln oder ist nach ihnen nicht spielbar."
      : `${de(count)} Partien blieben außen vor: Sie sind von einer anderen Variante, haben andere Regeln oder sind nach ihnen nicht spielbar.`,

  strength: "Spielstärke",
  strengthNow: (iteration, begun) => `${deNetwork(iteration, begun)}, das veröffentlicht ist`,
  strengthAbout:
    "Aus Wettkämpfen zwischen den Netzen dieses Laufs; das erste hat 0. Die Striche sind 95-%-Intervalle des Unterschieds zu ihm.",
  published: "veröffentlicht",
  notPublished: "nicht veröffentlicht",
  drawnGameAdded:
    "Einige Netze haben alle Partien gegen die anderen gewonnen. Deshalb wurde für je zwei Netze, die gegeneinander gespielt haben, ein Remis hinzugefügt.",
  noMatchUntil: (iteration) =>
    `Das erste Netz wird nach ${iteration ? `Iteration ${de(iteration)}` : "dem Vortraining"} gemessen.`,
  noMatches:
    "Dieser Lauf spielt keine Wettkämpfe, also zeigt hier nichts, wie stark er wurde. Die Einstellung gate.every schaltet sie ein.",
  oneMatch: (iteration, begun) =>
    `${deNetwork(iteration, begun)} ist das erste, das gemessen wurde. Die nächsten spielen gegen es.`,
  elo: "Elo",
  eloAt: (iteration, elo, published, begun) =>
    `${iteration ? `Iteration ${de(iteration)}` : begun ? "Anfang" : "Vortraining"}: ${elo}${published ? "" : ", nicht veröffentlicht"}`,
  curve: (first, last) => `Elo nach Iterationen. ${first}. ${last}. Die Tabelle darunter hat alle.`,
  plusMinus: (value, error) => `${value > 0 ? "+" : ""}${de(value)} ± ${de(error)}`,
  signed: (value) => (value > 0 ? "+" : "") + de(value),

  matches: "Wettkämpfe",
  network: "Netz",
  isPublished: "Veröffentlicht",
  after: (iteration, begun) => (iteration ? `nach ${de(iteration)}` : begun ? "Anfang" : "Vortraining"),
  against: "Gegen",
  result: "Ergebnis",
  results: (wins, draws, losses) => `+${wins} =${draws} −${losses}`,
  resultText: (wins, draws, losses) => `${wins} gewonnen, ${draws} remis, ${losses} verloren`,
  difference: "Unterschied",
  between: (elo, low, high) => `${elo} [${low}, ${high}]`,
  allWon: "alle gewonnen",
  allLost: "alle verloren",
  first: "das erste",
  games: "Partien",
  gamesOf: (iteration) => `Partien des Wettkampfs nach Iteration ${de(iteration)}`,
  countGames: (count) => (count === 1 ? "1 Partie" : `${de(count)} Partien`),
  yes: "ja",
  no: "nein",
  moreMatches: (count) =>
    count === 1
      ? "1 älterer Wettkampf ist nicht aufgeführt."
      : `${de(count)} ältere Wettkämpfe sind nicht aufgeführt.`,

  figures: "Iteration für Iteration",
  noIteration: "Die erste Iteration ist noch nicht fertig.",
  decisive: "Entschiedene Partien",
  plies: "Länge der Partien",
  policyLoss: "Verlust der Zugwahl",
  valueLoss: "Verlust der Bewertung",
  gamesPerHour: "Partien je Stunde",
  positionsPerSecond: "Stellungen je Sekunde",
  decisiveAbout: "mit einem Sieger",
  pliesAbout: "im Mittel, in Zügen",
  policyAbout: "Kreuzentropie in Nats",
  valueAbout: "quadratischer Fehler",
  gamesAbout: "im Selbstspiel",
  positionsAbout: "durchsucht im Selbstspiel",
  unmeasured: "nicht gemessen",
  percent: (share, digits = 0) => `${de(100 * share, digits)} %`,
  figure: (value, digits = 0) => de(value, digits),
  at: (iteration, value) => `Iteration ${de(iteration)}: ${value}`,
  chart: (name, first, last) => `${name} nach Iterationen. ${first}. ${last}. Die Tabelle darunter hat alle.`,
  every: (count) => `Gezeigt wird eine von ${de(count)} Iterationen.`,

  table: "Iterationen",
  iteration: "Iteration",
  firstIteration: (begun) => (iteration) =>
    iteration ? `Iteration ${de(iteration)}` : begun ? "Anfang" : "Vortraining",
  selfPlay: "Zeit des Selbstspiels",
  learning: "Zeit des Lernens",
  seconds: (value) =>
    value < 100 ? `${de(value, 1)} s` : value < 6000 ? `${de(value / 60, 1)} min` : duration(value),
  someGames: "Einige Partien",
  openGame: (number, iteration) => `Partie ${number} der Iteration ${de(iteration)} analysieren`,
  showAll: (count) => `Alle ${de(count)} zeigen`,
  settings: "Einstellungen",
  name: "Name",
};

addTexts("de", { library, matches, clock, runs });
