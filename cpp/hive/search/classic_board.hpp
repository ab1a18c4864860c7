// Hive as the engines `classic` and `expectimax` see it: moves before placements, few first placements, and a queen
// with five neighbours as a reason to look further.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "hive/evaluate/classic_evaluation.hpp"
#include "hive/search/plain_board.hpp"

namespace hexapoda::hive {

class ClassicBoard : public PlainBoard {
 public:
  using PlainBoard::PlainBoard;

  // Walks, throws, placements. On a side's first turn only spider, grasshopper and beetle are placed, on its second
  // only ant and grasshopper, as long as that leaves a move.
  int generate(Move* out) const;
  // The same list, in an order by chance within moves and within placements.
  std::vector<Move> roots(std::uint64_t seed) const;
  int evaluate() const { return classic_evaluate(position()); }
  bool unsettled() const {
    return std::popcount(position().neighbors_of_queen(0)) == 5 || std::popcount(position().neighbors_of_queen(1)) == 5;
  }
};

}  // namespace hexapoda::hive
