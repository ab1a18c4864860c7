import { addTexts, askForLanguage, askedLanguage, choose, inLanguage, language, textsOf } from "/words.js";
import { equal, test } from "./cases.js";

test("the language of the browser is spoken", () => {
  equal([language, choose({ en: "yes", de: "ja" })], ["en", "yes"]);
});

test("a catalog in the language of the page takes the place of the English texts", () => {
  addTexts("en", { one: { yes: "aye" } });
  addTexts("de", { two: { yes: "ja" } });
  equal([textsOf("one", { yes: "yes" }), textsOf("two", { yes: "yes" })], [{ yes: "aye" }, { yes: "yes" }]);
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
  const said = { text: "White wins", de: { text: "Weiß gewinnt" } };
  equal(inLanguage(said).text, "White wins");
});

test("the server's texts in the language of the page take the place of the English ones", async () => {
  document.documentElement.dataset.language = "de";
  try {
    const { inLanguage: inGerman } = await import("/words.js?german");
    const said = {
      seats: [{ name: "level 2", human: false, de: { name: "Stufe 2" } }],
      sides: ["White"],
      de: { sides: ["Weiß"] },
      headers: { de: "a tag of a file", Event: "Open" },
      plain: "as it is",
      none: null,
    };
    equal(
      [
        inGerman(said).seats[0].name,
        said.sides,
        said.headers.Event,
        said.headers.de,
        said.plain,
        inGerman(null),
      ],
      ["Stufe 2", ["Weiß"], "Open", "a tag of a file", "as it is", null],
    );
  } finally {
    delete document.documentElement.dataset.language;
  }
});
