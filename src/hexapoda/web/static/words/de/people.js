/** The texts of games between people, in German. */

import { addTexts } from "../../words.js";

/** @type {typeof import("../people.js").words} */
const people = {
  yourTurns: (count) => (count === 1 ? "Du bist in 1 Partie am Zug" : `Du bist in ${count} Partien am Zug`),
  waits: (name) => `${name} wartet in einer Partie auf dich`,
  somebody: "jemand",
  yourName: "Dein Name für andere",
  noName: "ohne Namen",

  offered: "Partien, die auf einen Gegner warten",
  nothingOffered: "Gerade wartet niemand. Biete eine Partie an: Neues Spiel, Gegner „wer hier ist“.",
  anyone: "wer hier ist, aus einer Liste",
  yourOffer: "dein Angebot",
  youPlay: (side) => `du spielst ${side}`,
  sideDrawn: "die Farben werden ausgelost",
  noClock: "ohne Uhr",
  ownStart: "ab einer eigenen Stellung",
  isHere: "ist da",
  isAway: "ist nicht da",
  accept: "Annehmen",
  withdraw: "Zurückziehen",
  waitsForOpponent: "Wartet auf einen Gegner",
  waiting: "Deine Partie ist allen angeboten",
  waitingSays:
    "Sie steht unter „Deine Partien“ bei allen, die diese Seite öffnen. Du kannst die Seite schließen: Das Angebot bleibt eine Woche.",
  accepted: (name) => `${name} hat deine Partie angenommen.`,
  withdrawn: "Das Angebot ist zurückgezogen.",

  allowHelp: "Hilfe der Engine erlauben",
  aboutHelp: "Tipps und Analyse für beide, wenn der andere zustimmt. Die Partie hält es fest.",
  withHelp: "mit Hilfe der Engine",
  askHelp: "Hilfe?",
  helpOffer: (side) =>
    `${side} schlägt vor, dass die Engine euch beiden helfen darf: Tipps und Analyse während der Partie.`,
  ownHelpOffer: "Du schlägst vor, dass die Engine euch beiden helfen darf.",
  helpRefused: "Dein Vorschlag, Hilfe zu erlauben, ist abgelehnt.",
  helpAgreed: "Die Engine darf beiden helfen: Ihr habt euch darauf geeinigt.",

  daysFor: "Tage für einen Zug",
  yourMove: "du bist am Zug",
  left: (time) => `noch ${time}`,
  days: (days, hours) => (hours ? `${days} T. ${hours} Std.` : `${days} T.`),
  hours: (hours) => `${hours} Std.`,
  minutes: (minutes) => `${minutes} Min.`,
};

addTexts("de", { people });
