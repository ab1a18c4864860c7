// Hive as a Board for the baseline searches (search/baselines/minimax.hpp): a Position with its endings.
//
// A draw by the third occurrence of a position is found if the first two occurrences precede the search. Otherwise the
// draw is missed, but then it is at least five plies away.
#pragma once

#include <cstdint>
#include <vector>

#include "hive/rules/position.hpp"

namespace hexapoda::hive {

class PlainBoard {
 public:
  using Move = PackedMove;
  static constexpr int kMaxMoves = hive::kMaxMoves;

  explicit PlainBoard(const Position& position);

  const Position& position() const { return position_; }
  int generate(Move* out) const { return position_.generate(out); }
  void make(Move move) { position_.make(move); }
  void unmake() { position_.unmake(); }
  int ending() const;

 private:
  Position position_;
  int root_;                          // moves played before the search
  std::vector<std::uint64_t> drawn_;  // keys of positions that have occurred twice, possibly including the root
};

}  // namespace hexapoda::hive
