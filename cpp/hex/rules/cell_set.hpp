// A set of cells as a bitboard, for boards of any size.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "hex/rules/shape.hpp"

namespace hexapoda::hex {

class CellSet {
 public:
  static constexpr int kWords = (kMaxCells + 63) / 64;

  friend bool operator==(const CellSet&, const CellSet&) = default;

  bool contains(Cell cell) const { return words_[cell >> 6] >> (cell & 63) & 1; }
  void add(Cell cell) { words_[cell >> 6] |= std::uint64_t{1} << (cell & 63); }
  void remove(Cell cell) { words_[cell >> 6] &= ~(std::uint64_t{1} << (cell & 63)); }

  int count() const {
    int sum = 0;
    for (const std::uint64_t word : words_) sum += std::popcount(word);
    return sum;
  }
  // The lowest cell, or kNoCell if the set is empty.
  Cell first() const {
    for (int i = 0; i < kWords; ++i)
      if (words_[i] != 0) return static_cast<Cell>(64 * i + std::countr_zero(words_[i]));
    return kNoCell;
  }
  // Calls f(cell) for each cell, in ascending order.
  template <class F>
  void for_each(F f) const {
    for (int i = 0; i < kWords; ++i)
      for (std::uint64_t word = words_[i]; word != 0; word &= word - 1)
        f(static_cast<Cell>(64 * i + std::countr_zero(word)));
  }

 private:
  std::array<std::uint64_t, kWords> words_{};
};

}  // namespace hexapoda::hex
