// Dot products of bytes, a register at a time, and rounding to bytes. The results are identical on every CPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "nn/lanes.hpp"
#include "search/register_width.hpp"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace hexapoda::nn {

inline constexpr int kMaxByte = 127;       // maximum of inputs and weights: the sum of two products fits in 16 bits
inline constexpr int kProductsPerSum = 4;  // the number of products that add_products() adds to each sum

using Sums = std::int32_t __attribute__((vector_size(search::kRegisterBytes)));
// Each holds the sum of two products, or of more products if they fit together.
using HalfSums = std::int16_t __attribute__((vector_size(search::kRegisterBytes)));

// Whether add_products() is a single instruction. Otherwise it first adds the products in 16 bits, so that adding two
// rows of weights at a time saves an instruction, if the rows fit together.
#if defined(__AVX512VNNI__) || (defined(__AVXVNNI__) && !defined(__AVX512F__))
inline constexpr bool kOneInstruction = true;
#else
inline constexpr bool kOneInstruction = false;
#endif

// The sums of two products each; see add_products().
inline HalfSums half_sums(const std::uint8_t* inputs, const std::int8_t* weights) {
  std::int32_t four;  // the inputs
  std::memcpy(&four, inputs, sizeof four);
#if defined(__AVX512BW__)
  return reinterpret_cast<HalfSums>(_mm512_maddubs_epi16(_mm512_set1_epi32(four), _mm512_loadu_si512(weights)));
#elif defined(__AVX2__) && !defined(__AVX512F__)
  const __m256i row = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(weights));
  return reinterpret_cast<HalfSums>(_mm256_maddubs_epi16(_mm256_set1_epi32(four), row));
#elif defined(__SSSE3__) && !defined(__AVX__)
  const __m128i row = _mm_loadu_si128(reinterpret_cast<const __m128i*>(weights));
  return reinterpret_cast<HalfSums>(_mm_maddubs_epi16(_mm_set1_epi32(four), row));
#else
  const auto in = reinterpret_cast<HalfSums>(Sums{} + four);
  HalfSums row;
  std::memcpy(&row, weights, sizeof row);
  return (in & 255) * (row << 8 >> 8) + (in >> 8) * (row >> 8);
#endif
}

// Adds to each sum its two half sums.
inline Sums add_halves(Sums sums, HalfSums halves) {
#if defined(__AVX512BW__)
  return sums + reinterpret_cast<Sums>(_mm512_madd_epi16(reinterpret_cast<__m512i>(halves), _mm512_set1_epi16(1)));
#elif defined(__AVX2__) && !defined(__AVX512F__)
  return sums + reinterpret_cast<Sums>(_mm256_madd_epi16(reinterpret_cast<__m256i>(halves), _mm256_set1_epi16(1)));
#elif defined(__SSSE3__) && !defined(__AVX__)
  return sums + reinterpret_cast<Sums>(_mm_madd_epi16(reinterpret_cast<__m128i>(halves), _mm_set1_epi16(1)));
#else
  const auto pairs = reinterpret_cast<Sums>(halves);
  return sums + (pairs << 16 >> 16) + (pairs >> 16);
#endif
}

// Adds to each sum the dot product of four inputs (0 to kMaxByte) and that sum's four weights (-kMaxByte to kMaxByte).
// `weights` is a row: it has the four weights of the first sum, then those of the second, and so on.
inline Sums add_products(Sums sums, const std::uint8_t* inputs, const std::int8_t* weights) {
// The same builds as for kOneInstruction.
#if defined(__AVX512VNNI__) || (defined(__AVXVNNI__) && !defined(__AVX512F__))
  std::int32_t four;
  std::memcpy(&four, inputs, sizeof four);
#if defined(__AVX512VNNI__)
  return reinterpret_cast<Sums>(
      _mm512_dpbusd_epi32(reinterpret_cast<__m512i>(sums), _mm512_set1_epi32(four), _mm512_loadu_si512(weights)));
#else
  return reinterpret_cast<Sums>(_mm256_dpbusd_avx_epi32(reinterpret_cast<__m256i>(sums), _mm256_set1_epi32(four),
                                                        _mm256_loadu_si256(reinterpret_cast<const __m256i*>(weights))));
#endif
#else
  return add_halves(sums, half_sums(inputs, weights));
#endif
}

// Whether the half sums of two rows, each with the weights of `sums` sums, fit together: for any inputs, the sum of two
// half sums fits in 16 bits.
inline bool fit_together(const std::int8_t* one, const std::int8_t* two, std::size_t sums) {
  constexpr int kMost = 32767 / kMaxByte;
  for (std::size_t i = 0; i < kProductsPerSum * sums; i += 2) {
    int positive = 0, negative = 0;
    for (const int weight : {one[i], one[i + 1], two[i], two[i + 1]}) (weight > 0 ? positive : negative) += weight;
    if (positive > kMost || -negative > kMost) return false;
  }
  return true;
}

// Clamps the values to the range 0 to kMaxByte, rounds them, and writes each as a byte.
template <int kRegisters>
inline void store_rounded(std::uint8_t* bytes, const Lanes (&values)[kRegisters]) {
  Sums whole[kRegisters];
  for (int i = 0; i < kRegisters; ++i)
    whole[i] = __builtin_convertvector(smaller(larger(values[i], Lanes{}), Lanes{} + kMaxByte) + 0.5F, Sums);
#if defined(__AVX2__) && !defined(__AVX512F__)
  static_assert(kRegisters % 4 == 0);
  for (int i = 0; i < kRegisters; i += 4) {
    const auto at = [&](int k) { return reinterpret_cast<__m256i>(whole[i + k]); };
    // Packing works on each half of a register separately, so the groups of four bytes are reordered afterwards.
    const __m256i packed = _mm256_packus_epi16(_mm256_packs_epi32(at(0), at(1)), _mm256_packs_epi32(at(2), at(3)));
    const __m256i ordered = _mm256_permutevar8x32_epi32(packed, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(bytes + i * kLanes), ordered);
  }
#elif defined(__SSE2__) && !defined(__AVX__)
  static_assert(kRegisters % 4 == 0);
  for (int i = 0; i < kRegisters; i += 4) {
    const auto at = [&](int k) { return reinterpret_cast<__m128i>(whole[i + k]); };
    const __m128i packed = _mm_packus_epi16(_mm_packs_epi32(at(0), at(1)), _mm_packs_epi32(at(2), at(3)));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(bytes + i * kLanes), packed);
  }
#else
  using Bytes = std::uint8_t __attribute__((vector_size(kLanes)));
  for (int i = 0; i < kRegisters; ++i) {
    const Bytes packed = __builtin_convertvector(whole[i], Bytes);
    std::memcpy(bytes + i * kLanes, &packed, sizeof packed);
  }
#endif
}

}  // namespace hexapoda::nn
