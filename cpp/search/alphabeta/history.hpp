// What one thread has learnt about which quiet moves cut the tree.
//
// Moves are known by slots, small numbers that several like moves share.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace hexapoda::search {

class History {
 public:
  explicit History(unsigned slots) : slots_(slots), values_(2 * slots) {}

  // By slot.
  const std::int16_t* of(int side) const { return values_.data() + side * slots_; }

  // A quiet move has cut the tree.
  void cut(int side, unsigned slot, int depth) { credit(side, slot, bonus(depth)); }
  // One was tried before the cut in vain.
  void failed(int side, unsigned slot, int depth) { credit(side, slot, -bonus(depth)); }

 private:
  static constexpr int kLimit = 8192;
  static int bonus(int depth) { return std::min(16 * depth * depth + 32 * depth, 1600); }
  // Old experience fades the faster the more there is of it, so that values stay within the limit.
  void credit(int side, unsigned slot, int amount) {
    std::int16_t& value = values_[side * slots_ + slot];
    value = static_cast<std::int16_t>(value + amount - value * std::abs(amount) / kLimit);
  }

  unsigned slots_;
  std::vector<std::int16_t> values_;
};

}  // namespace hexapoda::search
