#include "hive/evaluate/classic_evaluation.hpp"

#include <array>
#include <bit>
#include <cmath>

#include "hive/rules/bounds.hpp"

namespace hexapoda::hive {
namespace {

constexpr int kAttackFromTurn = 5;
constexpr int kRingPiece = 1750, kFreePiece = 250, kFreeQueen = 2750;

struct ClassicTables {
  std::array<int, 71> surround;               // indexed by tenths of a piece
  std::array<int, kPiecesPerSide + 1> crowd;  // indexed by the number of pieces on the board

  ClassicTables() {
    for (std::size_t i = 0; i < surround.size(); ++i)
      surround[i] = static_cast<int>(std::lround(2500 * std::pow(static_cast<double>(i) / 10, 1.5)));
    for (std::size_t i = 0; i < crowd.size(); ++i)
      crowd[i] = static_cast<int>(std::lround(250 * std::pow(static_cast<double>(i), 1.1)));
  }
};
const ClassicTables kClassicTables;

// The mobility of a side, as if it were its turn and no piece rested.
struct Mobility {
  PieceSet free = 0;      // pieces that have a move
  PieceSet reaching = 0;  // pieces that have a move into `target`
};

template <int N>
Mobility mobility_of(const Grid<N>& grid, int color, bool with_pillbug, const CellSet<N>& target) {
  // The turn has only the pieces on the board in play, so there is nothing to place. The pillbug's slot is added to
  // enable throws; if the pillbug is still in hand, its placements are generated and skipped below.
  const PieceSet played = grid.played >> (kPiecesPerSide * color) & kSide;
  const Turn turn{color, kAttackFromTurn, kNoPiece, false, played | (with_pillbug ? kPillbugSlot : 0)};
  PackedMove list[kMaxMoves];
  const MoveCounts counts = generate(grid, turn, list);
  Mobility mobility;
  for (int i = counts.placements; i < counts.total(); ++i) {
    const Piece piece = piece_of(list[i]);
    if (color_of(piece) != color) continue;
    mobility.free |= set_of(piece);
    if (target.test(destination_of(list[i]))) mobility.reaching |= set_of(piece);
  }
  return mobility;
}

template <int N>
int classic_difference(const Grid<N>& grid, int turn_number, bool with_pillbug, int color) {
  const bool attack = turn_number >= kAttackFromTurn;
  CellSet<N> around[2];  // each queen's cell and its neighbors, empty while the queen is in hand
  for (const int side : {0, 1})
    if (grid.played & set_of(queen_of(side))) {
      const auto queen = CellSet<N>::single(grid.cell[queen_of(side)]);
      around[side] = queen | beside(queen);
    }
  Mobility mobility[2];
  for (const int side : {0, 1}) mobility[side] = mobility_of(grid, side, with_pillbug, around[1 - side]);

  int values[2] = {0, 0};
  for (const int side : {0, 1}) {
    const PieceSet own = grid.played & side_set(side), queen = set_of(queen_of(side));
    int& value = values[side];
    value -= kClassicTables.crowd[static_cast<std::size_t>(std::popcount(own))];
    value += kFreePiece * std::popcount(mobility[side].free);
    if (attack && (mobility[side].free & queen)) value += kFreeQueen - kFreePiece;

    const Piece enemy = queen_of(1 - side);
    if (!attack || !(grid.played & set_of(enemy))) continue;
    const CellIndex at = grid.cell[enemy];
    int tenths = color_of(grid.top[at]) == side ? 10 : 0;
    for (int d = 0; d < kDirections; ++d) {
      const Piece piece = grid.top[grid.beside(at, d)];
      if (piece == kNoPiece) continue;
      if (color_of(piece) == side) {
        tenths += 10;
      } else if (mobility[1 - side].free & set_of(piece)) {
        value += kRingPiece;
      } else {
        tenths += 8;
      }
    }
    value += kClassicTables.surround[static_cast<std::size_t>(tenths)];
    for_each_piece(own & ~queen, [&](Piece piece) {
      if (around[1 - side].test(grid.cell[piece])) return;
      value += mobility[side].reaching & set_of(piece) ? kRingPiece : -kRingPiece;
    });
  }
  return values[color] - values[1 - color];
}

}  // namespace

int classic_evaluate(const Position& position) {
  const bool with_pillbug = position.rules().in_play & kPillbugSlot;
  return position.on_grid([&](const auto& grid) {
    return classic_difference(grid, position.turn_number(), with_pillbug, position.turn());
  });
}

}  // namespace hexapoda::hive
