/**
 * The names of engines for users: `Level 2` for `alphabeta:level=2`, if `alphabeta` is the strongest engine of the game
 * and has no options other than a level and a seed. All other engines keep their names.
 */

import { words } from "./words/steps.js";

/** The strongest engine of each game. @type {Map<string, string>} */
const STRONGEST = new Map();
/** How fractions of a level are shown, by their decimals. @type {Record<string, string>} */
const PARTS = { 25: "¼", 5: "½", 75: "¾" };
/** Letters that are written from right to left, and invisible characters that set a direction. */
const BACKWARD = /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/;
const LEVEL = /^(\w+)(?::level=| level )(\d+)(?:\.(25|5|75))?(?:,seed=\d+)?$/;

/** @param {{name: string, default_engine: string}[]} games */
export function learnEngines(games) {
  for (const { name, default_engine } of games) STRONGEST.set(name, default_engine);
}

/** Return a name that does not change the direction of the text around it. @param {string} name */
export const isolated = (name) =>
  BACKWARD.test(name) ? `\u2068${name.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, "")}\u2069` : name;

/**
 * Return the name of an engine or a person for users.
 * @param {string} text the name or the text of an engine @param {string} game
 */
export function engineName(text, game) {
  const [, engine, level, part] = LEVEL.exec(text) ?? [];
  return engine && engine === STRONGEST.get(game)
    ? words.level(`${level}${PARTS[part] ?? ""}`)
    : isolated(text);
}

/**
 * Return the data with the engines named as users see them, even inside sentences. A name that two engines would share
 * is not used.
 * @template T @param {T} data from the server; its `settings` are not changed @param {string[]} texts of the engines
 *   @param {string} game @returns {T}
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
