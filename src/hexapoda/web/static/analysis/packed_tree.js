/** A game with variations as text for the address of a page: compressed, and small enough to be sent as a link. */

/** The most characters of a packed tree: programs for messages cut longer links. */
export const MOST_PACKED = 8000;

/** @param {ReadableStream<Uint8Array>} from @param {GenericTransformStream} through */
const whole = async (from, through) =>
  new Uint8Array(
    await new Response(from.pipeThrough(/** @type {ReadableWritablePair} */ (through))).arrayBuffer(),
  );

/** @param {Uint8Array} bytes */
const streamOf = (bytes) =>
  /** @type {ReadableStream<Uint8Array>} */ (new Blob([/** @type {BlobPart} */ (bytes)]).stream());

/** What a link has of a node: not what engines and reviews said. @param {Api.NodeFields} node */
const briefly = ({ analysis, played, comments, ...node }) =>
  comments?.some((/** @type {string} */ one) => one.includes("[%review ")) ? node : { ...node, comments };

/** Pack the moves, comments and marks of a tree; null if there are too many for a link. @param {import("./game_tree.js").GameTree} tree */
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

/** The record in a packed text. Throws if it is damaged. @param {string} text */
export async function unpackTree(text) {
  const packed = Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) =>
    letter.charCodeAt(0),
  );
  return JSON.parse(
    new TextDecoder().decode(await whole(streamOf(packed), new DecompressionStream("deflate-raw"))),
  );
}
