import { render } from "/vendor/lit/lit.js";
import { iterationTable } from "/views/run_tables.js";
import { equal, test } from "./cases.js";

/** The cells of the row of an iteration. */
function cells(more) {
  const one = {
    iteration: 1,
    games: 2,
    decisive: 1,
    plies: 9,
    policy_loss: 1,
    value_loss: 1,
    positions: 10,
    self_play_seconds: 18_000,
    learning_seconds: 1,
    games_per_hour: 0.4,
    positions_per_second: 0.02,
    shown: "run:a:self-play-00001",
    shown_games: 2,
    ...more,
  };
  const place = document.createElement("div");
  render(iterationTable({ iterations: [one] }, 8), place);
  return [...place.querySelectorAll("td")];
}
const pace = (row) => row.slice(-2).map((cell) => cell.textContent);

test("a slow pace is not 0", () => equal(pace(cells({})), ["0.40", "0.02"]));

test("a fast pace has no decimals, an unknown one a dash", () =>
  equal(pace(cells({ games_per_hour: 28_800, positions_per_second: null })), ["28,800", "–"]));

test("there are as many links as the server has games", () => {
  equal(cells({})[0].querySelectorAll("a").length, 2);
  equal(cells({ games: 20, shown_games: 7 })[0].querySelectorAll("a").length, 7);
});

test("a time that was measured is not rounded up", () => {
  const learned = (value) => cells({ learning_seconds: value }).at(-3).textContent;
  equal([99, 124.2, 5999].map(learned), ["99.0 s", "2.1 min", "100.0 min"]);
});
