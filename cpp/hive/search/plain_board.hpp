// Hive as a Board for the plain searches (search/baselines/minimax.hpp): a Position with its endings.
//
// A repetition is found when two occurrences precede the search. A third occurrence with two visits within the search
// is not found; that takes at least five plies.
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
