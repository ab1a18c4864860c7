#include "hive/search/plain_board.hpp"

#include <algorithm>

#include "search/ending.hpp"

namespace hexapoda::hive {

PlainBoard::PlainBoard(const Position& position)
    : position_(position), root_(position.played_moves()), drawn_(position.drawn_if_repeated()) {}

int PlainBoard::ending() const {
  const bool at_root = position_.played_moves() == root_;
  const Outcome outcome = at_root ? position_.outcome() : position_.board_outcome();
  if (outcome.ending != Ending::kNone) return outcome.winner < 0 ? 0 : outcome.winner == position_.turn() ? 1 : -1;
  if (!at_root && !drawn_.empty() && std::binary_search(drawn_.begin(), drawn_.end(), position_.key())) return 0;
  return search::kNotOver;
}

}  // namespace hexapoda::hive
