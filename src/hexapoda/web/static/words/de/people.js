/** The texts of games between people, in German. */

import { addTexts } from "../../words.js";

/** @type {typeof import("../people.js").words} */
const people = {
  yourTurns: (count) => (count === 1 ? "Du bist in 1 Partie am Zug" : `Du bist in ${count} Partien am Zug`),
  waits: (name) => `${name} wartet in einer Partie auf dich`,
  wantsRematch: (name) => `${name} will eine Revanche`,
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
  ownStart: "aus einer eigenen Stellung",
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

/** @type {typeof import("../notices.js").words} */
const notices = {
  title: "Mails, wenn du am Zug bist",
  about:
    "Du bekommst für jeden deiner Züge in einer Partie zwischen Menschen eine Mail mit einem Link zur Partie: nicht, während du sie offen hast, und nicht in Partien mit einer Uhr für beide.",
  address: "Mailadresse",
  privacy:
    "Die Adresse wird nur dafür verwendet, kein anderer Spieler sieht sie, und sie wird mit allem gelöscht, was dir gehört. In jeder Mail steht ein Link zum Abbestellen.",
  give: "Schick mir einen Link zur Bestätigung",
  sent: (address) =>
    `Eine Mail ist unterwegs an ${address}. Öffne den Link darin innerhalb von zwei Tagen; vorher kommen keine anderen.`,
  on: (address) => `Mails gehen an ${address}.`,
  remove: "Adresse löschen",
  deleted: "Die Adresse ist gelöscht.",
  impossible: "Dieser Server verschickt keine Mails.",
  asks: {
    confirm: "Möchtest du eine Mail, wenn du am Zug bist?",
    block: "Diese Adresse sperren, sodass dieser Server ihr nie wieder eine Mail schickt?",
  },
  agree: { confirm: "Ja, schick Mails", block: "Adresse sperren" },
  done: {
    confirm: "Von jetzt an bekommst du eine Mail, wenn du am Zug bist.",
    stop: "Du bekommst keine Mails mehr.",
    block: "Dieser Server schickt nie wieder eine Mail an diese Adresse.",
  },
};

addTexts("de", { people, notices });
