// The observation `planes` of Hex: five planes over the cells of the board. docs/reference/encodings.md lists them;
// hexapoda.hex.encode.planes writes the same planes in Python.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "hex/rules/quick_board.hpp"

namespace hexapoda::hex {

class Planes {
 public:
  static constexpr int kPlanes = 5;
  using Value = float;
  // For each color, 1 for the cells with its stones and 0 for all others.
  using Stones = std::array<std::array<float, kMaxCells>, 2>;
  // The values of the constant planes that the last write() left in an array; -1 before the first write().
  struct Written {
    std::array<float, 3> constants{-1, -1, -1};
  };

  explicit Planes(const Shape& shape) : cells_(shape.cells()) {}

  int size() const { return kPlanes * cells_; }

  // Sets the stones to those of the board. Call it after every change of the board except a placement, for which
  // place() is enough.
  void reset(const QuickBoard& board, Stones& stones) const {
    for (int cell = 0; cell < cells_; ++cell)
      for (std::size_t color = 0; color < 2; ++color)
        stones[color][static_cast<std::size_t>(cell)] = board.colors()[cell] == color;
  }
  static void place(Cell cell, int color, Stones& stones) { stones[static_cast<std::size_t>(color)][cell] = 1; }

  void write(const QuickBoard& board, const Stones& stones, bool can_swap, Value* out, Written& written) const {
    const int color = board.color_to_move();
    std::copy_n(stones[static_cast<std::size_t>(color)].data(), cells_, out);
    std::copy_n(stones[static_cast<std::size_t>(color ^ 1)].data(), cells_, out + cells_);
    const std::array<float, 3> constants = {color == kBlack ? 1.0F : 0.0F, 1, can_swap ? 1.0F : 0.0F};
    for (std::size_t i = 0; i < constants.size(); ++i)
      if (constants[i] != written.constants[i])
        std::fill_n(out + (2 + static_cast<int>(i)) * cells_, cells_, constants[i]);
    written.constants = constants;
  }

 private:
  int cells_;
};

}  // namespace hexapoda::hex
