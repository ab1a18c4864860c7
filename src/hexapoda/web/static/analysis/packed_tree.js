/** A game with variations as compressed text, short enough for a link. */

/** The maximum length of a packed tree: messaging programs truncate longer links. */
export const MOST_PACKED = 8000;

/** @param {ReadableStream<Uint8Array>} from @param {GenericTransformStream} through */
const whole = async (from, through) =>
  new Uint8Array(
    await new Response(from.pipeThrough(/** @type {ReadableWritablePair} */ (through))).arrayBuffer(),
  );

/** @param {Uint8Array} bytes */
const streamOf = (bytes) =>
  /** @type {ReadableStream<Uint8Array>} */ (new Blob([/** @type {BlobPart} */ (bytes)]).stream());

/** Return a node without the data of engines and reviews. @param {Api.NodeFields} node */
const briefly = ({ analysis, played, comments, ...node }) =>
  comments?.some((/** @type {string} */ one) => one.includes("[%review ")) ? node : { ...node, comments };

/**
 * Pack the moves, comments and marks of a tree. Return null if the text is too long for a link.
 * @param {import("./game_tree.js").GameTree} tree
 */
export async function packTree(tree) {
  const record = tree.toRecord(),
    nodes = record.nodes.map(briefly);
  const packed = await whole(
    streamOf(new TextEncoder().encode(JSON.stringify({ ...record, nodes }))),
    new CompressionStream("deflate-raw"),
  );
  if (packed.length > MOST_PACKED) return null;
  const text = btoa(String.fromCharCode(...packed))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
  return text.length > MOST_PACKED ? null : text;
}

/** Return the record in packed text. Throws if the text is damaged. @param {string} text */
export async function unpackTree(text) {
  const packed = Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) =>
    letter.charCodeAt(0),
  );
  return JSON.parse(
    new TextDecoder().decode(await whole(streamOf(packed), new DecompressionStream("deflate-raw"))),
  );
}
