/**
 * The note beside a link that other devices cannot open because of its loopback address. It says how to make
 * the link work there.
 */

import { html, nothing } from "../vendor/lit/lit.js";
import { serverCommand } from "../address.js";
import { opensElsewhere } from "../reach.js";
import { words } from "../words/server.js";

export const localNote = () =>
  opensElsewhere()
    ? nothing
    : html`<p class="local-note">${words.onlyHere(html`<code>${serverCommand()} --host 0.0.0.0</code>`)}</p>`;
