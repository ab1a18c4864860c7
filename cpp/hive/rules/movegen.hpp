// Legal moves of one side, generated straight into a caller's buffer.
//
// A move here is 16 bits: piece << 10 | destination index (of the grid it was generated on); kPass stands for
// the passing move. A walk and a throw that bring the same piece to the same cell are one move (rules: "one
// move"). The list is ordered: placements, walks, then moves that only a throw makes.
#pragma once

#include <cstdint>

#include "hive/rules/grid.hpp"

namespace hexapoda::hive {

using PackedMove = std::uint16_t;
inline constexpr PackedMove kPass = 0xFFFF;

constexpr PackedMove pack(Piece piece, CellIndex to) { return static_cast<PackedMove>(piece << 10 | to); }
constexpr Piece piece_of(PackedMove move) { return static_cast<Piece>(move >> 10); }
constexpr CellIndex destination_of(PackedMove move) { return move & 0x3FF; }

// More than any position can have: a hive of 28 has at most 87 empty neighbours, which bounds placements by
// 8 * 87, walks by 14 * (87 + 28) and throws by 2 * 6 * 6; the rest is room for whole-register stores.
inline constexpr int kMaxMoves = 4096;

// What the generator needs to know besides the grid.
struct Turn {
  int color;         // side to move
  int number;        // its turn, from 1
  Piece resting;     // the piece that moved in the ply before, or kNoPiece
  bool tournament;   // no queen on a player's first turn
  PieceSet in_play;  // slots of one side that the game type has
};

struct MoveCounts {
  int placements = 0, walks = 0, throws = 0;
  int total() const { return placements + walks + throws; }
};

// A move to an empty cell by a piece of its own power, none of `except`; kPass if there is no such move. Mosquitoes and
// throws are not looked at.
template <int N>
PackedMove walk_to(const Grid<N>& grid, const Turn& turn, CellIndex to, PieceSet except);

// Writes all legal moves of `turn.color` but the pass to `out` (room for kMaxMoves). The caller has made sure
// that the game is not over.
template <int N>
MoveCounts generate(const Grid<N>& grid, const Turn& turn, PackedMove* out);

// Cells where `color` may place by the rules of contact, whatever is in its hand.
template <int N>
CellSet<N> placement_cells(const Grid<N>& grid, int color);

// The pieces on the ground, uncovered, whose leaving would split the hive.
template <int N>
PieceSet pinned_pieces(const Grid<N>& grid);

}  // namespace hexapoda::hive
