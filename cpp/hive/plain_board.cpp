#include "hive/plain_board.hpp"

#include <algorithm>

#include "search/ending.hpp"

namespace hexapoda::hive {

PlainBoard::PlainBoard(const Position& position) : position_(position), root_(position.played_moves()) {
  if (!position.rules().repetition) return;
  // Nothing from before the last placement can come again.
  Position past(position);
  std::vector<std::uint64_t> keys{past.key()};
  while (past.played_moves() > 0) {
    const PieceSet played = past.played();
    past.unmake();
    if (past.played() != played) break;
    keys.push_back(past.key());
  }
  std::sort(keys.begin(), keys.end());
  for (std::size_t i = 1; i < keys.size(); ++i)
    if (keys[i] == keys[i - 1] && (drawn_.empty() || drawn_.back() != keys[i])) drawn_.push_back(keys[i]);
}

int PlainBoard::ending() const {
  const bool at_root = position_.played_moves() == root_;
  const Outcome outcome = at_root ? position_.outcome() : position_.board_outcome();
  if (outcome.ending != Ending::kNone) return outcome.winner < 0 ? 0 : outcome.winner == position_.turn() ? 1 : -1;
  if (!at_root && !drawn_.empty() && std::binary_search(drawn_.begin(), drawn_.end(), position_.key())) return 0;
  return search::kNotOver;
}

}  // namespace hexapoda::hive
