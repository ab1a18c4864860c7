/** The texts about the server: that it does not run, and that it is a new one. */

import { choose } from "../words.js";

export const words = choose({
  en: {
    stopped: "The server is not running.",
    start: (/** @type {unknown} */ command) => ["Start it with ", command, ": this page goes on by itself."],
    silent: "The server does not answer. Trying again…",
    onlyHere: "The server listens only on this computer, so the link opens nowhere else. Start it with --host to let others in.",
    updated: "A new version of Hexapoda is running.",
    reload: "Reload the page",
  },
  de: {
    stopped: "Der Server läuft nicht.",
    start: (command) => ["Starte ihn mit ", command, ": Dann geht es hier von selbst weiter."],
    silent: "Der Server antwortet nicht. Neuer Versuch…",
    onlyHere: "Der Server ist nur auf diesem Rechner zu erreichen, also öffnet sich der Link nur hier. Starte ihn mit --host, um andere einzulassen.",
    updated: "Eine neue Version von Hexapoda läuft.",
    reload: "Seite neu laden",
  },
});
