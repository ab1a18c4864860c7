// Sets of cells in an N x N window of the plane (N = 16 or 32), one N-bit integer per row.
//
// A cell is r * N + q, with both axial coordinates counted from the corner of the window. With N = 16, a set fits in
// one 256-bit register, and the window is large enough for nearly every real position; N = 32 is enough for any hive of
// 28 pieces. Bits shifted past the edge of the window are lost. Grid keeps the hive away from the edge, so no neighbor
// of the hive is ever lost.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#if defined(__SSE4_1__)
#include <immintrin.h>
#endif

namespace hexapoda::hive {

static_assert(std::endian::native == std::endian::little, "words() reads the rows as little-endian 64-bit words");

// Directions in circular order. A cell and its neighbor in direction d have two common neighbors, which lie in
// directions d - 1 and d + 1 (mod 6) from the cell.
enum Direction : std::uint8_t { kEast, kSouthEast, kSouthWest, kWest, kNorthWest, kNorthEast };
inline constexpr int kDirections = 6;
inline constexpr unsigned kFullRing = (1u << kDirections) - 1;  // all neighbors of a cell

using CellIndex = unsigned;

// For each direction, the index of the neighbor minus the index of the cell.
template <int N>
inline constexpr std::array<int, 6> kStep = {1, N, N - 1, -1, -N, 1 - N};

template <int N>
constexpr CellIndex neighbor(CellIndex cell, int direction) {
  return cell + static_cast<CellIndex>(kStep<N>[direction]);
}

template <int N>
class CellSet;

#if defined(__AVX2__)
using Rows16 = std::uint16_t __attribute__((vector_size(32)));
#else
// Two registers of eight rows each, because GCC computes a vector wider than a register one row at a time.
struct Rows16 {
  using Half = std::uint16_t __attribute__((vector_size(16)));
  Half low, high;

  friend Rows16 operator|(Rows16 a, Rows16 b) { return {a.low | b.low, a.high | b.high}; }
  friend Rows16 operator&(Rows16 a, Rows16 b) { return {a.low & b.low, a.high & b.high}; }
  friend Rows16 operator^(Rows16 a, Rows16 b) { return {a.low ^ b.low, a.high ^ b.high}; }
  friend Rows16 operator~(Rows16 a) { return {~a.low, ~a.high}; }
  friend Rows16 operator<<(Rows16 a, int shift) { return {a.low << shift, a.high << shift}; }
  friend Rows16 operator>>(Rows16 a, int shift) { return {a.low >> shift, a.high >> shift}; }
};
#endif

template <>
class CellSet<16> {
 public:
  using Rows = Rows16;

  CellSet() : rows_{} {}
  explicit CellSet(Rows rows) : rows_(rows) {}
  static CellSet single(CellIndex cell);

  friend CellSet operator|(CellSet a, CellSet b) { return CellSet(a.rows_ | b.rows_); }
  friend CellSet operator&(CellSet a, CellSet b) { return CellSet(a.rows_ & b.rows_); }
  friend CellSet operator^(CellSet a, CellSet b) { return CellSet(a.rows_ ^ b.rows_); }
  CellSet operator~() const { return CellSet(~rows_); }
  CellSet& operator|=(CellSet b) { return *this = *this | b; }
  CellSet& operator&=(CellSet b) { return *this = *this & b; }
  CellSet& operator^=(CellSet b) { return *this = *this ^ b; }

  bool any() const {
#if defined(__AVX2__)
    return !_mm256_testz_si256(reinterpret_cast<__m256i>(rows_), reinterpret_cast<__m256i>(rows_));
#elif defined(__SSE4_1__)
    const auto either = std::bit_cast<__m128i>(rows_.low | rows_.high);
    return !_mm_testz_si128(either, either);
#else
    const auto w = words();
    return (w[0] | w[1] | w[2] | w[3]) != 0;
#endif
  }
  bool operator==(const CellSet& b) const { return !(*this ^ b).any(); }

  // The shifted set: {cell + direction : cell in set}.
  CellSet east() const { return CellSet(rows_ << 1); }
  CellSet west() const { return CellSet(rows_ >> 1); }
  CellSet south_east() const { return CellSet(down(rows_)); }
  CellSet north_west() const { return CellSet(up(rows_)); }
  CellSet south_west() const { return west().south_east(); }
  CellSet north_east() const { return east().north_west(); }

  static constexpr int kWords = 4;
  std::array<std::uint64_t, 4> words() const { return std::bit_cast<std::array<std::uint64_t, 4>>(rows_); }
  bool test(CellIndex cell) const {
    std::uint16_t row;
    std::memcpy(&row, reinterpret_cast<const char*>(&rows_) + 2 * (cell >> 4), 2);
    return row >> (cell & 15) & 1;
  }

 private:
  using Plain = std::array<std::uint16_t, 16>;
  struct alignas(32) SinglesTable {
    std::array<Plain, 256> of{};
    constexpr SinglesTable() {
      for (int cell = 0; cell < 256; ++cell) of[cell][cell >> 4] = static_cast<std::uint16_t>(1u << (cell & 15));
    }
  };
  static const SinglesTable kSingles;

