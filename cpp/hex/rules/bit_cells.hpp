// Bitboards: sets of cells that can be shifted. The number of 64-bit words is a template parameter; with_words()
// selects it for a board.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "hex/rules/shape.hpp"

namespace hexapoda::hex {

template <int kWords>
struct BitCells {
  std::array<std::uint64_t, kWords> words{};

  static BitCells of(const std::vector<Cell>& cells) {
    BitCells set;
    for (const Cell cell : cells) set.add(cell);
    return set;
  }
  // The set of a single cell.
  static BitCells only(int cell) {
    BitCells set;
    set.add(cell);
    return set;
  }
  // The cells from 0 to `cells` - 1.
  static BitCells below(int cells) {
    BitCells set;
    for (int i = 0; i < kWords && cells > 64 * i; ++i)
      set.words[static_cast<std::size_t>(i)] =
          cells - 64 * i >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << (cells - 64 * i)) - 1;
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
  // The lowest cell of a nonempty set.
  int first() const {
    std::size_t i = 0;
    while (words[i] == 0) ++i;
    return 64 * static_cast<int>(i) + std::countr_zero(words[i]);
  }
  // Whether the two sets have a cell in common.
  bool meets(const BitCells& other) const {
    std::uint64_t any = 0;
    for (std::size_t i = 0; i < kWords; ++i) any |= words[i] & other.words[i];
    return any != 0;
  }
  // Whether this is a subset of `other`.
  bool within(const BitCells& other) const {
    std::uint64_t any = 0;
    for (std::size_t i = 0; i < kWords; ++i) any |= words[i] & ~other.words[i];
    return any == 0;
  }
  // Calls f(cell) for each cell, in ascending order.
  template <class F>
  void for_each(F f) const {
    for (int i = 0; i < kWords; ++i)
      for (std::uint64_t rest = words[static_cast<std::size_t>(i)]; rest != 0; rest &= rest - 1)
        f(static_cast<Cell>(64 * i + std::countr_zero(rest)));
  }

  friend bool operator==(const BitCells&, const BitCells&) = default;
  BitCells& operator|=(const BitCells& other) {
    for (std::size_t i = 0; i < kWords; ++i) words[i] |= other.words[i];
    return *this;
  }
  BitCells& operator&=(const BitCells& other) {
    for (std::size_t i = 0; i < kWords; ++i) words[i] &= other.words[i];
    return *this;
  }
  BitCells& operator-=(const BitCells& other) {
    for (std::size_t i = 0; i < kWords; ++i) words[i] &= ~other.words[i];
    return *this;
  }
  friend BitCells operator|(BitCells a, const BitCells& b) { return a |= b; }
  friend BitCells operator&(BitCells a, const BitCells& b) { return a &= b; }
  // The cells of a that are not in b.
  friend BitCells operator-(BitCells a, const BitCells& b) {
    for (std::size_t i = 0; i < kWords; ++i) a.words[i] &= ~b.words[i];
    return a;
  }
  // Shifts by 1 to 63 cells.
  friend BitCells operator<<(const BitCells& a, int by) {
    BitCells shifted;
    for (std::size_t i = kWords; i-- > 0;)
      shifted.words[i] = a.words[i] << by | (i > 0 ? a.words[i - 1] >> (64 - by) : 0);
    return shifted;
  }
  friend BitCells operator>>(const BitCells& a, int by) {
    BitCells shifted;
    for (std::size_t i = 0; i < kWords; ++i)
      shifted.words[i] = a.words[i] >> by | (i + 1 < kWords ? a.words[i + 1] << (64 - by) : 0);
    return shifted;
  }
};

// Calls f(std::integral_constant<int, kWords>()) with the smallest supported number of words that holds the board.
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

}  // namespace hexapoda::hex
