/** The texts of the page and of the games. Here `words.js` is replaced by one that gives all languages at once. */

import { catalogs } from "/words.js";
import { games, parts, translations } from "./catalogs.js";
import { equal, test } from "./cases.js";

/** What there is in a catalog: each key with the kind of its value. Tables of translations may be empty in one language. */
function kinds(value, other, path, found) {
  for (const [name, one] of Object.entries(value)) {
    const at = `${path}.${name}`,
      counterpart = other?.[name];
    found.set(at, Array.isArray(one) ? `list of ${one.length}` : typeof one);
    if (!one || typeof one !== "object" || Array.isArray(one)) continue;
    if (Object.keys(one).length && counterpart && Object.keys(counterpart).length)
      kinds(one, counterpart, at, found);
  }
  return found;
}

/** The texts in a value, with their places. */
function* texts(value, path) {
  if (typeof value === "string") yield [path, value];
  else if (value && typeof value === "object")
    for (const [name, one] of Object.entries(value)) yield* texts(one, `${path}.${name}`);
}

/** Add the cases of one catalog: its texts by language, which are loaded when they run. */
function compare(name, load) {
  test(`${name} says the same things in every language`, async () => {
    const { en, ...others } = await load();
    equal(Object.keys(others), ["de"]);
    for (const [language, texts] of Object.entries(others)) {
      const [own, other] = [kinds(en, texts, "", new Map()), kinds(texts, en, "", new Map())];
      for (const [at, kind] of own) equal(other.get(at), kind, `${language}${at}`);
      for (const [at, kind] of other) equal(own.get(at), kind, `en${at}`);
    }
  });

  test(`${name} has no unfinished text, and none that is empty in one language only`, async () => {
    const all = new Map(texts(await load(), ""));
    for (const [at, text] of all) {
      const other = all.get(at.startsWith(".en.") ? at.replace(".en.", ".de.") : at.replace(".de.", ".en."));
      if (/TODO|XXX|undefined|\s{2}/.test(text) || (!text && other))
        throw new Error(`${at} is ${JSON.stringify(text)}`);
    }
  });
}

/** A part of the page's texts in all languages. */
async function allTexts(part) {
  await Promise.all(translations.map((path) => import(`/${path}`)));
  const { words } = await import(`/words/${part}.js`);
  return {
    en: words,
    ...Object.fromEntries(Object.entries(catalogs).map(([language, known]) => [language, known[part]])),
  };
}

for (const part of parts) compare(part, () => allTexts(part));
for (const path of games) compare(path, async () => (await import(path)).words);

test("there are catalogs", () => equal(parts.length > 8 && translations.length > 2, true));
