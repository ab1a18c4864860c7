/**
 * The data of a page that needs no server. The games are in compressed blocks; a block is unpacked when one of its
 * games is first shown.
 */

import { inLanguage } from "../words.js";
import { words } from "../words/viewer.js";

export class PackedGames {
  /** @param {string[]} blocks each a list of records as JSON, compressed with zlib, in Base64 */
  constructor(blocks) {
    this._blocks = blocks;
    /** @type {Map<number, Promise<Api.RecordJson[]>>} */
    this._read = new Map();
  }

  /**
   * Return a record.
   * @param {[number, number]} place the index of its block, and its index within it @returns {Promise<Api.RecordJson>}
   */
  async find([block, at]) {
    let found = this._read.get(block);
    if (!found) {
      found = unpack(this._blocks[block]).then(async (response) => inLanguage(await response.json()));
      this._read.set(block, found);
    }
    return (await found)[at];
  }
}

/** Add the shapes of the boards to the page. @param {string} text SVG, packed as for `unpack` */
export async function addShapes(text) {
  const svg = await (await unpack(text)).text();
  const shapes = new DOMParser().parseFromString(`<div>${svg}</div>`, "text/html").body.firstElementChild;
  document.getElementById("shapes")?.append(...(shapes?.childNodes ?? []));
}

/**
 * Unpack data. Throws if the browser is too old.
 * @param {string} text compressed with zlib, in Base64 @returns {Promise<Response>}
 */
export async function unpack(text) {
  if (!("DecompressionStream" in globalThis)) throw new Error(words.old);
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate")));
}
