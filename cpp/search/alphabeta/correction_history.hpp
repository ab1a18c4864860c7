// The correction history of one thread: how far search scores were from the static evaluation in similar positions.
//
// The board provides two hashes of a position. Positions with the same hash are similar in one respect and, if the same
// side is to move, share one correction. Both corrections are added to the evaluation.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "search/score.hpp"

namespace hexapoda::search {

class CorrectionHistory {
 public:
  using Hashes = std::array<std::uint64_t, 2>;
  using Slots = std::array<std::size_t, 2>;

  // Takes memory: an unused history needs none. Must be called before any other function.
  void use(bool used) { values_.resize(used ? 4 * kSize : 0); }
  void clear() { std::fill(values_.begin(), values_.end(), std::int16_t{0}); }

  // The slots of a position, from the two hashes of its board.
  static Slots slots(const Hashes& hashes, int side) {
    Slots slots;
    for (std::size_t i = 0; i < 2; ++i)
      slots[i] = (hashes[i] & (kSize - 1)) + kSize * (2 * i + static_cast<std::size_t>(side));
    return slots;
  }

  // The correction to add to the evaluation.
  Score of(const Slots& slots) const { return (values_[slots[0]] + values_[slots[1]]) / kUnit; }

  // Updates the corrections after a search to `depth` whose score was `error` above the corrected evaluation.
  void learn(const Slots& slots, Score error, int depth) {
    const int amount = std::clamp(error * depth / 8, -kLimit / 4, kLimit / 4);
    for (const std::size_t slot : slots) {
      std::int16_t& value = values_[slot];
      // As in the history of moves, large values decay faster.
      value = static_cast<std::int16_t>(value + amount - value * std::abs(amount) / kLimit);
    }
  }

 private:
  static constexpr std::size_t kSize = 1u << 16;  // slots for each hash and side
  static constexpr int kLimit = 1024;             // the maximum absolute value
  static constexpr int kUnit = 10;                // value units per hundredth of a point

  std::vector<std::int16_t> values_;
};

}  // namespace hexapoda::search
