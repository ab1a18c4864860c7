// Where the highest of some numbers stands, found sixteen at a time.
#pragma once

#include <cstdint>
#include <cstring>

namespace hexapoda::hex {

// The place of the highest number, of equal ones any. `width` is a multiple of sixteen.
inline int place_of_highest(const float* numbers, int width) {
  constexpr int kStep = 16;
  using Values = float __attribute__((vector_size(64)));
  using Places = std::int32_t __attribute__((vector_size(64)));
  const auto load = [&](int from) {
    Values values;
    std::memcpy(&values, numbers + from, sizeof values);
    return values;
  };
  Places here = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, places = here;
  Values highest = load(0);
  for (int from = kStep; from < width; from += kStep) {
    here += kStep;
    const Values values = load(from);
    places = values > highest ? here : places;
    highest = values > highest ? values : highest;
  }
  int best = 0;
  for (int i = 1; i < kStep; ++i)
    if (highest[i] > highest[best]) best = i;
  return places[best];
}

}  // namespace hexapoda::hex
