// What a plain search has found out so far.
#pragma once

#include <vector>

namespace hexapoda::search {

// For the side to move.
template <class Move>
struct SearchLine {
  double score = 0;
  int end_in = 0;           // plies to a proven win, or minus those to a proven loss; 0 when nothing is proven
  int selective_depth = 0;  // plies of the longest line looked at
  bool complete = false;    // whether all moves were looked at to the depth asked for
  std::vector<Move> line;
};

}  // namespace hexapoda::search
