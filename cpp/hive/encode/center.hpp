// The pieces of a hive relative to its center: the cell of the piece whose greatest distance to other pieces is least.
// Among several, the sum of the distances decides, then the lowest piece.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

#include "hive/rules/bounds.hpp"
#include "hive/rules/position.hpp"

namespace hexapoda::hive {

struct CenteredPieces {
  static constexpr int kLanes = 32;  // more than there are pieces, so that loops over them fill vector registers

  PieceSet played = 0;
  int reach = 0;                              // the greatest distance of a piece from the center
  int center_q = 0, center_r = 0;             // the center in the window of the grid
  std::array<std::int16_t, kLanes> q{}, r{};  // from the center; of pieces on the board
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
  for_each_piece(grid.played, [&](Piece piece) {
    q[piece] = static_cast<std::int16_t>(grid.cell[piece] % N);
    r[piece] = static_cast<std::int16_t>(grid.cell[piece] / N);
  });
  std::array<std::int16_t, kLanes> greatest{}, sum{};
  for_each_piece(grid.played, [&](Piece piece) {
    const std::int16_t here_q = q[piece], here_r = r[piece];
    for (int lane = 0; lane < kLanes; ++lane) {
      const auto dq = static_cast<std::int16_t>(q[lane] - here_q);
      const auto dr = static_cast<std::int16_t>(r[lane] - here_r);
      const auto third = static_cast<std::int16_t>(dq + dr);
      const auto far =
          std::max({std::max(dq, static_cast<std::int16_t>(-dq)), std::max(dr, static_cast<std::int16_t>(-dr)),
                    std::max(third, static_cast<std::int16_t>(-third))});
      greatest[lane] = std::max(greatest[lane], far);
      sum[lane] = static_cast<std::int16_t>(sum[lane] + far);
    }
  });
  Piece best = kNoPiece;
  int least = 0;
  for_each_piece(grid.played, [&](Piece piece) {
    // A sum is less than 28 * 28, so it never outweighs the greatest distance.
    const int cost = greatest[piece] * 1024 + sum[piece];
    if (best != kNoPiece && cost >= least) return;
    best = piece;
    least = cost;
  });
  found.reach = greatest[best];
  found.center_q = q[best];
  found.center_r = r[best];
  for (int lane = 0; lane < kLanes; ++lane) {
    q[lane] = static_cast<std::int16_t>(q[lane] - found.center_q);
    r[lane] = static_cast<std::int16_t>(r[lane] - found.center_r);
  }
  return found;
}

// The row of a piece in an observation: the pieces of the player who looks come first.
constexpr int row_of(Piece piece, int player) { return (piece + kPiecesPerSide * player) % kPieces; }

}  // namespace hexapoda::hive
