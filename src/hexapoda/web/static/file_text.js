// @ts-check
/**
 * The text of a file that the user has chosen. As in `hexapoda.files.game_file.decode`, the encoding is given by
 * the byte order mark or by `CA[]` in an SGF file. Otherwise, it is UTF-8, or Windows-1252 if the text is not valid
 * UTF-8.
 */

const HEAD = 4096;
const MARKS = /** @type {const} */ ([
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
]);

/** @param {Blob} file @returns {Promise<string>} */
export async function fileText(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const mark = MARKS.find(([, signs]) => signs.every((sign, index) => bytes[index] === sign));
  if (mark) return new TextDecoder(mark[0]).decode(bytes);
  const named = namedEncoding(bytes);
  if (named) return named.decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/**
 * Return the decoder for the encoding that an SGF file names, or null.
 * @param {Uint8Array} bytes @returns {TextDecoder | null}
 */
function namedEncoding(bytes) {
  const head = new TextDecoder("windows-1252").decode(bytes.subarray(0, HEAD));
  const found = /\(\s*;/.test(head) ? /\bCA\s*\[\s*([\w.:-]{1,40})\s*\]/.exec(head) : null;
  if (!found) return null;
  try {
    return new TextDecoder(found[1]);
  } catch {
    return null; // the browser does not know the name
  }
}
