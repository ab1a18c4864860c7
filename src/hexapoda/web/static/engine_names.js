/**
 * What people call engines: `Level 2` for `alphabeta:level=2`, the strongest engine of a game with a level and at most a seed.
 * Every other engine keeps its name.
 */

import { words } from "./words/steps.js";

/** The strongest engine of each game. @type {Map<string, string>} */
const STRONGEST = new Map();
/** What people write for a part of a level. @type {Record<string, string>} */
const PARTS = { 25: "¼", 5: "½", 75: "¾" };
const LEVEL = /^(\w+)(?::level=| level )(\d+)(?:\.(25|5|75))?(?:,seed=\d+)?$/;

/** @param {{name: string, default_engine: string}[]} games */
export function learnEngines(games) {
  for (const { name, default_engine } of games) STRONGEST.set(name, default_engine);
}

/** @param {string} text the name or the text of an engine; other names stay @param {string} game */
export function engineName(text, game) {
  const [, engine, level, part] = LEVEL.exec(text) ?? [];
  return engine && engine === STRONGEST.get(game) ? words.level(`${level}${PARTS[part] ?? ""}`) : text;
}

/**
 * The same data with the names that people use for some engines, also inside sentences. Two engines never get one name.
 * @template T @param {T} data as the server sent it; its settings stay @param {string[]} texts @param {string} game @returns {T}
 */
export function withEngineNames(data, texts, game) {
  const names = texts.map((text) => engineName(text, game)),
    pairs = texts
      .map((text, k) => /** @type {const} */ ([text, names[k]]))
      .filter(([text, name]) => text !== name && names.filter((one) => one === name).length === 1)
      .sort(([one], [other]) => other.length - one.length);
  return pairs.length ? /** @type {typeof data} */ (renamed(data, pairs)) : data;
}

/** @param {unknown} data @param {(readonly [string, string])[]} pairs @returns {unknown} */
function renamed(data, pairs) {
  if (typeof data === "string")
    return pairs.reduce(
      (text, [from, to]) => text.replaceAll(new RegExp(`${escaped(from)}(?![\\w,:=]|\\.\\d)`, "g"), to),
      data,
    );
  if (Array.isArray(data)) return data.map((one) => renamed(one, pairs));
  if (!data || typeof data !== "object") return data;
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [
      pairs.find(([text]) => text === key)?.[1] ?? key,
      key === "settings" ? value : renamed(value, pairs),
    ]),
  );
}

/** @param {string} text */
const escaped = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
