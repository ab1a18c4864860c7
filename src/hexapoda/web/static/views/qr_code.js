/**
 * `<qr-code>`: a text, such as a link, as a QR code that a phone can read. It is made in the browser, without the network.
 * A text that would make the points too small is not shown.
 */

import { html, nothing, svg } from "../vendor/lit/lit.js";
import { PageElement } from "../page_element.js";
import { words } from "../words/page.js";

const MOST = 400; // characters: more points than a phone reads from a screen without trouble
const BORDER = 4; // points around the code that must be white

/** Whether a text is short enough. @param {string} text */
export const fitsCode = (text) => text.length > 0 && text.length <= MOST;

/** The points of a code: one part of a path for each run of black points in a row. @param {boolean[][]} rows */
export function pathOf(rows) {
  let path = "";
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue;
      const first = x;
      while (row[x + 1]) x++;
      path += `M${first} ${y}h${x + 1 - first}v1H${first}z`;
    }
  });
  return path;
}

export class QrCode extends PageElement {
  static properties = { text: {}, label: {}, rows: { state: true } };

  constructor() {
    super();
    this.text = "";
    /** What the text is, such as "Private link". */
    this.label = "";
    /** @type {boolean[][]} */
    this.rows = [];
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("text")) this._make();
  }

  async _make() {
    const { text } = this;
    this.rows = [];
    if (!fitsCode(text)) return;
    const { encodeQR } = await import("../vendor/qr/qr.js");
    if (text === this.text) this.rows = encodeQR(text, "raw", { ecc: "medium", border: BORDER });
  }

  render() {
    const size = this.rows.length;
    if (!size) return nothing;
    // Black on white in every theme: many phones read no others.
    return html`<svg class="qr" role="img" aria-label=${words.qrOf(this.label)} viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">
      ${svg`<rect width=${size} height=${size} fill="#fff"></rect><path d=${pathOf(this.rows)} fill="#000"></path>`}</svg>`;
  }
}

customElements.define("qr-code", QrCode);
