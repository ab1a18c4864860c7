import { soon } from "/views/practice_progress.js";
import { equal, test } from "./cases.js";

const MINUTE = 60,
  DAY = 86_400;

test("when an exercise comes back is said in the unit that fits", () => {
  equal(
    [0, 20, 10 * MINUTE, 80 * MINUTE, 5 * 3600, 30 * 3600, 2 * DAY, 20 * DAY, 90 * DAY, 365 * DAY].map(
      (left) => soon(1000 + left, 1000),
    ),
    [
      "in 1 minute",
      "in 1 minute",
      "in 10 minutes",
      "in 80 minutes",
      "in 5 hours",
      "in 30 hours",
      "in 2 days",
      "in 20 days",
      "in 3 months",
      "in 12 months",
    ],
  );
});

test("what is late is due at once", () => {
  equal(soon(900, 1000), "in 1 minute");
});
