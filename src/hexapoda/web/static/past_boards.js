/** `PastBoards`: the earlier positions of a game in play. Positions that the page has already shown need no request. */

import { readGameRecord } from "./api.js";
import { boardReader } from "./record_boards.js";

/** @typedef {{board: Api.BoardJson, last: Api.MoveJson | null}} Past */

export class PastBoards {
  /** @param {string} id of the game */
  constructor(id) {
    this._id = id;
    /** The positions by the moves that lead to them. @type {Map<string, Past>} */
    this._known = new Map();
  }

  /** Remember a position. @param {Api.BoardJson} board @param {Api.MoveJson | null} last */
  add(board, last) {
    this._known.set(name(board.moves), { board, last });
  }

  /**
   * Return the position after the first `count` of these moves, or null if the game no longer has that position.
   * @param {string[]} moves @param {number} count @returns {Promise<Past | null>}
   */
  async find(moves, count) {
    const wanted = name(moves.slice(0, count)),
      known = this._known.get(wanted);
    if (known) return known;
    const record = await readGameRecord(this._id),
      boardOf = boardReader(record);
    for (const node of record.nodes) this.add(boardOf(node.id), node.move ?? null);
    return this._known.get(wanted) ?? null;
  }
}

/** @param {string[]} moves */
const name = (moves) => moves.join(" ");
