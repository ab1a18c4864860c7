// The legal moves of Hive as rows, for networks that score moves one by one. docs/reference/encodings.md describes the
// columns.
#pragma once

#include <cstdint>
#include <span>

#include "hive/encode/actions.hpp"

namespace hexapoda::hive {

// The columns: the action number, the row of the piece in an observation, q and r of the destination relative to the
// center, and the number of pieces below the piece there. For the pass, the piece is -1 and the last three are 0.
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
