import { askForLanguage, askedLanguage, choose, language } from "/words.js";
import { equal, test } from "./cases.js";

test("the language of the browser is spoken", () => {
  equal([language, choose({ en: "yes", de: "ja" })], ["en", "yes"]);
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
