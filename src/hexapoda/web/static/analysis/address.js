/**
 * The line on the board as an address that needs no server state: `#analysis=GAME&variant=..&rule.NAME=..&start=..&moves=M1;M2&at=PLY`.
 *
 * @typedef {import("./server.js").Position} Position
 */

/** @param {Position} position @param {number} at the ply that is on the board */
export function writeAddress({ game, variant, rules, start, moves }, at) {
  const address = new URLSearchParams({ analysis: game ?? "", variant: variant ?? "" });
  for (const [name, choice] of Object.entries(rules ?? {})) address.set(`rule.${name}`, choice);
  if (start) address.set("start", start);
  if (moves?.length) address.set("moves", moves.join(";"));
  address.set("at", String(at));
  return `#${address}`;
}

/** The address of the line on the board. @param {import("./game_tree.js").GameTree} tree */
export const linkOf = (tree) => writeAddress(tree.position(tree.end()), tree.current.ply);

/** What an address asks for; null if it names no position. @param {URLSearchParams} address */
export function readAddress(address) {
  const game = address.get("analysis");
  if (!game) return null;
  const rules = Object.fromEntries([...address].filter(([name]) => name.startsWith("rule.")).map(([name, choice]) => [name.slice(5), choice]));
  const moves = (address.get("moves") ?? "").split(";").map((move) => move.trim()).filter(Boolean);
  const at = address.has("at") ? Number(address.get("at")) : moves.length;
  return {
    position: { game, ...(address.get("variant") ? { variant: address.get("variant") ?? "" } : {}), rules, start: address.get("start"), moves },
    at: Number.isInteger(at) ? Math.min(Math.max(0, at), moves.length) : moves.length,
  };
}
