// The result of a baseline search so far.
#pragma once

#include <vector>

namespace hexapoda::search {

// Values are from the side to move's point of view.
template <class Move>
struct SearchLine {
  double score = 0;
  int end_in = 0;           // plies to a proven win, negative for a loss; 0 if nothing is proven
  int selective_depth = 0;  // plies of the longest line searched
  bool complete = false;    // whether all moves were searched to the requested depth
  std::vector<Move> line;
};

}  // namespace hexapoda::search
