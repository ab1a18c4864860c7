// How likely a move beside the last one is in a playout, compared with a move anywhere else.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "hex/pattern_features.hpp"
#include "hex/shape.hpp"

namespace hexapoda::hex {

class ReplyTable {
 public:
  static constexpr std::uint32_t kAnyCell = 256;  // what a cell that is not beside the last move weighs
  static constexpr int kCount = 4096;             // one weight for each PatternFeatures::kRing
  static constexpr float kUnit = 1.0F / 16;

  // `told` has for each ring with the last move in it the logarithm of how many times likelier the cell is than
  // another, in units of kUnit, those that share one at the smaller number.
  explicit ReplyTable(std::span<const std::int8_t> told) : weights_(2 * 6 * 2 * kCount) {
    for (int color = 0; color < 2; ++color)
      for (int direction = 0; direction < 6; ++direction)
        for (int code = 0; code < kCount; ++code) {
          // FramedBoard's codes name the owners; patterns are seen from the side of the one who moves.
          int ring = 0;
          bool possible = false;
          for (int i = 0; i < 6; ++i) {
            const int owner = code >> 2 * i & 3, seen = color == kBlack ? i : (7 - i) % 6;
            const int state = owner == 2 ? 0 : owner == 3 || owner == color ? 1 : 2;
            ring |= (i == direction ? 3 : state) << 2 * seen;
            possible |= i == direction && state == 2;
          }
          if (!possible) continue;
          const float likelier = std::exp(kUnit * told[static_cast<std::size_t>(PatternFeatures::shared(ring))]);
          weights_[index(color, direction, static_cast<unsigned>(code))] =
              static_cast<std::uint16_t>(std::min(60'000.0F, kAnyCell * kLocality * likelier));
        }
  }

  // Of a cell with this FramedBoard::ring_or_taken, in the direction of whose neighbour the opponent has just moved.
  std::uint32_t of(int color, int direction, unsigned ring) const { return weights_[index(color, direction, ring)]; }

 private:
  static constexpr float kLocality =
      0.07F;  // near the last move moves are drawn that much less than learnt: tested by matches

  static std::size_t index(int color, int direction, unsigned ring) {
    return static_cast<std::size_t>((color * 6 + direction) * 2 * kCount) + ring;
  }

  std::vector<std::uint16_t> weights_;  // zero for cells that are taken
};

}  // namespace hexapoda::hex
