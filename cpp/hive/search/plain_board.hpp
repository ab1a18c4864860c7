// Hive as the plain searches see it (search/baselines/minimax.hpp says what they ask): a Position with its endings.
//
// A third occurrence ends the game where two occurrences lie before the search. One that takes two visits within
// the search is not seen; that takes five plies at least.
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
  std::vector<std::uint64_t> drawn_;  // keys of positions that have stood on the board twice, perhaps with the root's
};

}  // namespace hexapoda::hive
