// The bounding box of a hive, and a loop over sets of pieces.
#pragma once

#include <algorithm>
#include <bit>
#include <limits>

#include "hive/rules/grid.hpp"

namespace hexapoda::hive {

struct Bounds {
  Cell low{std::numeric_limits<std::int32_t>::max(), std::numeric_limits<std::int32_t>::max()};
  Cell high{std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::min()};

  void add(Cell at) {
    low = {std::min(low.q, at.q), std::min(low.r, at.r)};
    high = {std::max(high.q, at.q), std::max(high.r, at.r)};
  }
  bool fits(int span) const { return high.q - low.q < span && high.r - low.r < span; }
  // The base of an n x n window with the hive at its center.
  Cell base(int n) const { return {low.q - (n - (high.q - low.q + 1)) / 2, low.r - (n - (high.r - low.r + 1)) / 2}; }
};

template <class F>
void for_each_piece(PieceSet pieces, F visit) {
  for (; pieces != 0; pieces &= pieces - 1) visit(static_cast<Piece>(std::countr_zero(pieces)));
}

template <int N>
Bounds bounds_of(const Grid<N>& grid) {
  Bounds bounds;
  for_each_piece(grid.played, [&](Piece piece) { bounds.add(grid.to_cell(grid.cell[piece])); });
  return bounds;
}

}  // namespace hexapoda::hive
