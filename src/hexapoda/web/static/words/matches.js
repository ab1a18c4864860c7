/** The texts of matches and tournaments. */

import { duration } from "../duration.js";
import { choose } from "../words.js";

const MINUS = "−";

/** @param {string} language */
const figures =
  (language) =>
  (/** @type {number} */ value, digits = 0) =>
    value
      .toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits })
      .replace("-", MINUS);
const en = figures("en"),
  de = figures("de");

export const words = choose({
  en: {
    title: "Matches",
    loading: "Loading the matches…",
    failed: "The matches cannot be shown.",
    retry: "Try again",
    lost: "The server does not answer. The page tries again.",
    list: "All matches",
    more: (/** @type {number} */ count) =>
      count === 1 ? "1 older match is not listed." : `${en(count)} older matches are not listed.`,
    empty: "No matches yet",
    emptyHow: "Let two engines play against each other in a terminal, and watch them here:",
    single: "Or watch a single game: Play, New game, Watch",
    command: "Command",
    gone: "That match is not here.",
    partOf: (/** @type {string} */ run) => `of the training run ${run}`,

    running: "running",
    finished: "finished",
    stopped: "stopped",
    damaged: "damaged",
    kind: /** @type {Record<string, string>} */ ({
      match: "Match",
      "round-robin": "Round robin",
      gauntlet: "Gauntlet",
    }),
    versus: "against",
    leads: (/** @type {string} */ name) => `${name} leads`,
    games: (/** @type {number} */ count) => (count === 1 ? "1 game" : `${en(count)} games`),
    progress: (/** @type {number} */ played, /** @type {number} */ total, /** @type {boolean} */ atMost) =>
      `${en(played)} of ${atMost ? "at most " : ""}${en(total)} games`,
    tournament: (/** @type {string} */ kind, /** @type {number} */ count) => `${kind} of ${count} engines`,
    left: (/** @type {string} */ time, /** @type {boolean} */ atMost) =>
      atMost ? `at most ${time} left` : `about ${time} left`,
    duration,
    reading: (/** @type {number} */ share) => `Reading the games: ${Math.floor(100 * share)}%`,
    trouble: "The journal of this match is damaged. What could be read is shown.",
    unreadable: "The settings of this match cannot be read.",
    resume: "The match was interrupted. This command goes on with it:",

    ratingOf: (/** @type {string} */ name) => `Rating of ${name}`,
    score: "Score",
    percent: (/** @type {number} */ share) => `${en(100 * share, 1)}%`,
    won: (/** @type {number} */ count) => (count === 1 ? "1 win" : `${en(count)} wins`),
    drawn: (/** @type {number} */ count) => (count === 1 ? "1 draw" : `${en(count)} draws`),
    lostGames: (/** @type {number} */ count) => (count === 1 ? "1 loss" : `${en(count)} losses`),
    scoreOf: (/** @type {string} */ name, /** @type {string} */ results) => `${name}: ${results}`,
    elo: "Elo difference",
    signed: (/** @type {number} */ value, /** @type {number} */ digits) =>
      (value > 0 ? "+" : "") + en(value, digits),
    atLeast: (/** @type {string} */ value) => `at least ${value}`,
    atMost: (/** @type {string} */ value) => `at most ${value}`,
    between: (/** @type {string} */ low, /** @type {string} */ high) => `95% interval: ${low} to ${high}`,
    oneBound: "With 95% confidence. There is no upper bound yet, because no point was lost",
    oneBoundLow: "With 95% confidence. There is no lower bound yet, because no point was won",
    tooFew: "too few games",
    los: (/** @type {string} */ name) => `Likelihood that ${name} is stronger`,
    sprt: "Sequential test (SPRT)",
    sprtAsks: (
      /** @type {string} */ name,
      /** @type {string} */ elo0,
      /** @type {string} */ elo1,
      /** @type {boolean} */ normalized,
    ) => `Is ${name} better by ${elo1} (H1) or by ${elo0} (H0)${normalized ? " normalized" : ""} Elo?`,
    llr: (/** @type {string} */ value, /** @type {string} */ low, /** @type {string} */ high) =>
      `LLR ${value} between ${low} and ${high}`,
    undecided: "undecided",
    accepted: (/** @type {string} */ what, /** @type {number} */ pairs) =>
      `${what} accepted after ${en(pairs)} pairs`,
    pairs: "Pairs of games",
    pairsAbout: (/** @type {string} */ name) => `Points of ${name} in both games of an opening`,
    pairNames: ["0", "½", "1", "1½", "2"],
    pairsOf: (/** @type {number[]} */ counts) =>
      counts.map((count, k) => `${["0", "½", "1", "1½", "2"][k]} points: ${count}`).join(", "),

    standings: "Standings",
    crossTable: "Cross table",
    crossAbout:
      "Points of the engine in the row against the one in the column, in color where one of them is clearly stronger.",
    rank: "Rank",
    engine: "Engine",
    points: "Points",
    rating: "Elo",
    wins: "Won",
    draws: "Drawn",
    losses: "Lost",
    pace: "Time a move",
    depth: "Depth",
    limits: "Limit",
    seconds: (/** @type {number} */ value) =>
      value < 0.1
        ? `${en(1000 * value, value < 0.001 ? 2 : value < 0.01 ? 1 : 0)} ms`
        : `${en(value, value < 10 ? 2 : 0)} s`,
    figure: (/** @type {number} */ value, /** @type {number} */ digits) => en(value, digits),

    now: "Being played",
    nowMore: (/** @type {number} */ count) =>
      count === 1 ? "1 more game is being played." : `${en(count)} more games are being played.`,
    noMoves: "The engines are starting, or a cluster plays the games: then they appear when they end.",
    number: (/** @type {number} */ number) => `Game ${number}`,
    plies: (/** @type {number} */ count) => (count === 1 ? "1 move" : `${en(count)} moves`),
    depthOf: (/** @type {number} */ depth) => `depth ${depth}`,
    scoreIs: (/** @type {number} */ score) =>
      `score ${(score > 0 ? "+" : "") + en(score, Math.abs(score) < 10 && score % 1 ? 1 : 0)}`,
    winIn: (/** @type {number} */ plies) => (plies >= 0 ? `win in ${plies}` : `loss in ${-plies}`),
    thinks: (/** @type {number} */ seconds) => `${Math.floor(seconds)} s`,
    toMove: "to move",
    noBoard: "This game cannot be shown:",

    over: "Finished games",
    noneOver: "None has ended yet.",
    showMore: "Show more games",
    open: (/** @type {number} */ number) => `Analyze game ${number}`,
    length: "Moves",
    /** @type {Record<string, string>} */
    endings: {
      normal: "on the board",
      timeout: "out of time",
      "illegal move": "illegal move",
      crash: "crash",
      stall: "no answer",
      resign: "resigned",
      adjudicated: "adjudicated",
      "move cap": "move limit",
      repetition: "repetition",
      "rules differ": "rules differ",
      "busy machine": "busy machine",
      interrupted: "interrupted",
      unknown: "",
    },
    faultsTitle: "Faults",
    faultsAbout:
      "Games that an engine lost by a crash, by silence, by an illegal move or on time. The folder of the match has the logs.",
    faultsMore: (/** @type {number} */ count) => `The latest of ${en(count)}.`,

    details: "Settings",
    openings: "Openings",
    /** @type {Record<string, string>} */
    openingSources: { suite: "the suite of the package", none: "the empty board" },
    openingsOf: (/** @type {string} */ source, /** @type {number} */ count) =>
      count ? `${en(count)} from ${source}` : source,
    randomPlies: (/** @type {string} */ count) => (count === "1" ? "1 random move" : `${count} random moves`),
    rules: "Rules",
    ends: "Early endings",
    resign: (/** @type {number} */ score, /** @type {number} */ moves) =>
      `resignation at score ${MINUS}${score} for ${moves} moves`,
    winScore: (/** @type {number} */ score, /** @type {number} */ moves) =>
      `win when both agree on score ${score} for ${moves} moves`,
    drawScore: (/** @type {number} */ score, /** @type {number} */ moves, /** @type {number} */ ply) =>
      `draw at scores up to ${score} for ${moves} moves, from move ${ply} on`,
    moveCap: (/** @type {number} */ plies) => `draw after ${plies} moves`,
    seed: "Seed",
    atOnce: "Games at a time",
    begun: "Created",
    name: "Name",
    nodes: (/** @type {number} */ nodes) => (nodes === 1 ? "1 node a move" : `${en(nodes)} nodes a move`),
    toDepth: (/** @type {number} */ depth) => `depth ${depth}`,
    which: "Which games",
    all: "All games",
    onlyFaults: (/** @type {number} */ count) => `With faults (${en(count)})`,
    onlyDrawn: "Drawn",
    onlyUnscored: "Not scored",
    sideWon: (/** @type {string} */ side) => `${side} won`,
    noneOfThese: "There is no such game.",
    notShown: (/** @type {number} */ count) =>
      count === 1 ? "1 game is not in this file." : `${en(count)} games are not in this file.`,
    back: "The match",

    normalized: (/** @type {string} */ value, /** @type {string} */ error) =>
      `Normalized Elo: ${value} ± ${error}`,
    interval: "95% interval",
    overTime: "Score over time",
    overTimeAbout: (/** @type {string} */ name) => `Points per game of ${name} with the 95% interval.`,
    overTimeAll: "Points per game of each engine with the 95% interval.",
    afterGames: (/** @type {number} */ count, /** @type {string} */ share) =>
      `${share} after ${count === 1 ? "1 game" : `${en(count)} games`}`,
    firstGames: (/** @type {number} */ count) => (count === 1 ? "game 1" : `games ${count}`),
    wholePercent: (/** @type {number} */ share) => `${en(100 * share)}%`,
    lengths: "Length of the games",
    lengthsOf: (
      /** @type {number} */ shortest,
      /** @type {number} */ longest,
      /** @type {number} */ average,
    ) =>
      shortest === longest
        ? `${en(longest)} moves each.`
        : `${en(shortest)} to ${en(longest)} moves, ${en(average)} on average.`,
    column: (
      /** @type {number} */ from,
      /** @type {number} */ to,
      /** @type {number} */ count,
      /** @type {string} */ kind,
    ) => `${from === to ? from : `${from} to ${to}`} moves, ${kind}: ${en(count)}`,
    endingsTitle: "How the games ended",
    bySide: "By side",
    asSide: (/** @type {string} */ side) => `As ${side}`,
    firstScores: (
      /** @type {string} */ side,
      /** @type {string} */ share,
      /** @type {string} */ elo,
      /** @type {string} */ bounds,
    ) => `${side} scores ${share}: ${elo} Elo${bounds ? ` (${bounds})` : ""}.`,
    effort: "Effort",
    slowest: "Slowest",
    waiting: "Waiting",
    nodesTitle: "Nodes",
    effortAbout:
      "Without the moves of openings. Depth and nodes are averages of what the engines report. Waiting: how much of its time an engine had no processor, because the machine was busy.",
    openingsBook: "The moves of the book.",
    openingsFree: "The first four moves, because no book was used.",
    openingsAbout: "Rotated and mirrored openings count as one.",
    openingsLeft: (/** @type {number} */ count, /** @type {number} */ games) =>
      `Not shown: ${count === 1 ? "1 opening" : `${en(count)} openings`} in ${games === 1 ? "1 game" : `${en(games)} games`}.`,
    ended: (/** @type {string} */ sentence) => `The match has ended. ${sentence}`,
    date: (/** @type {string} */ text) =>
      new Date(text).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" }),
  },
  de: {
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
    kind: { match: "Wettkampf", "round-robin": "Rundenturnier", gauntlet: "Einer gegen alle" },
    versus: "gegen",
    leads: (name) => `${name} führt`,
    games: (count) => (count === 1 ? "1 Partie" : `${de(count)} Partien`),
    progress: (played, total, atMost) =>
      `${de(played)} von ${atMost ? "höchstens " : ""}${de(total)} Partien`,
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
    resign: (score, moves) => `Aufgabe bei Bewertung ${MINUS}${score} über ${moves} Züge`,
    winScore: (score, moves) => `Sieg, wenn beide ${moves} Züge lang Bewertung ${score} sehen`,
    drawScore: (score, moves, ply) => `Remis bei Bewertungen bis ${score} über ${moves} Züge, ab Zug ${ply}`,
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
      count === 1
        ? "1 Partie ist nicht in dieser Datei."
        : `${de(count)} Partien sind nicht in dieser Datei.`,
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
  },
});
