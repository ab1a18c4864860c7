import { Pace, reducedMotion } from "/boards/motion.js";
import { equal, test } from "./cases.js";

/** Whether pieces glide at these times, where motion is welcome. */
function glides(...times) {
  const own = Object.getOwnPropertyDescriptor(MediaQueryList.prototype, "matches"),
    pace = new Pace();
  Object.defineProperty(MediaQueryList.prototype, "matches", { ...own, get: () => false });
  try {
    return times.map((time) => pace.step(time));
  } finally {
    Object.defineProperty(MediaQueryList.prototype, "matches", own);
  }
}

test("pieces glide when there is time", () => equal(glides(0, 1000, 2000), [true, true, true]));

test("a quick reply glides too", () => equal(glides(0, 100, 1000, 1100), [true, true, true, true]));

test("they do not while somebody hurries", () =>
  equal(glides(0, 100, 200, 300, 1000, 1100, 1200), [true, true, false, false, true, true, false]));

test("who wants no motion gets none", () => equal([reducedMotion(), new Pace().step(0)], [true, false]));
