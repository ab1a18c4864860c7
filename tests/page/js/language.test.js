import { askForLanguage } from "/asked_language.js";
import { askedLanguage, inLanguage, language, say, textsOf, useCatalog } from "/words.js";
import { equal, test } from "./cases.js";

test("the language of the browser is spoken", () => equal(language, "en"));

test("a catalog in the language of the page takes the place of the English texts", () => {
  useCatalog("en", { one: { yes: "aye" } });
  useCatalog("de", { one: { yes: "ja" }, two: { yes: "ja" } });
  equal([textsOf("one", { yes: "yes" }), textsOf("two", { yes: "yes" })], [{ yes: "aye" }, { yes: "yes" }]);
});

test("a board says its texts in the words of the catalog, with values and their forms", () => {
  const bug = (form) => say("ant", {}, form);
  equal([say("{count} left", { count: 2 }), say("a {bug}", { bug })], ["2 left", "a ant"]);
  useCatalog("en", {
    sentences: {
      "{count} left": "noch {count}",
      "a {bug}": "eine {bug:w}",
      ant: { "": "Ameise", w: "weiße Ameise" },
    },
  });
  equal([say("{count} left", { count: 2 }), say("a {bug}", { bug })], ["noch 2", "eine weiße Ameise"]);
  equal(
    [say("ant"), say("ant", {}, "k"), say("{none} left", { none: "nothing" })],
    ["Ameise", "Ameise", "nothing left"],
  );
  useCatalog("en", {});
});

test("a language is kept for the next time; others are not", () => {
  equal(askedLanguage(), null);
  askForLanguage("de");
  equal(askedLanguage(), "de");
  askForLanguage("auto");
  equal(askedLanguage(), null);
  localStorage.setItem("hexapoda.language", "xx");
  equal(askedLanguage(), null);
});

test("the server's English stays if that is the language", () => {
  const said = { text: "White wins", translations: { de: { text: "Weiß gewinnt" } } };
  equal(inLanguage(said).text, "White wins");
});

test("the server's texts in the language of the page take the place of the English ones", async () => {
  document.documentElement.dataset.language = "de";
  try {
    const { inLanguage: inGerman } = await import("/words.js?german");
    const said = {
      seats: [{ name: "level 2", human: false, translations: { de: { name: "Stufe 2" } } }],
      sides: ["White"],
      translations: { de: { sides: ["Weiß"] } },
      headers: { translations: "a tag of a file", Event: "Open" },
      plain: "as it is",
      none: null,
    };
    equal(
      [
        inGerman(said).seats[0].name,
        said.sides,
        said.headers.Event,
        said.headers.translations,
        said.plain,
        inGerman(null),
      ],
      ["Stufe 2", ["Weiß"], "Open", "a tag of a file", "as it is", null],
    );
  } finally {
    delete document.documentElement.dataset.language;
  }
});
