/**
 * `<qr-code>`: text, such as a link, as a QR code that a phone can read. The browser generates the code without an
 * online service. There is no code for text so long that the squares would be too small.
 */

import { html, nothing, svg } from "../vendor/lit/lit.js";
import { PageElement } from "../page_element.js";
import { words } from "../words/page.js";

const MOST = 400; // characters; phones have trouble reading codes of longer text from a screen
const BORDER = 4; // the width of the white border around the code, in squares

/** Whether text is short enough. @param {string} text */
export const fitsCode = (text) => text.length > 0 && text.length <= MOST;

/** Return the SVG path of the black squares, with one subpath for each run in a row. @param {boolean[][]} rows */
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
    /** What the text stands for, such as "Private link". */
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
    // Black on white in every theme, because many phones cannot read other colors.
    return html`<svg class="qr" role="img" aria-label=${words.qrOf(this.label)} viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">
      ${svg`<rect width=${size} height=${size} fill="#fff"></rect><path d=${pathOf(this.rows)} fill="#000"></path>`}</svg>`;
  }
}

customElements.define("qr-code", QrCode);
