/**
 * The evaluation of a position, from the best source available: its result, the engine, or the file that it came from.
 *
 * @typedef {import("./game_tree.js").GameTree} GameTree
 * @typedef {{win: number | null, proven: number | null, within: number | null}} Chance `win`: the win
 *   probability of player 0; `proven`: the player with a proven win; `within`: the number of plies to that win
 */

/**
 * Return the evaluation of the current position.
 * @param {GameTree} tree @param {boolean} engine whether the engine is on @returns {Chance}
 */
export function chanceOf(tree, engine) {
  const { current } = tree,
    { player } = tree.board();
  if (current.result) {
    const { winner } = current.result,
      won = typeof winner === "number";
    return { win: won ? 1 - winner : 0.5, proven: won ? winner : null, within: null };
  }
  const best = engine ? current.search?.lines[0] : null;
  if (best)
    return chance(
      best.win,
      best.win_in,
      best.proven === null ? null : best.proven === "win" ? player : 1 - player,
    );
  const { win_in = null, win = null } = current.more.analysis ?? {};
  // A file gives `win_in` from the point of view of the player who made the move.
  const mover = current.parent ? tree.board(current.parent).player : player;
  return chance(win, win_in, win_in === null ? null : win_in > 0 ? mover : 1 - mover);
}

/** @param {number | null} win @param {number | null} within @param {number | null} proven @returns {Chance} */
const chance = (win, within, proven) => ({ win, proven, within: within === null ? null : Math.abs(within) });

/**
 * Return the sides of players 0 and 1 in a position. A swap exchanges them.
 * @param {Api.BoardJson} board @param {string[]} names of both sides @returns {string[]}
 */
export function sidesOf({ player, turn }, names) {
  const other = names.find((name) => name !== turn) ?? "";
  return player === 0 ? [turn, other] : [other, turn];
}
