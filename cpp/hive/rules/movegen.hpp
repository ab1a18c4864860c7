// Legal moves of one side, generated directly into the caller's buffer.
//
// A packed move has 16 bits: piece << 10 | destination index in the grid it was generated on; kPass is the passing
// move. A walk and a throw that bring the same piece to the same cell are one move (see docs/explanation/rules.md). The
// list contains the placements, then the walks, then the moves that are possible only as a throw.
#pragma once

#include <cstdint>

#include "hive/rules/grid.hpp"

namespace hexapoda::hive {

using PackedMove = std::uint16_t;
inline constexpr PackedMove kPass = 0xFFFF;

constexpr PackedMove pack(Piece piece, CellIndex to) { return static_cast<PackedMove>(piece << 10 | to); }
constexpr Piece piece_of(PackedMove move) { return static_cast<Piece>(move >> 10); }
constexpr CellIndex destination_of(PackedMove move) { return move & 0x3FF; }

// More moves than any position can have: a hive of 28 pieces has at most 87 empty neighbors, which limits placements to
// 8 * 87, walks to 14 * (87 + 28) and throws to 2 * 6 * 6. The rest is padding for whole-register stores.
inline constexpr int kMaxMoves = 4096;

// The part of a position, besides the grid, that the generator needs.
struct Turn {
  int color;         // the side to move
  int number;        // the number of its turn, from 1
  Piece resting;     // the piece that moved on the previous ply, or kNoPiece
  bool tournament;   // no queen on a player's first turn
  PieceSet in_play;  // the slots of one side in this variant
};

struct MoveCounts {
  int placements = 0, walks = 0, throws = 0;
  int total() const { return placements + walks + throws; }
};

// Finds a walk to the empty cell `to` by a piece that is not in `except`. Returns kPass if there is none. Ignores
// mosquitoes and throws.
template <int N>
PackedMove walk_to(const Grid<N>& grid, const Turn& turn, CellIndex to, PieceSet except);

// Writes all legal moves of `turn.color` except the pass to `out` (room for kMaxMoves). The game must not be over.
template <int N>
MoveCounts generate(const Grid<N>& grid, const Turn& turn, PackedMove* out);

// The cells where `color` may place a new piece, whatever it has in hand.
template <int N>
CellSet<N> placement_cells(const Grid<N>& grid, int color);

// The uncovered pieces on the ground that are cut vertices: lifting one would split the hive.
template <int N>
PieceSet pinned_pieces(const Grid<N>& grid);

}  // namespace hexapoda::hive
