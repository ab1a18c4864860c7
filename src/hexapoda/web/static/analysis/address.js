/**
 * The address of an analysis: `#analysis=GAME&variant=..&rule.NAME=..&start=..&moves=M1;M2`, then the source of the
 * whole game, such as `&kept=12`, and `&at=PLY`. The line needs no data on the server; only the source has the
 * variations.
 *
 * @typedef {Api.PositionFields} Position
 * @typedef {Record<string, string>} Source where the game with its variations is stored; empty if there is only the
 *   address
 */

/**
 * The keys of sources: an analysis, a library game, a match and the number of one of its games, a game played on this
 * server, a review, or a tree packed into the address.
 */
const SOURCES = ["kept", "stored", "match", "number", "game-id", "review", "tree"];

/**
 * Return an address, with its `#`.
 * @param {Position} position @param {number} at the ply on the board @param {Source} [source]
 */
export function writeAddress({ game, variant, rules, start, moves }, at, source = {}) {
  const address = new URLSearchParams({ analysis: game ?? "", variant: variant ?? "" });
  for (const [name, choice] of Object.entries(rules ?? {})) address.set(`rule.${name}`, choice);
  if (start) address.set("start", start);
  if (moves?.length) address.set("moves", moves.join(";"));
  for (const [name, value] of Object.entries(source)) address.set(name, value);
  address.set("at", String(at));
  return `#${address}`;
}

/** Return the address of the current line. @param {import("./game_tree.js").GameTree} tree @param {Source} [source] */
export const linkOf = (tree, source) => writeAddress(tree.position(tree.end()), tree.current.ply, source);

/** Return the source that an address names. @param {URLSearchParams} address @returns {Source} */
export const sourceOf = (address) =>
  Object.fromEntries(
    SOURCES.filter((name) => address.get(name)).map((name) => [name, address.get(name) ?? ""]),
  );

/**
 * Return the position and the ply that an address asks for, or null if it names no game.
 * @param {URLSearchParams} address
 */
export function readAddress(address) {
  const game = address.get("analysis");
  if (!game) return null;
  const rules = Object.fromEntries(
    [...address]
      .filter(([name]) => name.startsWith("rule."))
      .map(([name, choice]) => [name.slice(5), choice]),
  );
  const moves = (address.get("moves") ?? "")
    .split(";")
    .map((move) => move.trim())
    .filter(Boolean);
  const at = address.has("at") ? Number(address.get("at")) : moves.length;
  return {
    position: {
      game,
      ...(address.get("variant") ? { variant: address.get("variant") ?? "" } : {}),
      rules,
      start: address.get("start"),
      moves,
    },
    at: Number.isInteger(at) ? Math.min(Math.max(0, at), moves.length) : moves.length,
  };
}
