// A playout of Hive: a limited number of random moves, all equally likely, then an evaluation.
#pragma once

#include "hive/search/plain_board.hpp"
#include "search/budget.hpp"
#include "search/random.hpp"

namespace hexapoda::hive {

class RandomPlayout {
 public:
  explicit RandomPlayout(int plies) : plies_(plies) {}

  // 1 won, 0.5 drawn, 0 lost for the side to move; for an unfinished game, the logistic function of its classic
  // evaluation. The board is restored.
  double operator()(PlainBoard& board, search::Random& random, search::Budget& budget) const;

 private:
  int plies_;
};

}  // namespace hexapoda::hive
