/** The texts about the server: that it does not run, and that it is a new one. */

import { choose } from "../words.js";

export const words = choose({
  en: {
    stopped: "The server is not running.",
    start: (/** @type {unknown} */ command) => ["Start it with ", command, ": this page goes on by itself."],
    silent: "The server does not answer. Trying again…",
    onlyHere:
      "The link opens only on this computer. To let others in, start the server with --host, and open this page at its address in the network.",
    updated: "A new version of Hexapoda is running.",
    reload: "Reload the page",
  },
  de: {
    stopped: "Der Server läuft nicht.",
    start: (command) => ["Starte ihn mit ", command, ": Dann geht es hier von selbst weiter."],
    silent: "Der Server antwortet nicht. Neuer Versuch…",
    onlyHere:
      "Der Link öffnet sich nur auf diesem Rechner. Um andere einzulassen, starte den Server mit --host und öffne diese Seite unter seiner Adresse im Netz.",
    updated: "Eine neue Version von Hexapoda läuft.",
    reload: "Seite neu laden",
  },
});
