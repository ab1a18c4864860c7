// Hive as a Board for the engines `classic` and `expectimax`: walks and throws are generated before placements, the
// placements of the first two turns are limited, and a queen with five neighbors extends the search.
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

  // Generates walks, then throws, then placements. On its first turn a side places only a spider, grasshopper or
  // beetle, on its second only an ant or grasshopper, if that leaves a move.
  int generate(Move* out) const;
  // The same list, shuffled, but with all placements still at the end.
  std::vector<Move> roots(std::uint64_t seed) const;
  int evaluate() const { return classic_evaluate(position()); }
  bool unsettled() const {
    return std::popcount(position().neighbors_of_queen(0)) == 5 || std::popcount(position().neighbors_of_queen(1)) == 5;
  }
};

}  // namespace hexapoda::hive
