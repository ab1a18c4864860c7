// The index of the greatest of some values, found sixteen at a time.
#pragma once

#include <cstdint>
#include <cstring>

#include "search/register_width.hpp"

namespace hexapoda::hex {

// The index of the greatest value, of equal ones any, but on every CPU the same one. `width` is a multiple of sixteen.
inline int argmax(const float* numbers, int width) {
  constexpr int kStep = 16, kWidth = search::kRegisterBytes / 4, kParts = kStep / kWidth;
  using Values = float __attribute__((vector_size(search::kRegisterBytes)));
  using Places = std::int32_t __attribute__((vector_size(search::kRegisterBytes)));
  Places here[kParts], places[kParts];
  Values highest[kParts];
  for (int part = 0; part < kParts; ++part) {
    for (int i = 0; i < kWidth; ++i) here[part][i] = part * kWidth + i;
    places[part] = here[part];
    std::memcpy(&highest[part], numbers + part * kWidth, sizeof highest[part]);
  }
  for (int from = kStep; from < width; from += kStep)
    for (int part = 0; part < kParts; ++part) {
      Values values;
      std::memcpy(&values, numbers + from + part * kWidth, sizeof values);
      here[part] += kStep;
      places[part] = values > highest[part] ? here[part] : places[part];
      highest[part] = values > highest[part] ? values : highest[part];
    }
  const auto lane = [](const auto& parts, int i) { return parts[i / kWidth][i % kWidth]; };
  int best = 0;
  for (int i = 1; i < kStep; ++i)
    if (lane(highest, i) > lane(highest, best)) best = i;
  return lane(places, best);
}

}  // namespace hexapoda::hex
