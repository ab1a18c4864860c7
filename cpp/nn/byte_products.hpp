// Sums of products of bytes, as many at a time as a register holds. The sums are the same on every CPU.
#pragma once

#include <cstdint>
#include <cstring>

#include "search/register_width.hpp"

#if defined(__SSSE3__)
#include <immintrin.h>
#endif

namespace hexapoda::nn {

inline constexpr int kLevels = 127;  // the largest input, and the largest weight: two products fit 16 bits
inline constexpr int kFour = 4;      // products that are added to a sum at once
inline constexpr int kSums = search::kRegisterBytes / static_cast<int>(sizeof(std::int32_t));

using Sums = std::int32_t __attribute__((vector_size(search::kRegisterBytes)));

// Adds to each sum the products of four inputs, 0 to kLevels, with its own four weights, -kLevels to kLevels.
inline Sums add_products(Sums sums, const std::uint8_t* inputs, const std::int8_t* weights) {
#if defined(__AVX512VNNI__)
  std::int32_t four;
  std::memcpy(&four, inputs, sizeof four);
  return reinterpret_cast<Sums>(
      _mm512_dpbusd_epi32(reinterpret_cast<__m512i>(sums), _mm512_set1_epi32(four), _mm512_loadu_si512(weights)));
#elif defined(__AVX512BW__)
  std::int32_t four;
  std::memcpy(&four, inputs, sizeof four);
  const __m512i pairs = _mm512_maddubs_epi16(_mm512_set1_epi32(four), _mm512_loadu_si512(weights));
  return sums + reinterpret_cast<Sums>(_mm512_madd_epi16(pairs, _mm512_set1_epi16(1)));
#elif defined(__AVX2__) && !defined(__AVX512F__)
  std::int32_t four;
  std::memcpy(&four, inputs, sizeof four);
  const __m256i row = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(weights));
  const __m256i pairs = _mm256_maddubs_epi16(_mm256_set1_epi32(four), row);
  return sums + reinterpret_cast<Sums>(_mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
#elif defined(__SSSE3__) && !defined(__AVX__)
  std::int32_t four;
  std::memcpy(&four, inputs, sizeof four);
  const __m128i row = _mm_loadu_si128(reinterpret_cast<const __m128i*>(weights));
  const __m128i pairs = _mm_maddubs_epi16(_mm_set1_epi32(four), row);
  return sums + reinterpret_cast<Sums>(_mm_madd_epi16(pairs, _mm_set1_epi16(1)));
#else
  for (int i = 0; i < kSums; ++i)
    for (int k = 0; k < kFour; ++k) sums[i] += inputs[k] * weights[i * kFour + k];
  return sums;
#endif
}

}  // namespace hexapoda::nn
