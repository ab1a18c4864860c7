// Random numbers for playouts and shuffles, and a hash: splitmix64. It is fast and gives the same numbers on every
// machine.
#pragma once

#include <cstdint>
#include <utility>

namespace hexapoda::search {

// Mixes the bits of a code. Different codes give different results.
constexpr std::uint64_t spread(std::uint64_t code) {
  code += 0x9E3779B97F4A7C15ULL;
  code = (code ^ code >> 30) * 0xBF58476D1CE4E5B9ULL;
  code = (code ^ code >> 27) * 0x94D049BB133111EBULL;
  return code ^ code >> 31;
}

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    const std::uint64_t number = spread(state_);
    state_ += 0x9E3779B97F4A7C15ULL;
    return number;
  }
  // A random number from 0 to n - 1, for n below 2^32.
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>((next() >> 32) * n >> 32); }

  // The state, which determines all further numbers: Random(state()) continues the sequence.
  std::uint64_t state() const { return state_; }

  template <class Iterator>
  void shuffle(Iterator begin, Iterator end) {
    for (auto n = static_cast<std::uint32_t>(end - begin); n > 1; --n) std::swap(begin[n - 1], begin[below(n)]);
  }

 private:
  std::uint64_t state_;
};

}  // namespace hexapoda::search
