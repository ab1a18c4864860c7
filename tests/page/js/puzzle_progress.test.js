import { filtered, levelOf, nextPuzzle, readProgress, recordAttempt, stateOf } from "/puzzle_progress.js";
import { equal, near, test } from "./cases.js";

const DAY = 86_400_000,
  NOW = 1_000 * DAY;
const puzzle = (id, grade = 3, length = 3, game = "hive") => ({
  id,
  game,
  variant: "Base",
  player: 0,
  side: "White",
  length,
  grade,
});

test("without a past there is a first level", () => {
  equal(readProgress(), { level: {}, streak: 0, cards: {} });
  equal([levelOf(readProgress(), "hive"), stateOf(readProgress(), "a")], [3, "new"]);
});

test("what is kept is read again", () => {
  recordAttempt(puzzle("a"), true, NOW);
  const { cards, streak } = readProgress();
  equal([cards.a, streak], [{ box: 1, due: NOW + DAY, solved: 1, failed: 0 }, 1]);
});

test("damaged storage counts as none", () => {
  for (const text of ["{", "null", "7", '{"level": 3, "cards": {}}', '{"cards": {}}']) {
    localStorage.setItem("hexapoda.puzzles", text);
    equal(readProgress(), { level: {}, streak: 0, cards: {} }, text);
  }
});

test("a solved puzzle comes back later each time, a failed one soon", () => {
  const pauses = [];
  for (let k = 0; k < 7; k += 1) pauses.push(recordAttempt(puzzle("a"), true, NOW).cards.a.due - NOW);
  equal(
    pauses.map((pause) => pause / DAY),
    [1, 3, 7, 21, 60, 60, 60],
  );
  const after = recordAttempt(puzzle("a"), false, NOW);
  equal(
    [after.cards.a, after.streak, stateOf(after, "a")],
    [{ box: 0, due: NOW + 600_000, solved: 7, failed: 1 }, 0, "failed"],
  );
  equal(stateOf(recordAttempt(puzzle("a"), true, NOW), "a"), "solved");
});

test("the level moves more for a surprise, and each game has its own", () => {
  const own = levelOf(recordAttempt(puzzle("a", 3), true, NOW), "hive");
  near(own, 3.3); // as likely as not
  localStorage.clear();
  const hard = levelOf(recordAttempt(puzzle("b", 9), true, NOW), "hive");
  equal(hard > own && hard < 3.6 + 1e-9, true);
  localStorage.clear();
  const easy = levelOf(recordAttempt(puzzle("c", 1), true, NOW), "hive");
  equal(easy < own && easy > 3, true);
  equal(levelOf(readProgress(), "hex"), 3);
});

test("levels stay between 1 and 10", () => {
  for (let k = 0; k < 60; k += 1) recordAttempt(puzzle("a", 1), false, NOW);
  equal(levelOf(readProgress(), "hive"), 1);
  for (let k = 0; k < 200; k += 1) recordAttempt(puzzle("a", 10), true, NOW);
  equal(levelOf(readProgress(), "hive"), 10);
});

test("filters", () => {
  const all = [
    { ...puzzle("a", 1, 3), themes: ["pin", "race"] },
    { ...puzzle("b", 5, 5), themes: ["pin"], variant: "Base+P" },
    { ...puzzle("c", 9, 3), themes: [] },
  ];
  const ids = (filter) =>
    filtered(all, { theme: "", variant: "", length: 0, ...filter })
      .map((one) => one.id)
      .join("");
  equal(
    [
      ids({ length: 0, difficulty: "all" }),
      ids({ length: 3, difficulty: "all" }),
      ids({ length: 0, difficulty: "easy" }),
      ids({ length: 0, difficulty: "medium" }),
      ids({ length: 3, difficulty: "hard" }),
      ids({ length: 0, difficulty: "?" }),
      ids({ theme: "pin", difficulty: "all" }),
      ids({ theme: "race", length: 3, difficulty: "all" }),
      ids({ variant: "Base+P", difficulty: "all" }),
      ids({ variant: "Base", theme: "pin", difficulty: "hard" }),
    ],
    ["abc", "ac", "a", "b", "c", "abc", "ab", "a", "b", ""],
  );
});

test("next is one that is due, the longest waiting first", () => {
  recordAttempt(puzzle("a"), true, NOW - 3 * DAY);
  recordAttempt(puzzle("b"), true, NOW - 5 * DAY);
  recordAttempt(puzzle("c"), true, NOW);
  const all = ["a", "b", "c", "d"].map((id) => puzzle(id));
  equal(nextPuzzle(all, readProgress(), null, NOW).id, "b");
  equal(nextPuzzle(all, readProgress(), "b", NOW).id, "a");
});

test("else a new one near the level, the shorter of two", () => {
  recordAttempt(puzzle("a"), true, NOW); // the level is 3.3 now
  const all = [puzzle("a"), puzzle("b", 9), puzzle("c", 3, 7), puzzle("d", 3, 5), puzzle("e", 1)];
  equal(nextPuzzle(all, readProgress(), null, NOW).id, "d");
});

test("else the one that is due first; the shown one only if there is no other", () => {
  recordAttempt(puzzle("a"), true, NOW);
  recordAttempt(puzzle("b"), false, NOW);
  const all = [puzzle("a"), puzzle("b")];
  equal(
    [nextPuzzle(all, readProgress(), null, NOW).id, nextPuzzle(all, readProgress(), "b", NOW).id],
    ["b", "a"],
  );
  equal(
    [nextPuzzle([puzzle("a")], readProgress(), "a", NOW).id, nextPuzzle([], readProgress(), null, NOW)],
    ["a", null],
  );
});
