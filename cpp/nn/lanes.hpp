// Vectors of floats, each as wide as a register.
#pragma once

#include <cstring>

#include "search/register_width.hpp"

#if defined(__AVX512F__)
#include <immintrin.h>
#endif

namespace hexapoda::nn {

inline constexpr int kLanes = search::kRegisterBytes / static_cast<int>(sizeof(float));

using Lanes = float __attribute__((vector_size(search::kRegisterBytes)));

inline Lanes load(const float* from) {
  Lanes lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return lanes;
}
inline void store(float* to, Lanes lanes) { std::memcpy(to, &lanes, sizeof lanes); }

// The larger and the smaller of two numbers; b if one of them is NaN. With AVX-512, GCC compiles the plain form to a
// comparison and a blend, so these functions use intrinsics.
inline Lanes larger(Lanes a, Lanes b) {
#if defined(__AVX512F__)
  return _mm512_mask_max_ps(a, 0xFFFF, a, b);
#else
  return a > b ? a : b;
#endif
}
inline Lanes smaller(Lanes a, Lanes b) {
#if defined(__AVX512F__)
  return _mm512_mask_min_ps(a, 0xFFFF, a, b);
#else
  return a < b ? a : b;
#endif
}

// The sum of all lanes. Adds the upper half to the lower half until one lane is left.
inline float sum(Lanes lanes) {
  float values[kLanes];
  store(values, lanes);
  for (int half = kLanes / 2; half > 0; half /= 2)
    for (int i = 0; i < half; ++i) values[i] += values[i + half];
  return values[0];
}

}  // namespace hexapoda::nn
