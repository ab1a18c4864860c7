// Operations on whole sets of cells: neighbors, whether a color has joined its edges, and the number of shortest
// chains.
//
// Cell i is bit i, so a step is a shift, and only the first and last columns need special care.
#pragma once

#include <algorithm>

#include "hex/rules/bit_cells.hpp"

namespace hexapoda::hex {

// The shortest chains of a color from edge to edge: their length in cells, 0 if there are none, and their number.
struct ShortestChains {
  int length = 0;
  double count = 0;
};

template <int kWords>
class CellGraph {
 public:
  using Set = BitCells<kWords>;

  explicit CellGraph(Shape shape) : shape_(shape) {
    for (int cell = 0; cell < shape.cells(); ++cell) {
      all_.add(cell);
      const auto at = static_cast<Cell>(cell);
      if (shape.column_of(at) > 0) not_first_.add(cell);
      if (shape.column_of(at) < shape.columns - 1) not_last_.add(cell);
      for (const int color : {kBlack, kWhite}) {
        if (shape.touches_first(at, color)) first_[static_cast<std::size_t>(color)].add(cell);
        if (shape.touches_second(at, color)) second_[static_cast<std::size_t>(color)].add(cell);
      }
    }
  }

  Shape shape() const { return shape_; }
  const Set& all() const { return all_; }

  // The neighbors of the cells of a set. Bits beyond the last cell are meaningless.
  Set neighbors(const Set& set) const {
    const Set left = (set & not_first_) >> 1, right = (set & not_last_) << 1;
    return left | right | (set | left) << shape_.columns | (set | right) >> shape_.columns;
  }

  // Whether the stones join the two edges of the color.
  bool joined(const Set& stones, int color) const {
    const Set goal = second_[static_cast<std::size_t>(color)] & stones;
    if (goal.empty()) return false;
    Set reached = first_[static_cast<std::size_t>(color)] & stones;
    for (;;) {
      const Set more = reached | (neighbors(reached) & stones);
      if (!(more & goal).empty()) return true;
      if (more == reached) return false;
      reached = more;
    }
  }

  // The free cells on which a stone would join the two edges. The edges must not be joined yet.
  Set winning(const Set& stones, const Set& free, int color) const {
    const Set &first = first_[static_cast<std::size_t>(color)], &second = second_[static_cast<std::size_t>(color)];
    const Set from = grown(first & stones, stones), to = grown(second & stones, stones);
    return free & (first | neighbors(from)) & (second | neighbors(to));
  }

  ShortestChains shortest_chains(const Set& stones, int color) const {
    // Breadth-first: layers[i] holds the cells at distance i.
    Set layers[kMaxCells];
    const Set goal = second_[static_cast<std::size_t>(color)] & stones;
    layers[0] = first_[static_cast<std::size_t>(color)] & stones;
    if (goal.empty()) return {};
    Set rest = stones - layers[0];
    int last = 0;
    while ((layers[last] & goal).empty()) {
      if (layers[last].empty()) return {};
      layers[last + 1] = neighbors(layers[last]) & rest;
      rest = rest - layers[last + 1];
      ++last;
    }
    // Backward: keep only the cells on a shortest chain.
    layers[last] &= goal;
    for (int i = last; i-- > 0;) layers[i] &= neighbors(layers[i + 1]);
    // Forward again: the number of paths to each cell is the sum over its neighbors in the previous layer. The frame
    // around the board always has count 0. Counts are cleared once the next layer has used them, so cells of other
    // layers contribute nothing.
    const int stride = shape_.columns + 2;
    double ways[(kMaxSide + 2) * (kMaxSide + 2)];
    return {last + 1, count_ways(layers, last, stride, ways)};
  }

 private:
  // The cells of `stones` that are connected to `from`.
  Set grown(Set from, const Set& stones) const {
    for (;;) {
      const Set more = from | (neighbors(from) & stones);
      if (more == from) return from;
      from = more;
    }
  }

  double count_ways(const Set* layers, int last, int stride, double* ways) const {
    std::fill(ways, ways + stride * (shape_.rows + 2), 0.0);
    std::uint16_t at[2][kMaxCells];
    double found[kMaxCells];
    int sizes[2] = {0, 0};
    const auto list = [&](const Set& set, int side) {
      int n = 0;
      set.for_each([&](Cell cell) { at[side][n++] = framed(cell, stride); });
      sizes[side] = n;
    };
    list(layers[0], 0);
    for (int i = 0; i < sizes[0]; ++i) ways[at[0][i]] = 1;
    int side = 0;
    for (int i = 1; i <= last; ++i) {
      list(layers[i], 1 - side);
      for (int j = 0; j < sizes[1 - side]; ++j) {
        const double* w = ways + at[1 - side][j];
        found[j] = w[-1] + w[1] + w[-stride] + w[stride] + w[1 - stride] + w[stride - 1];
      }
      for (int j = 0; j < sizes[side]; ++j) ways[at[side][j]] = 0;
      side = 1 - side;
      for (int j = 0; j < sizes[side]; ++j) ways[at[side][j]] = found[j];
    }
    double sum = 0;
    for (int j = 0; j < sizes[side]; ++j) sum += ways[at[side][j]];
    return sum;
  }

  std::uint16_t framed(Cell cell, int stride) const {
    return static_cast<std::uint16_t>((shape_.row_of(cell) + 1) * stride + shape_.column_of(cell) + 1);
  }

  Shape shape_;
  Set all_, not_first_, not_last_;
  Set first_[2], second_[2];
};

}  // namespace hexapoda::hex
