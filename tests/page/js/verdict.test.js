import { verdictOf } from "/views/judgment_card.js";
import { equal, test } from "./cases.js";

/** The verdict on a tried move with this loss, instead of a mistake. */
function verdict(judgment, loss, played = { judgment: "blunder", win_probability_loss: 0.3 }) {
  const { good, text } = verdictOf({ move: "b2", judgment, same: false, win_probability_loss: loss }, played);
  return [good, text.slice(4)];
}
const points = (count) => `lowers your winning chances by ${count} percentage points`;

test("a tried move is compared with the move of the game", () => {
  equal(verdict("mistake", 0.12), [
    false,
    `better than the move of the game, but not the best. It ${points(12)}, the move of the game by 30.`,
  ]);
  equal(verdict("blunder", 0.31), [false, `not better. It ${points(31)}.`]);
  equal(verdict("allowed win", 0.1), [false, "still loses by force."]);
});

test("after a move that lost by force, a move that does not is better, whatever it costs", () => {
  equal(verdict("blunder", 0.4, { judgment: "allowed win", win_probability_loss: 0.3 }), [
    false,
    `better, because no forced loss was found after it. But it ${points(40)}.`,
  ]);
});
