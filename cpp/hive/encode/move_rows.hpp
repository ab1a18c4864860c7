// The legal moves of Hive as rows, for networks that score moves one by one. docs/reference/encodings.md describes the
// columns.
#pragma once

#include <cstdint>
#include <span>

#include "hive/encode/actions.hpp"

namespace hexapoda::hive {

// The number of the move, the row of its piece in an observation, q and r of its destination from the center, and the
// number of pieces below it there. The pass has no piece: -1.
inline constexpr int kMoveColumns = 5;

template <int N>
void write_moves(const Grid<N>& grid, const CenteredPieces& pieces, int turn, std::span<const PackedMove> moves,
                 const ActionNumber* numbers, std::int16_t* out) {
  for (const PackedMove move : moves) {
    int piece = -1, q = 0, r = 0, height = 0;
    if (move != kPass) {
      const auto to = static_cast<int>(destination_of(move));
      piece = row_of(piece_of(move), turn);
      q = to % N - pieces.center_q;
      r = to / N - pieces.center_r;
      height = grid.height(destination_of(move));
    }
    for (const int value : {int{*numbers++}, piece, q, r, height}) *out++ = static_cast<std::int16_t>(value);
  }
}

}  // namespace hexapoda::hive
