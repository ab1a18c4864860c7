/** The note beside a link that others cannot open, because it leads to their own computer. */

import { html, nothing } from "../vendor/lit/lit.js";
import { isLocal } from "../address.js";
import { words } from "../words/server.js";

export const localNote = () =>
  isLocal() ? html`<p class="quiet local-note">${words.onlyHere}</p>` : nothing;
