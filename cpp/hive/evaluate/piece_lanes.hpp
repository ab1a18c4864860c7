// The fourteen pieces of a side in 16-bit lanes, for arithmetic on all of them at once.
//
// White's slot s is in lane s and Black's in lane s + 2, so that one load from an array over all pieces reads a side.
// The other two lanes belong to the opponent; the caller masks them out.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "hive/rules/grid.hpp"
#include "hive/rules/piece.hpp"
#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace hexapoda::hive {

// min_of() and max_of() do not use choose(), because GCC recognizes a minimum only if it sees the comparison itself and
// not a mask. A minimum then takes one instruction instead of two or three.
#if defined(__AVX2__)
using Lanes = std::int16_t __attribute__((vector_size(32)));
inline Lanes choose(Lanes mask, Lanes a, Lanes b) { return mask ? a : b; }
inline int lane_of(const Lanes& lanes, int lane) { return lanes[lane]; }
inline Lanes min_of(Lanes a, Lanes b) { return a < b ? a : b; }
inline Lanes max_of(Lanes a, Lanes b) { return a > b ? a : b; }
#else
// Two registers of eight lanes, with the operators of a vector type. GCC splits the comparisons and selections of a
// vector that is wider than a register into single lanes.
struct Lanes {
  using Half = std::int16_t __attribute__((vector_size(16)));
  Half low, high;

  friend Lanes operator+(Lanes a, Lanes b) { return {a.low + b.low, a.high + b.high}; }
  friend Lanes operator+(std::int16_t a, Lanes b) { return {a + b.low, a + b.high}; }
  friend Lanes operator-(Lanes a, std::int16_t b) { return {a.low - b, a.high - b}; }
  friend Lanes operator-(Lanes a) { return {-a.low, -a.high}; }
  friend Lanes operator*(std::int16_t a, Lanes b) { return {a * b.low, a * b.high}; }
  friend Lanes operator&(Lanes a, Lanes b) { return {a.low & b.low, a.high & b.high}; }
  friend Lanes operator&(Lanes a, std::int16_t b) { return {a.low & b, a.high & b}; }
  friend Lanes operator|(Lanes a, Lanes b) { return {a.low | b.low, a.high | b.high}; }
  friend Lanes operator~(Lanes a) { return {~a.low, ~a.high}; }
  friend Lanes operator>>(Lanes a, int shift) { return {a.low >> shift, a.high >> shift}; }
  friend Lanes operator==(Lanes a, Lanes b) { return {a.low == b.low, a.high == b.high}; }
  friend Lanes operator==(Lanes a, std::int16_t b) { return {a.low == b, a.high == b}; }
  friend Lanes operator!=(Lanes a, std::int16_t b) { return {a.low != b, a.high != b}; }
  friend Lanes operator<(Lanes a, Lanes b) { return {a.low < b.low, a.high < b.high}; }
  friend Lanes operator<(Lanes a, std::int16_t b) { return {a.low < b, a.high < b}; }
  friend Lanes operator>(Lanes a, Lanes b) { return {a.low > b.low, a.high > b.high}; }
};
inline Lanes choose(Lanes mask, Lanes a, Lanes b) { return {mask.low ? a.low : b.low, mask.high ? a.high : b.high}; }
inline int lane_of(const Lanes& lanes, int lane) { return lane < 8 ? lanes.low[lane] : lanes.high[lane - 8]; }
inline Lanes min_of(Lanes a, Lanes b) { return {a.low < b.low ? a.low : b.low, a.high < b.high ? a.high : b.high}; }
inline Lanes max_of(Lanes a, Lanes b) { return {a.low > b.low ? a.low : b.low, a.high > b.high ? a.high : b.high}; }
#endif
inline Lanes absolute(Lanes a) { return max_of(a, -a); }

template <int Color>
inline constexpr int kFirstLane = 2 * Color;

inline Lanes all_lanes(int number) { return static_cast<std::int16_t>(number) + Lanes{}; }

// value(slot) for each slot, 0 in the other lanes.
template <int Color, class F>
constexpr std::array<std::int16_t, 16> numbers_of_slots(F value) {
  std::array<std::int16_t, 16> numbers{};
  for (int slot = 0; slot < kPiecesPerSide; ++slot)
    numbers[slot + kFirstLane<Color>] = static_cast<std::int16_t>(value(slot));
  return numbers;
}

// Loads the lanes of a side from an array over all 28 pieces, whose elements are 16-bit numbers or bytes.
template <int Color>
inline Lanes load_lanes(const std::array<std::uint16_t, kPieces>& numbers) {
  Lanes lanes;
  std::memcpy(&lanes, numbers.data() + (kPiecesPerSide - 2) * Color, sizeof lanes);
  return lanes;
}
inline Lanes lanes_of_bytes(const std::array<std::uint64_t, 2>& bytes) {
#if defined(__AVX2__)
  using Bytes = std::uint8_t __attribute__((vector_size(16)));
  return __builtin_convertvector(std::bit_cast<Bytes>(bytes), Lanes);
#else
  using Bytes = std::uint8_t __attribute__((vector_size(8)));
  return {__builtin_convertvector(std::bit_cast<Bytes>(bytes[0]), Lanes::Half),
          __builtin_convertvector(std::bit_cast<Bytes>(bytes[1]), Lanes::Half)};
#endif
}
template <int Color>
inline Lanes load_lanes(const std::array<std::uint8_t, kPieces>& numbers) {
  std::array<std::uint64_t, 2> bytes;
  std::memcpy(&bytes, numbers.data() + (kPiecesPerSide - 2) * Color, sizeof bytes);
  return lanes_of_bytes(bytes);
}

// All ones in the lanes of these slots, 0 in the others.
template <int Color>
inline Lanes lanes_in(PieceSet slots) {
  static constexpr std::array<std::int16_t, 16> kBit = {
      1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, static_cast<std::int16_t>(0x8000)};
  const auto word = static_cast<std::int16_t>(slots << kFirstLane<Color>);
  return (std::bit_cast<Lanes>(kBit) & word) != 0;
}

// The slots whose lanes are all ones. All other lanes must be 0.
template <int Color>
inline PieceSet slots_of(Lanes lanes) {
#if defined(__AVX2__)
  const auto bytes = _mm256_packs_epi16(std::bit_cast<__m256i>(lanes), _mm256_setzero_si256());
  const auto mask = static_cast<unsigned>(_mm256_movemask_epi8(bytes));
  return ((mask & 0xFF) | (mask >> 8 & 0xFF00)) >> kFirstLane<Color> & kSide;
#elif defined(__SSE2__)
  const auto bytes = _mm_packs_epi16(std::bit_cast<__m128i>(lanes.low), std::bit_cast<__m128i>(lanes.high));
  return static_cast<unsigned>(_mm_movemask_epi8(bytes)) >> kFirstLane<Color> & kSide;
#else
  PieceSet slots = 0;
  for (int slot = 0; slot < kPiecesPerSide; ++slot) slots |= (lane_of(lanes, slot + kFirstLane<Color>) & 1u) << slot;
  return slots;
#endif
}

// The distance in steps from `from` to each of `cells`.
template <int N>
inline Lanes steps_from(CellIndex from, Lanes cells) {
  constexpr int kShift = std::countr_zero(static_cast<unsigned>(N));
  constexpr std::int16_t kColumns = N - 1;
  const Lanes q = (cells & kColumns) - static_cast<std::int16_t>(from % N);
  const Lanes r = (cells >> kShift) - static_cast<std::int16_t>(from / N);
  return max_of(max_of(absolute(q), absolute(r)), absolute(q + r));
}

}  // namespace hexapoda::hive
