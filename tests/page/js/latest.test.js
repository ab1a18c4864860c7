import { Latest } from "/latest.js";
import { equal, test } from "./cases.js";

test("only the latest question is answered", () => {
  const latest = new Latest(),
    first = latest.begin(),
    second = latest.begin();
  equal([first(), second()], [false, true]);
});

test("a question about what is shown is out of date once something new begins", () => {
  const latest = new Latest(),
    begun = latest.begin(),
    shown = latest.current();
  equal([begun(), shown()], [true, true]);
  latest.begin();
  equal([begun(), shown()], [false, false]);
});
