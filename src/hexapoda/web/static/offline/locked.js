/**
 * The page for a browser without the token of the server.
 *
 * After a link on another site the browser did not send its token with the first request, although it has one. Then this
 * page leads on to the real one. Who opens an invitation to a game becomes a guest, who can play it.
 */

import { useLanguage } from "./language.js";

useLanguage({
  en: {
    locked: "This browser is not known here yet.",
    how: "Open the whole address that this command printed when it was started, with the token in it:",
    once: "Once is enough: after that the browser keeps the token, and bookmarks work. If you have lost it, end the command with Ctrl+C and start it again.",
    own: "Did you start this server?",
    invited: "Has somebody invited you?",
    link: "Open the whole link that you got: it has the game in it.",
    guest: "Do you only want to play?",
    about:
      "A guest plays games of their own and sees nothing of the owner: no library, no analysis, no match.",
    enter: "Play as a guest",
  },
  de: {
    locked: "Dieser Browser ist hier noch nicht bekannt.",
    how: "Öffne die ganze Adresse, mit dem Token, die dieser Befehl beim Start ausgegeben hat:",
    once: "Einmal genügt: Danach behält der Browser den Token, und Lesezeichen funktionieren. Ist die Adresse verloren, beende den Befehl mit Strg+C und starte ihn neu.",
    own: "Hast du diesen Server gestartet?",
    invited: "Hat dich jemand eingeladen?",
    link: "Öffne den ganzen Link, den du bekommen hast: In ihm steckt die Partie.",
    guest: "Willst du nur spielen?",
    about:
      "Ein Gast spielt eigene Partien und sieht nichts vom Besitzer: keine Bibliothek, keine Analyse, keinen Wettkampf.",
    enter: "Als Gast spielen",
  },
});

const { ok } = await fetch("api/v1/catalog", { cache: "no-store" });
const invitation = new URLSearchParams(location.hash.slice(1));
if (ok)
  location.replace(`?${location.hash}`); // another address, or the browser would not load it again
else if (invitation.get("game") && invitation.get("key")) location.replace(`?guest${location.hash}`);
