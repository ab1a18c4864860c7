// The pieces of a hive relative to its center. The center is the cell of the piece whose greatest distance to any
// other piece is smallest. Ties are broken by the sum of the distances, then by the lower piece index.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>

#include "hive/rules/bounds.hpp"
#include "hive/rules/position.hpp"

namespace hexapoda::hive {

struct CenteredPieces {
  static constexpr int kLanes = 32;  // more than there are pieces, so that loops over lanes fill vector registers

  PieceSet played = 0;
  int reach = 0;                              // the greatest distance of a piece from the center
  int center_q = 0, center_r = 0;             // the coordinates of the center in the grid's window
  std::array<std::int16_t, kLanes> q{}, r{};  // offsets from the center, for pieces on the board
};

template <int N>
CenteredPieces center_pieces(const Grid<N>& grid) {
  CenteredPieces found;
  found.played = grid.played;
  if (grid.played == 0) {  // the first piece goes to the cell (0, 0)
    found.center_q = -grid.base.q;
    found.center_r = -grid.base.r;
    return found;
  }
  constexpr auto kLanes = CenteredPieces::kLanes;
  auto &q = found.q, &r = found.r;
  std::array<std::uint16_t, kLanes> cells{};
  std::copy(grid.cell.begin(), grid.cell.end(), cells.begin());
  std::array<std::int16_t, kLanes> on_board;  // -1 (all bits set) for the pieces on the board, otherwise 0
  for (int lane = 0; lane < kLanes; ++lane) {
    q[lane] = static_cast<std::int16_t>(cells[lane] % N);
    r[lane] = static_cast<std::int16_t>(cells[lane] / N);
    on_board[lane] = static_cast<std::int16_t>(-static_cast<int>(grid.played >> lane & 1));
  }
  // The extent of the hive along the three axes. Pieces in hand never extend it.
  std::int16_t low_q = N, high_q = 0, low_r = N, high_r = 0, low_sum = 2 * N, high_sum = 0;
  for (int lane = 0; lane < kLanes; ++lane) {
    const auto beyond = static_cast<std::int16_t>(~on_board[lane] & 2 * N);
    const auto column = static_cast<std::int16_t>(q[lane] & on_board[lane]);
    const auto row = static_cast<std::int16_t>(r[lane] & on_board[lane]);
    const auto both = static_cast<std::int16_t>(column + row);
    low_q = std::min(low_q, static_cast<std::int16_t>(column | beyond)), high_q = std::max(high_q, column);
    low_r = std::min(low_r, static_cast<std::int16_t>(row | beyond)), high_r = std::max(high_r, row);
    low_sum = std::min(low_sum, static_cast<std::int16_t>(both | beyond)), high_sum = std::max(high_sum, both);
  }
  // The distance between two cells is their greatest difference along the three axes, so the piece farthest from a
  // cell is at one end of the hive along some axis.
  std::array<std::int16_t, kLanes> greatest;
  for (int lane = 0; lane < kLanes; ++lane) {
    const auto both = static_cast<std::int16_t>(q[lane] + r[lane]);
    const auto far = std::max({static_cast<std::int16_t>(high_q - q[lane]), static_cast<std::int16_t>(q[lane] - low_q),
                               static_cast<std::int16_t>(high_r - r[lane]), static_cast<std::int16_t>(r[lane] - low_r),
                               static_cast<std::int16_t>(high_sum - both), static_cast<std::int16_t>(both - low_sum)});
    greatest[lane] = on_board[lane] ? far : std::int16_t{2 * N};
  }
  std::int16_t reach = 2 * N;
  for (int lane = 0; lane < kLanes; ++lane) reach = std::min(reach, greatest[lane]);
  PieceSet equal = 0;
  for (int lane = 0; lane < kLanes; ++lane) equal |= static_cast<PieceSet>(greatest[lane] == reach) << lane;
  auto best = static_cast<Piece>(std::countr_zero(equal));
  if (equal & (equal - 1)) {
    int least = std::numeric_limits<int>::max();
    for_each_piece(equal, [&](Piece piece) {
      std::int16_t sum = 0;
      for (int lane = 0; lane < kLanes; ++lane) {
        const auto dq = static_cast<std::int16_t>(q[lane] - q[piece]);
        const auto dr = static_cast<std::int16_t>(r[lane] - r[piece]);
        const auto both = static_cast<std::int16_t>(dq + dr);
        const auto far = std::max({dq, static_cast<std::int16_t>(-dq), dr, static_cast<std::int16_t>(-dr), both,
                                   static_cast<std::int16_t>(-both)});
        sum = static_cast<std::int16_t>(sum + (far & on_board[lane]));
      }
      if (sum >= least) return;
      best = piece;
      least = sum;
    });
  }
  found.reach = reach;
  found.center_q = q[best];
  found.center_r = r[best];
  for (int lane = 0; lane < kLanes; ++lane) {
    q[lane] = static_cast<std::int16_t>(q[lane] - found.center_q);
    r[lane] = static_cast<std::int16_t>(r[lane] - found.center_r);
  }
  return found;
}

// The row of a piece in an observation: the observing player's pieces come first.
constexpr int row_of(Piece piece, int player) { return (piece + kPiecesPerSide * player) % kPieces; }

}  // namespace hexapoda::hive
