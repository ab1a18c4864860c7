// A playout of Hive: a limited number of uniformly random moves, then an evaluation.
#pragma once

#include "hive/search/plain_board.hpp"
#include "search/budget.hpp"
#include "search/random.hpp"

namespace hexapoda::hive {

class RandomPlayout {
 public:
  explicit RandomPlayout(int plies) : plies_(plies) {}

  // Returns 1, 0.5 or 0 for a win, draw or loss of the side to move at the start, or the logistic function of the
  // classic evaluation if the game is not over after the last move. Restores the board.
  double operator()(PlainBoard& board, search::Random& random, search::Budget& budget) const;

 private:
  int plies_;
};

}  // namespace hexapoda::hive
