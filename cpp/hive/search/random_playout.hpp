// A playout of Hive: random moves, all equally likely, up to a bounded number, then a guess at who stands better.
#pragma once

#include "hive/search/plain_board.hpp"
#include "search/budget.hpp"
#include "search/random.hpp"

namespace hexapoda::hive {

class RandomPlayout {
 public:
  explicit RandomPlayout(int plies) : plies_(plies) {}

  // 1 won, 0.5 drawn, 0 lost for the side to move; of a game that is cut off, the logistic function of its classic
  // evaluation. The board is as it was when this returns.
  double operator()(PlainBoard& board, search::Random& random, search::Budget& budget) const;

 private:
  int plies_;
};

}  // namespace hexapoda::hive
