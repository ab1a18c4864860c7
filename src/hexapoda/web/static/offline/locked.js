/**
 * The page for a browser without the token of the server.
 *
 * After a link on another site the browser did not send its token with the first request, although it has one. Then this
 * page leads on to the real one. Who opens an invitation to a game becomes a guest, who can play it.
 */

import { useLanguage } from "./language.js";

useLanguage();

const { ok } = await fetch("api/v1/catalog", { cache: "no-store" });
const invitation = new URLSearchParams(location.hash.slice(1));
if (ok)
  location.replace(`?${location.hash}`); // another address, or the browser would not load it again
else if (invitation.get("game") && invitation.get("key")) location.replace(`?guest${location.hash}`);
