/** The texts of the puzzles. */

import { choose } from "../words.js";

export const words = choose({
  en: {
    title: "Puzzles",
    loading: "Loading the puzzles…",
    game: "Game",
    board: "board",
    task: (/** @type {string} */ side, /** @type {number} */ moves) => `${side} to move and win in ${moves}`,
    left: (/** @type {number} */ moves) => `Win in ${moves}`,
    solved: "Solved",
    solvedBefore: "The win, move by move",
    about: (/** @type {string} */ variant, /** @type {number} */ grade) =>
      `${variant}, difficulty ${grade} of 10`,
    only: "Exactly one first move wins in time. Find it.",
    checking: "Checking…",

    next: "Next puzzle",
    hint: "Hint",
    more: "Show the move",
    solution: "Solution",
    again: "Try again",
    restart: "Start over",
    back: "Back",
    forward: "Forward",
    analyze: "Analyze this position",

    length: "Length",
    anyLength: "any length",
    lengthOf: (/** @type {number} */ moves) => `win in ${moves}`,
    difficulty: "Difficulty",
    /** @type {Record<string, string>} */
    difficulties: { mine: "fits me", easy: "easy", medium: "medium", hard: "hard", all: "all" },
    all: (/** @type {number} */ count) => (count === 1 ? "1 puzzle" : `${count} puzzles`),
    puzzle: (
      /** @type {number} */ number,
      /** @type {number} */ length,
      /** @type {number} */ grade,
      /** @type {string} */ state,
    ) => `Puzzle ${number}, win in ${length}, difficulty ${grade}${state}`,
    /** @type {Record<string, string>} */
    states: { solved: ", solved", failed: ", to repeat", new: "" },
    streak: "in a row",
    done: "solved",
    level: "your level",

    none: (/** @type {string} */ game) => `There are no puzzles for ${game} yet.`,
    unable: (/** @type {string} */ game) => `${game} has no puzzles: nothing can prove a win in it.`,
    noMatch: "No puzzle fits this choice. Change the length or the difficulty.",
    failed: "The puzzle could not be loaded.",
    gone: "That puzzle is not here. Choose another one.",
    retry: "Try again",
  },
  de: {
    title: "Rätsel",
    loading: "Die Rätsel werden geladen…",
    game: "Spiel",
    board: "Brett",
    task: (side, moves) =>
      moves === 1 ? `${side} zieht und gewinnt sofort` : `${side} zieht und gewinnt in ${moves} Zügen`,
    left: (moves) => (moves === 1 ? "Gewinne jetzt" : `Gewinne in ${moves} Zügen`),
    solved: "Gelöst",
    solvedBefore: "Der Gewinn, Zug für Zug",
    about: (variant, grade) => `${variant}, Schwierigkeit ${grade} von 10`,
    only: "Genau ein erster Zug gewinnt rechtzeitig. Finde ihn.",
    checking: "Wird geprüft…",

    next: "Nächstes Rätsel",
    hint: "Tipp",
    more: "Zug zeigen",
    solution: "Lösung",
    again: "Noch einmal",
    restart: "Von vorn",
    back: "Zurück",
    forward: "Vor",
    analyze: "Diese Stellung analysieren",

    length: "Länge",
    anyLength: "jede Länge",
    lengthOf: (moves) => (moves === 1 ? "1 Zug" : `${moves} Züge`),
    difficulty: "Schwierigkeit",
    difficulties: { mine: "passt zu mir", easy: "leicht", medium: "mittel", hard: "schwer", all: "alle" },
    all: (count) => (count === 1 ? "1 Rätsel" : `${count} Rätsel`),
    puzzle: (number, length, grade, state) =>
      `Rätsel ${number}, Gewinn in ${length}, Schwierigkeit ${grade}${state}`,
    states: { solved: ", gelöst", failed: ", zu wiederholen", new: "" },
    streak: "in Folge",
    done: "gelöst",
    level: "deine Stufe",

    none: (game) => `Für ${game} gibt es noch keine Rätsel.`,
    unable: (game) => `${game} hat keine Rätsel: Nichts kann dort einen Gewinn beweisen.`,
    noMatch: "Kein Rätsel passt zu dieser Auswahl. Ändere die Länge oder die Schwierigkeit.",
    failed: "Das Rätsel konnte nicht geladen werden.",
    gone: "Dieses Rätsel gibt es hier nicht. Wähle ein anderes.",
    retry: "Erneut versuchen",
  },
});
