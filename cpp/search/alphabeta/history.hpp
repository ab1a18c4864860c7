// The history heuristic of one thread: which quiet moves have caused beta cutoffs.
//
// Moves are indexed by slots, small numbers that similar moves share.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace hexapoda::search {

class History {
 public:
  explicit History(unsigned slots) : slots_(slots), values_(2 * slots) {}

  // The scores of a side, by slot.
  const std::int16_t* of(int side) const { return values_.data() + side * slots_; }

  void clear() { std::fill(values_.begin(), values_.end(), std::int16_t{0}); }
  // Halves the scores, so that earlier searches count less.
  void age() {
    for (std::int16_t& value : values_) value /= 2;
  }

  // Records that a quiet move caused a cutoff.
  void cut(int side, unsigned slot, int depth) { credit(side, slot, bonus(depth)); }
  // Records that a quiet move, searched before the cutoff move, did not cause a cutoff.
  void failed(int side, unsigned slot, int depth) { credit(side, slot, -bonus(depth)); }

 private:
  static constexpr int kLimit = 8192;
  static int bonus(int depth) { return std::min(16 * depth * depth + 32 * depth, 1600); }
  // Large scores decay faster, so that all scores stay within the limit.
  void credit(int side, unsigned slot, int amount) {
    std::int16_t& value = values_[side * slots_ + slot];
    value = static_cast<std::int16_t>(value + amount - value * std::abs(amount) / kLimit);
  }

  unsigned slots_;
  std::vector<std::int16_t> values_;
};

}  // namespace hexapoda::search
