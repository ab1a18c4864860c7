/** The catalogues of texts. Here `words.js` is replaced by one that gives all languages at once. */

import { catalogues } from "./catalogues.js";
import { equal, test } from "./cases.js";

/** What there is in a catalogue: each key with the kind of its value. Tables of translations may be empty in one language. */
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

for (const path of catalogues) {
  test(`${path} says the same things in every language`, async () => {
    const { words } = await import(path),
      languages = Object.keys(words);
    equal(languages.includes("en") && languages.includes("de") && languages.length, 2);
    const own = languages.map((language) =>
      kinds(words[language], words[languages[0] === language ? languages[1] : languages[0]], "", new Map()),
    );
    for (const [at, kind] of own[0]) equal(own[1].get(at), kind, `${languages[1]}${at}`);
    for (const [at, kind] of own[1]) equal(own[0].get(at), kind, `${languages[0]}${at}`);
  });

  test(`${path} has no unfinished text, and none that is empty in one language only`, async () => {
    const { words } = await import(path),
      all = new Map(texts(words, ""));
    for (const [at, text] of all) {
      const other = all.get(at.startsWith(".en.") ? at.replace(".en.", ".de.") : at.replace(".de.", ".en."));
      if (/TODO|XXX|undefined|\s{2}/.test(text) || (!text && other))
        throw new Error(`${at} is ${JSON.stringify(text)}`);
    }
  });
}

test("there are catalogues", () => equal(catalogues.length > 8, true));
