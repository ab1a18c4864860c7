// Where the pieces are: one Grid per torus size, kept up to date by put() and lift().
//
//        (0,-1) (1,-1)          NW  NE
//     (-1,0) (0,0) (1,0)       W  *   E        axial (q, r): q east, r south-east
//        (-1,1) (0,1)           SW  SE
//
// Besides the pieces the grid keeps what move generation asks at every node: for each cell which of its six
// neighbours are occupied (`ring`), the occupied cells and those topped by each colour as bit sets, and the
// Euler characteristic of the occupied cells, which counts the holes of the hive without a search.
//
// Cells are torus indices; `base` anchors them in the unbounded plane. All pieces lie within the window
// base + 1 .. base + N - 2 of both axes, so an index names exactly one real cell.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "hive/bitboard.hpp"
#include "hive/piece.hpp"

namespace hexapoda::hive {

struct Cell {
  std::int32_t q = 0, r = 0;
  friend bool operator==(const Cell&, const Cell&) = default;
};

// Number of runs of occupied neighbours in a six-bit ring; a full ring has none.
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
  static constexpr CellIndex kNowhere = kCells;  // the cell of a piece in hand; its ring is empty

  CellSet<N> occupied;
  CellSet<N> topped[2];  // cells whose top piece is White's, Black's
  CellSet<N> border;     // first and last row and column of the window: never occupied
  std::array<std::uint8_t, kCells + 1> ring;
  std::array<Piece, kCells> top;
  std::array<CellIndex, kPieces> cell;
  std::array<Piece, kPieces> below;
  std::array<std::uint8_t, kPieces> level;
  PieceSet played;
  PieceSet covered;
  std::int16_t euler;   // cells - adjacent pairs + triangles = components - holes
  std::int16_t stacks;  // cells that hold two pieces or more
  Cell base;

  Grid() { clear({-N / 2, -N / 2}); }

  void clear(Cell new_base) {
    occupied = topped[0] = topped[1] = CellSet<N>();
    ring.fill(0);
    top.fill(kNoPiece);
    cell.fill(kNowhere);
    below.fill(kNoPiece);
    level.fill(0);
    played = covered = 0;
    euler = stacks = 0;
    set_base(new_base);
  }

  void set_base(Cell new_base) {
    base = new_base;
    border = CellSet<N>();
    for (int i = 0; i < N; ++i)
      for (int edge : {0, N - 1}) {
        border |= CellSet<N>::single(torus_cell<N>(base.q + edge, base.r + i));
        border |= CellSet<N>::single(torus_cell<N>(base.q + i, base.r + edge));
      }
  }

  Cell real(CellIndex index) const {
    return {base.q + static_cast<std::int32_t>((index % N - static_cast<std::uint32_t>(base.q)) & (N - 1)),
            base.r + static_cast<std::int32_t>((index / N - static_cast<std::uint32_t>(base.r)) & (N - 1))};
  }
  // The index of a real cell; only meaningful inside the window.
  bool in_window(Cell at) const {
    const std::int64_t q = std::int64_t{at.q} - base.q, r = std::int64_t{at.r} - base.r;
    return q >= 0 && q < N && r >= 0 && r < N;
  }
  static CellIndex index(Cell at) { return torus_cell<N>(at.q, at.r); }

  int height(CellIndex at) const { return top[at] == kNoPiece ? 0 : level[top[at]] + 1; }
  int holes() const { return 1 - euler; }

  void put(Piece piece, CellIndex at) {
    const Piece under = top[at];
    const int color = color_of(piece);
    const auto bit = CellSet<N>::single(at);
    top[at] = piece;
    cell[piece] = at;
    below[piece] = under;
    if (under == kNoPiece) {
      level[piece] = 0;
      occupied ^= bit;
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
      occupied ^= bit;
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
  void flip_ring(CellIndex at) {
    const auto& around = kNeighbors<N>.of[at];
    for (int d = 0; d < kDirections; ++d) ring[around[d]] ^= static_cast<std::uint8_t>(1u << (d + 3) % 6);
  }
};

}  // namespace hexapoda::hive
