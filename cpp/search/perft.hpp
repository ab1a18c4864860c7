// Perft over any position with generate/make/unmake: the number of leaves of the legal-move tree.
//
// The last level is generated in bulk and counted, not played. The checksum depends on every move in these lists, so
// the compiler cannot drop the generation of any list.
#pragma once

#include <cstdint>
#include <cstring>

namespace hexapoda::search {

class PerftResult {
 public:
  static constexpr int kRoom = 4096 + 16;  // the longest list, and the padding written past its end

  std::uint64_t leaves() const { return leaves_; }
  // A hash of the sum of all lists, each read as vectors of 32-bit words and padded with zeros.
  std::uint64_t checksum() {
    fold();
    count_ = 0;
    std::uint64_t sum = 0;
    for (int lane = 0; lane < kLanes; ++lane) sum = sum * 0x9E3779B97F4A7C15ULL + words_[lane];
    return sum;
  }

  // The buffer for the next list. The previous list is added to the checksum only now: by this time, its stores have
  // left the store buffer, so wide loads can be served from the cache.
  std::uint16_t* next_list() {
    fold();
    current_ ^= 1;
    return lists_[current_];
  }
  void add(int count) {
    count_ = count;
    leaves_ += static_cast<std::uint64_t>(count);
    const Words zeros{};
    std::memcpy(lists_[current_] + count, &zeros, sizeof zeros);
  }

 private:
  static constexpr int kLanes = 8;
  using Words = std::uint32_t __attribute__((vector_size(4 * kLanes)));

  void fold() {
    const std::uint16_t* list = lists_[current_];
    for (int i = 0; i < count_; i += 2 * kLanes) {
      Words words;
      std::memcpy(&words, list + i, sizeof words);
      words_ += words;
    }
  }

  Words words_{};
  std::uint64_t leaves_ = 0;
  int count_ = 0;
  int current_ = 0;
  std::uint16_t lists_[2][kRoom];
};

// `buffer` holds `depth` lists of `stride` moves each. `stop()` is called at inner nodes; once it returns true, the
// result is incomplete.
template <class Position, class Move, class Stop>
void perft(Position& position, int depth, Move* buffer, int stride, PerftResult& result, Stop&& stop) {
  if (depth <= 1) {
    result.add(position.generate(result.next_list()));
    return;
  }
  const int count = position.generate(buffer);
  if (depth >= 3 && stop()) return;
  for (int i = 0; i < count; ++i) {
    position.make(buffer[i]);
    perft(position, depth - 1, buffer + stride, stride, result, stop);
    position.unmake();
  }
}

}  // namespace hexapoda::search
