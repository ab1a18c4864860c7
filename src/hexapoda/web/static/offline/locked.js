/**
 * The page for a browser without the token of the server.
 *
 * After a link on another site the browser did not send its token with the first request, although it has one. Then this
 * page leads on to the real one.
 */

import { useLanguage } from "./language.js";

useLanguage({
  en: {
    locked: "This browser is not known here yet.",
    how: "Open the whole address that this command printed when it was started, with the token in it:",
    once: "Once is enough: after that the browser keeps the token, and bookmarks work.",
  },
  de: {
    locked: "Dieser Browser ist hier noch nicht bekannt.",
    how: "Öffne die ganze Adresse, mit dem Token, die dieser Befehl beim Start ausgegeben hat:",
    once: "Einmal genügt: Danach behält der Browser den Token, und Lesezeichen funktionieren.",
  },
});

const { ok } = await fetch("api/v1/catalog", { cache: "no-store" });
if (ok) location.replace(`?${location.hash}`); // another address, or the browser would not load it again
