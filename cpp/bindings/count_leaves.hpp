// Perft for the Python bindings of all games.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <tuple>
#include <vector>

#include "bindings/bind.hpp"
#include "search/perft.hpp"

namespace hexapoda::bindings {

// Returns the number of leaves and a checksum over the move lists of the last ply. Runs without the GIL. `max_moves` is
// the maximum length of a move list.
template <class Move, class Position>
std::tuple<std::uint64_t, std::uint64_t> count_leaves(const Position& start, int depth, int max_moves,
                                                      const StopToken* token) {
  checked("perft depth", depth, 0, 64);
  if (depth == 0) return {1, 0};
  LongCall call(token);
  search::PerftResult result;
  {
    Position position(start);
    std::vector<Move> buffer(static_cast<std::size_t>(depth) * static_cast<std::size_t>(max_moves));
    const WithoutGil release;
    search::perft(position, depth, buffer.data(), max_moves, result, call);
  }
  call.require_complete("perft was stopped");
  return {result.leaves(), result.checksum()};
}

}  // namespace hexapoda::bindings
