// Perft over any position with generate/make/unmake: the number of leaves of the legal-move tree.
//
// The last level is generated whole and counted, not played. `checksum` folds in every move listed there, so
// that no list can be left unmade.
#pragma once

#include <cstdint>

namespace hexapoda::search {

struct PerftResult {
  std::uint64_t leaves = 0;
  std::uint64_t checksum = 0;
};

// `buffer` holds `depth` lists of `stride` moves each. `stop()` is asked at inner nodes; once it is true the
// result is incomplete.
template <class Position, class Move, class Stop>
void perft(Position& position, int depth, Move* buffer, int stride, PerftResult& result, Stop&& stop) {
  const int count = position.generate(buffer);
  if (depth <= 1) {
    result.leaves += static_cast<std::uint64_t>(count);
    std::uint32_t sum = 0;
    for (int i = 0; i < count; ++i) sum += buffer[i];
    result.checksum += sum;
    return;
  }
  if (depth >= 3 && stop()) return;
  for (int i = 0; i < count; ++i) {
    position.make(buffer[i]);
    perft(position, depth - 1, buffer + stride, stride, result, stop);
    position.unmake();
  }
}

}  // namespace hexapoda::search
