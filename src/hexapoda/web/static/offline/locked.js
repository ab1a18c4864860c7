/**
 * The page for a browser that did not send the token of the server.
 *
 * After a click on a link on another site, a browser does not send its token with the first request, even if it has
 * one. This page then redirects to the real one. A visitor who opens an invitation to a game becomes a guest and can
 * play that game.
 */

import { useLanguage } from "./language.js";

useLanguage();

const { ok } = await fetch("api/v1/catalog", { cache: "no-store" });
const invitation = new URLSearchParams(location.hash.slice(1));
if (ok)
  location.replace(`?${location.hash}`); // another address, because the browser would not load the same one again
else if (invitation.get("game") && invitation.get("key")) location.replace(`?guest${location.hash}`);
