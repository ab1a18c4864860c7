/** The texts of the page in every language. */

import { languages, parts } from "./catalogs.js";
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

/** The name of a part in a catalog: `winGraph` for `win_graph`. */
const nameOf = (part) => part.replace(/_./g, ([, letter]) => letter.toUpperCase());

for (const language of languages) {
  test(`${language} has the parts of the page, and the sentences of boards`, async () => {
    const known = Object.keys(await import(`/words/${language}.js`));
    equal(known.sort(), [...parts.map(nameOf), "sentences"].sort());
  });

  for (const part of parts) {
    const load = async () => [
      (await import(`/words/${part}.js`)).words,
      (await import(`/words/${language}.js`))[nameOf(part)],
    ];

    test(`${part} says the same things in ${language}`, async () => {
      const [english, texts] = await load();
      const [own, other] = [kinds(english, texts, "", new Map()), kinds(texts, english, "", new Map())];
      for (const [at, kind] of own) equal(other.get(at), kind, `${language}${at}`);
      for (const [at, kind] of other) equal(own.get(at), kind, `en${at}`);
    });

    test(`${part} has no unfinished text in ${language}, and none that is empty there only`, async () => {
      const [english, translated] = (await load()).map((all) => new Map(texts(all, "")));
      for (const [all, other] of [
        [english, translated],
        [translated, english],
      ])
        for (const [at, text] of all)
          if (/TODO|XXX|undefined|\s{2}/.test(text) || (!text && other.get(at)))
            throw new Error(`${at} is ${JSON.stringify(text)}`);
    });
  }
}

test("there are catalogs", () => equal(parts.length > 8 && languages.length > 0, true));
