/**
 * What the analysis shows as an address: `#analysis=GAME&variant=..&rule.NAME=..&start=..&moves=M1;M2&at=PLY`, and after it
 * where the whole game is, such as `&kept=12`. The line alone needs no server state; the source has the variations.
 *
 * @typedef {Api.PositionFields} Position
 * @typedef {Record<string, string>} Source where a game with its variations is; empty if only the address has it
 */

/** The sources: an analysis, a game of the library, of a match, of this server, a review, or a tree in the address itself. */
const SOURCES = ["kept", "stored", "match", "number", "game-id", "review", "tree"];

/** @param {Position} position @param {number} at the ply that is on the board @param {Source} [source] */
export function writeAddress({ game, variant, rules, start, moves }, at, source = {}) {
  const address = new URLSearchParams({ analysis: game ?? "", variant: variant ?? "" });
  for (const [name, choice] of Object.entries(rules ?? {})) address.set(`rule.${name}`, choice);
  if (start) address.set("start", start);
  if (moves?.length) address.set("moves", moves.join(";"));
  for (const [name, value] of Object.entries(source)) address.set(name, value);
  address.set("at", String(at));
  return `#${address}`;
}

/** The address of the line on the board. @param {import("./game_tree.js").GameTree} tree @param {Source} [source] */
export const linkOf = (tree, source) => writeAddress(tree.position(tree.end()), tree.current.ply, source);

/** The source that an address names. @param {URLSearchParams} address @returns {Source} */
export const sourceOf = (address) =>
  Object.fromEntries(
    SOURCES.filter((name) => address.get(name)).map((name) => [name, address.get(name) ?? ""]),
  );

/** What an address asks for; null if it names no position. @param {URLSearchParams} address */
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
