import { duration } from "/duration.js";
import { equal, test } from "./cases.js";

test("durations are rounded up", () =>
  equal([0.2, 59, 61, 3540].map(duration), ["1 s", "59 s", "2 min", "59 min"]));

test("they are rounded before they are split", () => {
  equal([59.5, 3541, 7199, 7200, 7201].map(duration), [
    "1 min",
    "1 h 0 min",
    "2 h 0 min",
    "2 h 0 min",
    "2 h 1 min",
  ]);
});
