// The pieces on the board, in a window of N x N cells of the plane. put() and lift() update it.
//
//        (0,-1) (1,-1)          NW  NE
//     (-1,0) (0,0) (1,0)       W  *   E        axial (q, r): q east, r south-east
//        (-1,1) (0,1)           SW  SE
//
// Besides the pieces, the grid keeps the data that move generation needs at every node: for each cell its occupied
// neighbors (`ring`), for each color a bitboard of the cells with its pieces on top, and the Euler characteristic of
// the occupied cells, which gives the number of holes in the hive without a search.
//
// Cells are indices into the window, whose corner is the cell `base` of the unbounded plane. No piece stands on the
// border of the window, so every neighbor of the hive has an index.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "hive/rules/bitboard.hpp"
#include "hive/rules/piece.hpp"

namespace hexapoda::hive {

struct Cell {
  std::int32_t q = 0, r = 0;
  friend bool operator==(const Cell&, const Cell&) = default;
};

// The number of runs of occupied neighbors in a six-bit ring; a full ring has none.
constexpr std::array<std::int8_t, 64> make_runs() {
  std::array<std::int8_t, 64> runs{};
  for (unsigned ring = 0; ring < 64; ++ring)
    for (int d = 0; d < 6; ++d) runs[ring] += (ring >> d & 1) && !(ring >> (d + 1) % 6 & 1);
  return runs;
}
inline constexpr std::array<std::int8_t, 64> kRuns = make_runs();

template <int N>
struct Grid {
  static constexpr int kCells = N * N;
  static constexpr Cell kFirstBase{-N / 2, -N / 2};
  static constexpr CellIndex kNowhere = kCells;  // the cell of a piece in hand; its ring is empty

  CellSet<N> topped[2];  // the cells with a white piece on top, and those with a black one
  std::array<std::uint8_t, kCells + 1> ring;
  std::array<Piece, kCells> top;
  std::array<std::uint16_t, kPieces> cell;
  std::array<Piece, kPieces> below;
  std::array<std::uint8_t, kPieces> level;
  PieceSet played;
  PieceSet covered;
  std::int16_t euler;   // cells - adjacent pairs + triangles = components - holes
  std::int16_t stacks;  // cells with two or more pieces
  Cell base;

  Grid() { clear(kFirstBase); }

  void clear(Cell new_base) {
    topped[0] = topped[1] = CellSet<N>();
    ring.fill(0);
    top.fill(kNoPiece);
    cell.fill(kNowhere);
    below.fill(kNoPiece);
    level.fill(0);
    played = covered = 0;
    euler = stacks = 0;
    base = new_base;
  }

  Cell to_cell(CellIndex index) const {
    return {base.q + static_cast<int>(index % N), base.r + static_cast<int>(index / N)};
  }
  bool in_window(Cell at) const {
    const std::int64_t q = std::int64_t{at.q} - base.q, r = std::int64_t{at.r} - base.r;
    return q >= 0 && q < N && r >= 0 && r < N;
  }
  CellIndex index(Cell at) const { return static_cast<CellIndex>((at.r - base.r) * N + (at.q - base.q)); }

  static constexpr bool on_border(CellIndex at) { return hive::on_border<N>(at); }
  static constexpr CellIndex beside(CellIndex at, int direction) { return neighbor<N>(at, direction); }

  CellSet<N> occupied() const { return topped[0] | topped[1]; }
  int height(CellIndex at) const { return top[at] == kNoPiece ? 0 : level[top[at]] + 1; }
  int holes() const { return 1 - euler; }

  void put(Piece piece, CellIndex at) {
    const Piece under = top[at];
    const int color = color_of(piece);
    const auto bit = CellSet<N>::single(at);
    top[at] = piece;
    cell[piece] = static_cast<std::uint16_t>(at);
    below[piece] = under;
    if (under == kNoPiece) {
      level[piece] = 0;
      topped[color] ^= bit;
      flip_ring(at);
      euler += 1 - kRuns[ring[at]];
    } else {
      level[piece] = level[under] + 1;
      stacks += level[piece] == 1;
      covered |= set_of(under);
      if (color_of(under) != color) {
        topped[0] ^= bit;
        topped[1] ^= bit;
      }
    }
  }

  void lift(Piece piece) {
    const CellIndex at = cell[piece];
    const Piece under = below[piece];
    const int color = color_of(piece);
    const auto bit = CellSet<N>::single(at);
    top[at] = under;
    if (under == kNoPiece) {
      topped[color] ^= bit;
      flip_ring(at);
      euler -= 1 - kRuns[ring[at]];
    } else {
      stacks -= level[piece] == 1;
      covered &= ~set_of(under);
      if (color_of(under) != color) {
        topped[0] ^= bit;
        topped[1] ^= bit;
      }
    }
  }

  void enter(Piece piece, CellIndex at) {
    played |= set_of(piece);
    put(piece, at);
  }
  void leave(Piece piece) {
    lift(piece);
    played &= ~set_of(piece);
    cell[piece] = kNowhere;
  }

 private:
  // Flips the bit for `at` in the rings of its six neighbors.
  void flip_ring(CellIndex at) {
    std::uint8_t* const here = ring.data() + at;
    for (int d = 0; d < kDirections; ++d) here[kStep<N>[d]] ^= static_cast<std::uint8_t>(1u << (d + 3) % 6);
  }
};

}  // namespace hexapoda::hive
