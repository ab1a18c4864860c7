// The boards of a record. To keep long games small, a node stores only the differences from the board of its parent.
// This module reconstructs the boards on demand.

/**
 * Return a function that returns the board of a node, and throws `RangeError` if there is no such node. The boards
 * share data, so callers must not modify them.
 * @param {Pick<Api.RecordJson, "nodes">} record nodes may be added to it later
 * @returns {(id: number) => Api.BoardJson}
 */
export function boardReader(record) {
  /** @type {Map<number, Api.BoardJson>} */
  const known = new Map();
  /** @type {Map<number, Api.NodeJson>} */
  const nodes = new Map();
  return (id) => {
    const path = [];
    let at = id;
    while (!known.has(at)) {
      const node = nodes.get(at) ?? index(record, nodes, at);
      path.push(node);
      if (node.board) break;
      at = /** @type {number} */ (node.parent);
    }
    let board = /** @type {Api.BoardJson} */ (known.get(at));
    for (const node of path.reverse()) {
      board = node.board ?? after(board, node);
      known.set(node.id, board);
    }
    return board;
  };
}

/**
 * @param {Pick<Api.RecordJson, "nodes">} record
 * @param {Map<number, Api.NodeJson>} nodes
 * @param {number} id
 */
function index(record, nodes, id) {
  for (const node of record.nodes) nodes.set(node.id, node);
  const found = nodes.get(id);
  if (!found) throw new RangeError(`the record has no node ${id}`);
  return found;
}

/**
 * @param {Api.BoardJson} board
 * @param {Api.NodeJson} node
 */
function after(board, node) {
  /** A board as JSON; only the game's own board element interprets its properties. @type {any} */
  const next = { ...board, moves: [...board.moves, node.move?.move ?? ""], text: "" };
  for (const [path, ...edit] of node.change ?? []) {
    let part = next;
    for (const key of path.slice(0, -1)) part = part[key] = { ...part[key] };
    const last = path[path.length - 1];
    part[last] = edit.length === 1 ? edit[0] : edited(part[last], edit[0], edit[1]);
  }
  return next;
}

/**
 * @param {Api.JsonValue[]} list
 * @param {number[]} cut the indexes of the items to remove
 * @param {[number, Api.JsonValue][]} put the items to insert after the removal, in ascending order of index
 */
function edited(list, cut, put) {
  const gone = new Set(cut);
  const items = list.filter((_, at) => !gone.has(at));
  for (const [at, item] of put) items.splice(at, 0, item);
  return items;
}
