import { engineName, isolated } from "/engine_names.js";
import { ownReviews, noteSide } from "/own_reviews.js";
import { playerName } from "/views/player_name.js";
import { equal, test } from "./cases.js";

test("a name that is written from right to left does not move what stands beside it", () => {
  equal(isolated("Ann"), "Ann");
  equal(engineName("דני", "hive"), "\u2068דני\u2069");
  equal(isolated("\u202eBen"), "\u2068Ben\u2069");
});

test("the library's name for its owner is translated", () => {
  equal(playerName("you", 0, undefined), "You");
});

test("a review that was not opened yet is listed with what is known of its game", () => {
  localStorage.clear();
  noteSide("a", 1, { game: "hex", variant: "5x5", names: ["you", "rave"] });
  noteSide("a", 0); // known already
  equal(
    ownReviews().map(({ id, player, variant, names }) => [id, player, variant, names]),
    [["a", 1, "5x5", ["you", "rave"]]],
  );
  localStorage.clear();
});
