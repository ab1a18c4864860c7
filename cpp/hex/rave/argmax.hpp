// Finds the index of the largest value in an array by comparing sixteen values at a time.
#pragma once

#include <cstdint>
#include <cstring>

#include "search/register_width.hpp"

namespace hexapoda::hex {

// Ties are broken arbitrarily, but in the same way on every CPU. `width` is a multiple of sixteen.
inline int argmax(const float* values, int width) {
  constexpr int kStep = 16, kWidth = search::kRegisterBytes / 4, kParts = kStep / kWidth;
  using Values = float __attribute__((vector_size(search::kRegisterBytes)));
  using Places = std::int32_t __attribute__((vector_size(search::kRegisterBytes)));
  Places here[kParts], places[kParts];
  Values highest[kParts];
  for (int part = 0; part < kParts; ++part) {
    for (int i = 0; i < kWidth; ++i) here[part][i] = part * kWidth + i;
    places[part] = here[part];
    std::memcpy(&highest[part], values + part * kWidth, sizeof highest[part]);
  }
  for (int from = kStep; from < width; from += kStep)
    for (int part = 0; part < kParts; ++part) {
      Values next;
      std::memcpy(&next, values + from + part * kWidth, sizeof next);
      here[part] += kStep;
      places[part] = next > highest[part] ? here[part] : places[part];
      highest[part] = next > highest[part] ? next : highest[part];
    }
  const auto lane = [](const auto& parts, int i) { return parts[i / kWidth][i % kWidth]; };
  int best = 0;
  for (int i = 1; i < kStep; ++i)
    if (lane(highest, i) > lane(highest, best)) best = i;
  return lane(places, best);
}

}  // namespace hexapoda::hex
