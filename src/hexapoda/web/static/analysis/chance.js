/**
 * How good a position is, from the best source there is: its result, the engine, or the file that it came from.
 *
 * @typedef {import("./game_tree.js").GameTree} GameTree
 * @typedef {{win: number | null, proven: number | null, within: number | null}} Chance `win` of player 0; `proven`: the
 *   player who wins for sure; `within`: in how many plies
 */

/** The chances in the position on the board. @param {GameTree} tree @param {boolean} engine whether the engine is on @returns {Chance} */
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
  // What a file says about a move is said for the player who made it.
  const mover = current.parent ? tree.board(current.parent).player : player;
  return chance(win, win_in, win_in === null ? null : win_in > 0 ? mover : 1 - mover);
}

/** @param {number | null} win @param {number | null} within @param {number | null} proven @returns {Chance} */
const chance = (win, within, proven) => ({ win, proven, within: within === null ? null : Math.abs(within) });

/** The names of the sides of players 0 and 1 now: after a swap they differ from the start. @param {Api.BoardJson} board @param {string[]} names @returns {string[]} */
export function sidesOf({ player, turn }, names) {
  const other = names.find((name) => name !== turn) ?? "";
  return player === 0 ? [turn, other] : [other, turn];
}
