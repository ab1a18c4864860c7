import { shellWord } from "/views/command_line.js";
import { equal, test } from "./cases.js";

test("plain names stay as they are", () => equal(shellWord("demo-1.toml"), "demo-1.toml"));

test("a shell takes any other text as one word", () => {
  equal(shellWord("my run.toml"), "'my run.toml'");
  equal(shellWord('a"$(x)`y`!.toml'), `'a"$(x)\`y\`!.toml'`);
  equal(shellWord("it's"), "'it'\\''s'");
});
