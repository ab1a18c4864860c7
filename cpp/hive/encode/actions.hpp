// Action numbers for the moves of Hive: `cells`, by piece and cell of the window, and `openspiel`, by piece, reference
// piece and direction. docs/reference/encodings.md describes both.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "hive/encode/center.hpp"

namespace hexapoda::hive {

using ActionNumber = std::uint16_t;

class CellActions {
 public:
  explicit CellActions(int side) : side_(side) {}

  int size() const { return kPieces * side_ * side_ + 1; }
  bool fits(const CenteredPieces& pieces) const { return pieces.reach < side_ / 2; }

  // Writes the numbers of moves other than the pass.
  template <int N>
  void write(const Grid<N>&, const CenteredPieces& pieces, int turn, std::span<const PackedMove> moves,
             ActionNumber* out) const {
    // On an empty board the center is the cell of the first piece.
    const int left = pieces.center_q - side_ / 2, top = pieces.center_r - side_ / 2;
    for (const PackedMove move : moves) {
      const auto to = static_cast<int>(destination_of(move));
      *out++ = static_cast<ActionNumber>((row_of(piece_of(move), turn) * side_ + to / N - top) * side_ + to % N - left);
    }
  }
  // Always false: a move has no number besides the one that write() assigns.
  template <int N>
  bool also(const Grid<N>&, PackedMove, int) const {
    return false;
  }

 private:
  int side_;
};

class OpenSpielActions {
 public:
  static constexpr int size() { return kPieces * kPieces * 7 + 1; }
  static constexpr bool fits(const CenteredPieces&) { return true; }

  // Writes the lowest number of each move other than the pass.
  template <int N>
  void write(const Grid<N>& grid, const CenteredPieces&, int, std::span<const PackedMove> moves,
             ActionNumber* out) const {
    // For each cell, the lowest code whose reference is the top piece there. The array is padded so that every
    // destination has six neighbors. No piece stands on the border of the window, so an index that wraps around an edge
    // reads an empty cell.
    constexpr int kBorder = N + 1;
    std::array<std::uint16_t, Grid<N>::kCells + 2 * kBorder> first;
    first.fill(kNone);
    for_each_piece(grid.played & ~grid.covered, [&](Piece piece) {
      first[grid.cell[piece] + kBorder] = static_cast<std::uint16_t>(kTile[piece] * 7U);
    });
    for (const PackedMove move : moves) {
      const Piece piece = piece_of(move);
      const CellIndex to = destination_of(move);
      unsigned code = kNone;
      if (grid.top[to] != kNoPiece || grid.played == 0 ||
          (grid.played & set_of(piece) && grid.below[piece] != kNoPiece)) {
        each_code(grid, piece, to, [&](unsigned one) { code = std::min(code, one); });
      } else {
        const unsigned own = kTile[piece] * 7U;
        for (int direction = 0; direction < kDirections; ++direction) {
          const unsigned reference = first[to + kBorder + static_cast<unsigned>(kStep<N>[direction])];
          code = std::min(code, reference == own ? kNone : reference + kDirection[direction]);
        }
      }
      *out++ = static_cast<ActionNumber>(kTile[piece] * 196U + code);
    }
  }
  // Whether `number` is one of the numbers of a legal move.
  template <int N>
  bool also(const Grid<N>& grid, PackedMove move, int number) const {
    const Piece piece = piece_of(move);
    bool found = false;
    if (number / 196 == kTile[piece])
      each_code(grid, piece, destination_of(move),
                [&](unsigned code) { found |= static_cast<int>(code) == number % 196; });
    return found;
  }

 private:
  static constexpr unsigned kAbove = 6, kNone = 0x8000;
  // OpenSpiel's number of a piece: Q A1 A2 A3 G1 G2 G3 S1 S2 B1 B2 M L P of White, then of Black.
  static constexpr std::array<std::uint8_t, kPieces> kTile = [] {
    constexpr std::array<std::uint8_t, kPiecesPerSide> slots = {0, 7, 8, 9, 10, 4, 5, 6, 1, 2, 3, 11, 12, 13};
    std::array<std::uint8_t, kPieces> tiles{};
    for (std::size_t piece = 0; piece < kPieces; ++piece)
      tiles[piece] = static_cast<std::uint8_t>(slots[piece % kPiecesPerSide] + piece / kPiecesPerSide * kPiecesPerSide);
    return tiles;
  }();
  // OpenSpiel's number for the direction from the reference to the destination, indexed by our number for the
  // opposite direction. Our order is E SE SW W NW NE, OpenSpiel's is NE E SE SW W NW.
  static constexpr std::array<std::uint8_t, 6> kDirection = {4, 5, 0, 1, 2, 3};

  // Calls f(code) for each reference of a move. A code is reference * 7 + direction.
  template <int N, class F>
  static void each_code(const Grid<N>& grid, Piece mover, CellIndex to, F f) {
    if (grid.top[to] != kNoPiece) return f(kTile[grid.top[to]] * 7U + kAbove);
    if (grid.played == 0) return f(kTile[mover] * 7U + kAbove);
    for (unsigned ring = grid.ring[to]; ring != 0; ring &= ring - 1) {
      const auto direction = static_cast<unsigned>(std::countr_zero(ring));
      Piece reference = grid.top[grid.beside(to, static_cast<int>(direction))];
      if (reference == mover) reference = grid.below[mover];
      if (reference != kNoPiece) f(kTile[reference] * 7U + kDirection[direction]);
    }
  }
};

}  // namespace hexapoda::hive
