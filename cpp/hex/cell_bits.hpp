// Sets of cells whose number of words is known when compiled: what the proofs of Hex count, join and compare by the
// million.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "hex/shape.hpp"

namespace hexapoda::hex {

template <int kWords>
struct CellBits {
  std::array<std::uint64_t, kWords> words{};

  static CellBits of(int cell) {
    CellBits set;
    set.add(cell);
    return set;
  }
  static CellBits below(int cells) {  // the cells 0 .. cells - 1
    CellBits set;
    for (int i = 0; i < kWords && cells > 64 * i; ++i)
      set.words[i] = cells - 64 * i >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << (cells - 64 * i)) - 1;
    return set;
  }

  bool has(int cell) const { return words[cell >> 6] >> (cell & 63) & 1; }
  void add(int cell) { words[cell >> 6] |= std::uint64_t{1} << (cell & 63); }
  void remove(int cell) { words[cell >> 6] &= ~(std::uint64_t{1} << (cell & 63)); }

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
  // The lowest cell of a set that is not empty.
  int first() const {
    int i = 0;
    while (words[i] == 0) ++i;
    return 64 * i + std::countr_zero(words[i]);
  }
  bool meets(const CellBits& other) const {
    std::uint64_t any = 0;
    for (int i = 0; i < kWords; ++i) any |= words[i] & other.words[i];
    return any != 0;
  }
  bool within(const CellBits& other) const {
    std::uint64_t any = 0;
    for (int i = 0; i < kWords; ++i) any |= words[i] & ~other.words[i];
    return any == 0;
  }
  // f(cell) in rising order.
  template <class F>
  void for_each(F f) const {
    for (int i = 0; i < kWords; ++i)
      for (std::uint64_t rest = words[i]; rest != 0; rest &= rest - 1) f(64 * i + std::countr_zero(rest));
  }

  friend bool operator==(const CellBits&, const CellBits&) = default;
  CellBits& operator|=(const CellBits& other) {
    for (int i = 0; i < kWords; ++i) words[i] |= other.words[i];
    return *this;
  }
  CellBits& operator&=(const CellBits& other) {
    for (int i = 0; i < kWords; ++i) words[i] &= other.words[i];
    return *this;
  }
  CellBits& operator-=(const CellBits& other) {
    for (int i = 0; i < kWords; ++i) words[i] &= ~other.words[i];
    return *this;
  }
  friend CellBits operator|(CellBits a, const CellBits& b) { return a |= b; }
  friend CellBits operator&(CellBits a, const CellBits& b) { return a &= b; }
  friend CellBits operator-(CellBits a, const CellBits& b) { return a -= b; }
};

}  // namespace hexapoda::hex