  static Rows down(Rows x) {
#if defined(__AVX2__)
    const auto v = reinterpret_cast<__m256i>(x);
    return reinterpret_cast<Rows>(_mm256_alignr_epi8(v, _mm256_permute2x128_si256(v, v, 0x08), 14));
#else
    return {__builtin_shufflevector(Rows::Half{}, x.low, 7, 8, 9, 10, 11, 12, 13, 14),
            __builtin_shufflevector(x.low, x.high, 7, 8, 9, 10, 11, 12, 13, 14)};
#endif
  }
  static Rows up(Rows x) {
#if defined(__AVX2__)
    const auto v = reinterpret_cast<__m256i>(x);
    return reinterpret_cast<Rows>(_mm256_alignr_epi8(_mm256_permute2x128_si256(v, v, 0x81), v, 2));
#else
    return {__builtin_shufflevector(x.low, x.high, 1, 2, 3, 4, 5, 6, 7, 8),
            __builtin_shufflevector(x.high, Rows::Half{}, 1, 2, 3, 4, 5, 6, 7, 8)};
#endif
  }

  Rows rows_;
};

inline constexpr CellSet<16>::SinglesTable CellSet<16>::kSingles{};

inline CellSet<16> CellSet<16>::single(CellIndex cell) { return CellSet(std::bit_cast<Rows>(kSingles.of[cell])); }

template <>
class CellSet<32> {
 public:
  CellSet() : rows_{} {}
  static CellSet single(CellIndex cell) {
    CellSet set;
    set.rows_[cell >> 5] = 1u << (cell & 31);
    return set;
  }

  friend CellSet operator|(const CellSet& a, const CellSet& b) {
    return zip(a, b, [](auto x, auto y) { return x | y; });
  }
  friend CellSet operator&(const CellSet& a, const CellSet& b) {
    return zip(a, b, [](auto x, auto y) { return x & y; });
  }
  friend CellSet operator^(const CellSet& a, const CellSet& b) {
    return zip(a, b, [](auto x, auto y) { return x ^ y; });
  }
  CellSet operator~() const {
    return zip(*this, *this, [](auto x, auto) { return ~x; });
  }
  CellSet& operator|=(const CellSet& b) { return *this = *this | b; }
  CellSet& operator&=(const CellSet& b) { return *this = *this & b; }
  CellSet& operator^=(const CellSet& b) { return *this = *this ^ b; }

  bool any() const {
    std::uint32_t all = 0;
    for (auto row : rows_) all |= row;
    return all != 0;
  }
  bool operator==(const CellSet& b) const { return rows_ == b.rows_; }

  CellSet east() const {
    return zip(*this, *this, [](auto x, auto) { return x << 1; });
  }
  CellSet west() const {
    return zip(*this, *this, [](auto x, auto) { return x >> 1; });
  }
  CellSet south_east() const {
    CellSet out;
    for (int i = 1; i < 32; ++i) out.rows_[i] = rows_[i - 1];
    return out;
  }
  CellSet north_west() const {
    CellSet out;
    for (int i = 1; i < 32; ++i) out.rows_[i - 1] = rows_[i];
    return out;
  }
  CellSet south_west() const { return west().south_east(); }
  CellSet north_east() const { return east().north_west(); }

  static constexpr int kWords = 16;
  std::array<std::uint64_t, 16> words() const { return std::bit_cast<std::array<std::uint64_t, 16>>(rows_); }
  bool test(CellIndex cell) const { return rows_[cell >> 5] >> (cell & 31) & 1; }

 private:
  template <class F>
  static CellSet zip(const CellSet& a, const CellSet& b, F f) {
    CellSet out;
    for (int i = 0; i < 32; ++i) out.rows_[i] = f(a.rows_[i], b.rows_[i]);
    return out;
  }
  std::array<std::uint32_t, 32> rows_;
};

// The cells in the first and last row and column of the window.
template <int N>
CellSet<N> make_border() {
  CellSet<N> border;
  for (int i = 0; i < N; ++i)
    for (const int cell : {i, N * (N - 1) + i, N * i, N * i + N - 1})
      border |= CellSet<N>::single(static_cast<CellIndex>(cell));
  return border;
}
template <int N>
inline const CellSet<N> kBorder = make_border<N>();

template <int N>
constexpr bool on_border(CellIndex cell) {
  const unsigned q = cell % N, r = cell / N;
  return (q + 1) % N <= 1 || (r + 1) % N <= 1;
}

// All neighbors of the cells in the set. A cell of the set itself is included only if it is a neighbor of another cell
// of the set.
template <int N>
CellSet<N> beside(const CellSet<N>& set) {
  const CellSet<N> east = set.east(), west = set.west();
  return east | west | (set | west).south_east() | (set | east).north_west();
}

// Calls visit(cell) for every cell of the set in ascending order.
template <int N, class F>
void for_each_cell(const CellSet<N>& set, F visit) {
  const auto words = set.words();
  for (int i = 0; i < CellSet<N>::kWords; ++i)
    for (std::uint64_t word = words[i]; word != 0; word &= word - 1)
      visit(static_cast<CellIndex>(64 * i + std::countr_zero(word)));
}

}  // namespace hexapoda::hive
