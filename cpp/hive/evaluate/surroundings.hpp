// The surroundings of all pieces and of the cells next to the queens. The evaluation needs them at nearly every node,
// so they come from one table lookup per cell, vectorized where AVX-512 is available.
//
// A ring is the six-bit mask of the occupied neighbors of a cell.
#pragma once

#include <array>
#include <cstdint>

#include "hive/rules/grid.hpp"
#include "hive/rules/slides.hpp"
#if defined(__AVX512VBMI__) && defined(__AVX512VL__)
#include <immintrin.h>
#endif

namespace hexapoda::hive {

// By ring: bit 1 if the cell is a cut vertex (in a hive without holes), bit 0 if it has no slide.
constexpr std::array<std::uint8_t, 64> make_ring_bits() {
  std::array<std::uint8_t, 64> bits{};
  for (unsigned ring = 0; ring < 64; ++ring)
    bits[ring] = static_cast<std::uint8_t>((kRuns[ring] >= 2) << 1 | (kSlides[ring] == 0));
  return bits;
}
inline constexpr std::array<std::uint8_t, 64> kRingBits = make_ring_bits();

// Bits of pieces in hand, of cells beside a queen in hand, and above the last piece are meaningless.
struct Surroundings {
  PieceSet cut;        // pieces whose neighbors form two or more runs
  PieceSet blocked;    // pieces without a slide
  unsigned closed[2];  // directions from White's and Black's queen to the cells that no slide can enter
};

template <int N>
[[gnu::always_inline]] inline Surroundings surroundings(const Grid<N>& grid) {
#if defined(__AVX512VBMI__) && defined(__AVX512VL__)
  if constexpr (N == 16) {
    // Look up the rings of 28 pieces and 12 cells at once: one register holds their cell indices as bytes, and the
    // rings of the window are a table of 256 bytes. The index of a cell next to a queen wraps around modulo 256.
    static_assert(kStep<16> == std::array{1, 16, 15, -1, -16, -15} && kPieces == 28);
    const std::uint16_t* const cell = grid.cell.data();
    const __m128i first = _mm256_cvtepi16_epi8(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(cell)));
    const __m128i rest = _mm256_cvtepi16_epi8(_mm256_maskz_loadu_epi16(0xFFF, cell + 16));
    const auto white = static_cast<char>(cell[queen_of(0)]), black = static_cast<char>(cell[queen_of(1)]);
    const __m128i queens = _mm_unpacklo_epi64(_mm_set1_epi8(white), _mm_set1_epi8(black));
    const __m128i steps = _mm_setr_epi8(1, 16, 15, -1, -16, -15, 0, 0, 1, 16, 15, -1, -16, -15, 0, 0);
    __m512i cells = _mm512_inserti32x4(_mm512_castsi128_si512(first), rest, 1);
    cells = _mm512_inserti32x4(cells, _mm_add_epi8(queens, steps), 2);
    const auto quarter = [&](int i) { return _mm512_loadu_si512(grid.ring.data() + 64 * i); };
    const __m512i upper = _mm512_permutex2var_epi8(quarter(0), cells, quarter(1));
    const __m512i lower = _mm512_permutex2var_epi8(quarter(2), cells, quarter(3));
    const __m512i rings = _mm512_mask_blend_epi8(_mm512_movepi8_mask(cells), upper, lower);
    const __m512i bits = _mm512_permutexvar_epi8(rings, _mm512_loadu_si512(kRingBits.data()));
    const std::uint64_t cut = _mm512_test_epi8_mask(bits, _mm512_set1_epi8(2));
    const std::uint64_t blocked = _mm512_test_epi8_mask(bits, _mm512_set1_epi8(1));
    return {static_cast<PieceSet>(cut),
            static_cast<PieceSet>(blocked),
            {static_cast<unsigned>(blocked >> 32 & 63), static_cast<unsigned>(blocked >> 40 & 63)}};
  }
#endif
  Surroundings found{};
  for (Piece piece = 0; piece < kPieces; ++piece) {
    const PieceSet bits = kRingBits[grid.ring[grid.cell[piece]]];
    found.cut |= bits >> 1 << piece;
    found.blocked |= (bits & 1) << piece;
  }
  for (int color = 0; color < 2; ++color) {
    const CellIndex queen = grid.cell[queen_of(color)];
    if (queen == Grid<N>::kNowhere) continue;
    for (int d = 0; d < kDirections; ++d)
      found.closed[color] |= (kRingBits[grid.ring[neighbor<N>(queen, d)]] & 1u) << d;
  }
  return found;
}

}  // namespace hexapoda::hive
