// Sets of cells as bits, and what is found on them by growing whole sets at once: whether a colour is joined, and how
// many shortest chains join it.
//
// A set has as many words as the board needs, known when compiled; with_words() picks them. Cells are bits in the
// order of their numbers, so that a step is a shift and only the first and last columns need care.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "hex/shape.hpp"

namespace hexapoda::hex {

template <int kWords>
struct CellSet {
  std::array<std::uint64_t, kWords> words{};

  static CellSet of(const std::vector<Cell>& cells) {
    CellSet set;
    for (const Cell cell : cells) set.add(cell);
    return set;
  }

  bool has(int cell) const { return words[static_cast<std::size_t>(cell >> 6)] >> (cell & 63) & 1; }
  void add(int cell) { words[static_cast<std::size_t>(cell >> 6)] |= std::uint64_t{1} << (cell & 63); }
  void remove(int cell) { words[static_cast<std::size_t>(cell >> 6)] &= ~(std::uint64_t{1} << (cell & 63)); }
  void flip(int cell) { words[static_cast<std::size_t>(cell >> 6)] ^= std::uint64_t{1} << (cell & 63); }

  bool empty() const {
    std::uint64_t any = 0;
    for (const std::uint64_t word : words) any |= word;
    return any == 0;
  }
  int size() const {
    int count = 0;
    for (const std::uint64_t word : words) count += std::popcount(word);
    return count;
  }
  template <class F>
  void for_each(F f) const {
    for (int i = 0; i < kWords; ++i)
      for (std::uint64_t rest = words[static_cast<std::size_t>(i)]; rest != 0; rest &= rest - 1)
        f(static_cast<Cell>(64 * i + std::countr_zero(rest)));
  }

  friend bool operator==(const CellSet&, const CellSet&) = default;
  CellSet& operator|=(const CellSet& other) {
    for (std::size_t i = 0; i < kWords; ++i) words[i] |= other.words[i];
    return *this;
  }
  CellSet& operator&=(const CellSet& other) {
    for (std::size_t i = 0; i < kWords; ++i) words[i] &= other.words[i];
    return *this;
  }
  friend CellSet operator|(CellSet a, const CellSet& b) { return a |= b; }
  friend CellSet operator&(CellSet a, const CellSet& b) { return a &= b; }
  // The cells of a that are not in b.
  friend CellSet operator-(CellSet a, const CellSet& b) {
    for (std::size_t i = 0; i < kWords; ++i) a.words[i] &= ~b.words[i];
    return a;
  }
  // Shifts by 1 to 63 cells.
  friend CellSet operator<<(const CellSet& a, int by) {
    CellSet shifted;
    for (std::size_t i = kWords; i-- > 0;)
      shifted.words[i] = a.words[i] << by | (i > 0 ? a.words[i - 1] >> (64 - by) : 0);
    return shifted;
  }
  friend CellSet operator>>(const CellSet& a, int by) {
    CellSet shifted;
    for (std::size_t i = 0; i < kWords; ++i)
      shifted.words[i] = a.words[i] >> by | (i + 1 < kWords ? a.words[i + 1] << (64 - by) : 0);
    return shifted;
  }
};

// f(std::integral_constant<int, words>) with the least number of words, of a few, that hold the board.
template <class F>
decltype(auto) with_words(Shape shape, F f) {
  const int words = (shape.cells() + 63) / 64;
  if (words <= 1) return f(std::integral_constant<int, 1>());
  if (words <= 2) return f(std::integral_constant<int, 2>());
  if (words <= 3) return f(std::integral_constant<int, 3>());
  if (words <= 4) return f(std::integral_constant<int, 4>());
  if (words <= 6) return f(std::integral_constant<int, 6>());
  return f(std::integral_constant<int, (kMaxCells + 63) / 64>());
}

// The shortest chains of a colour from edge to edge: their length in cells, 0 if there is none, and their number.
struct ShortestChains {
  int length = 0;
  double count = 0;
};

template <int kWords>
class CellGraph {
 public:
  using Set = CellSet<kWords>;

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

  // The neighbours of the cells of a set; beyond the last cell the bits are noise.
  Set neighbors(const Set& set) const {
    const Set left = (set & not_first_) >> 1, right = (set & not_last_) << 1;
    return left | right | (set | left) << shape_.columns | (set | right) >> shape_.columns;
  }

  // Whether the stones join the two edges of their colour.
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

  ShortestChains shortest_chains(const Set& stones, int color) const {
    // Breadth first: layer[i] are the cells that i more steps lead to, and no fewer.
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
    // Backwards: of each layer only what lies on a shortest chain.
    layers[last] &= goal;
    for (int i = last; i-- > 0;) layers[i] &= neighbors(layers[i + 1]);
    // Forwards again: the number of ways to each cell, that of a cell's neighbours in the layer before. Cells have
    // a frame around them that is never on a chain; a cell of any layer but the one before counts nothing, as the
    // counts of a layer are taken away when the next one has used them.
    const int stride = shape_.columns + 2;
    double ways[(kMaxSide + 2) * (kMaxSide + 2)];
    return {last + 1, count_ways(layers, last, stride, ways)};
  }

 private:
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
