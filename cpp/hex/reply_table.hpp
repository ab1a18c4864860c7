// What a cell beside the last move has in a playout on top of the chance that it has as any cell.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "hex/pattern_features.hpp"
#include "hex/shape.hpp"

namespace hexapoda::hex {

class ReplyTable {
 public:
  static constexpr std::uint32_t kAnyCell = 256;  // what every free cell weighs, wherever it lies
  static constexpr int kCount = PatternFeatures::kRings;
  static constexpr float kUnit = 1.0F / 16;

  // `told` has for each ring with the last move in it the logarithm of how many times likelier strong players choose
  // the cell than one elsewhere, in units of kUnit, those that share one at the smaller number.
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
          const auto shared = static_cast<std::size_t>(PatternFeatures::shared(PatternFeatures::kRing + ring));
          const float likelier = std::exp(kUnit * told[shared - PatternFeatures::kRing]);
          weights_[index(color, direction, static_cast<unsigned>(code))] =
              static_cast<std::uint16_t>(kAnyCell * kLocality * likelier);
        }
  }

  // Of a cell with this FramedBoard::ring_or_taken, in the direction of whose neighbour the opponent has just moved.
  std::uint32_t of(int color, int direction, unsigned ring) const { return weights_[index(color, direction, ring)]; }

 private:
  // What is drawn of what was learnt: with all of it too many playouts never leave the last move. Of 0.05, 0.1, 0.25
  // and 1 the first two did best in matches.
  static constexpr float kLocality = 0.07F;

  static std::size_t index(int color, int direction, unsigned ring) {
    return static_cast<std::size_t>((color * 6 + direction) * 2 * kCount) + ring;
  }

  std::vector<std::uint16_t> weights_;  // zero for cells that are taken
};

}  // namespace hexapoda::hex
