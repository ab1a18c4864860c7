// What one thread has learnt about which moves cut the tree: killers and history.
//
// Moves are known by the board's codes (which say the same move in every position) and by slots, small numbers that
// several like moves share.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "search/score.hpp"

namespace hexapoda::search {

class MoveOrder {
 public:
  explicit MoveOrder(unsigned slots) : slots_(slots), history_(2 * slots) {}

  // The codes of the quiet moves that last cut at this ply; 0 for none.
  std::uint32_t killer(int ply, int which) const { return killers_[ply][which]; }
  int history(int side, unsigned slot) const { return history_[side * slots_ + slot]; }

  // A quiet move has cut the tree.
  void cut(int ply, int side, std::uint32_t code, unsigned slot, int depth) {
    if (killers_[ply][0] != code) {
      killers_[ply][1] = killers_[ply][0];
      killers_[ply][0] = code;
    }
    credit(side, slot, bonus(depth));
  }
  // One was tried before the cut in vain.
  void failed(int side, unsigned slot, int depth) { credit(side, slot, -bonus(depth)); }

 private:
  static constexpr int kHistoryLimit = 8192;
  static int bonus(int depth) { return std::min(16 * depth * depth + 32 * depth, 1600); }
  // Old experience fades the faster the more there is of it, so that values stay within the limit.
  void credit(int side, unsigned slot, int amount) {
    std::int16_t& value = history_[side * slots_ + slot];
    value = static_cast<std::int16_t>(value + amount - value * std::abs(amount) / kHistoryLimit);
  }

  unsigned slots_;
  std::vector<std::int16_t> history_;
  std::array<std::array<std::uint32_t, 2>, kMaxPly + 1> killers_{};
};

}  // namespace hexapoda::search
