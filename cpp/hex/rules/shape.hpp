// The geometry of the Hex board: cells, neighbors, edges and symmetries of a rhombus of any size.
//
// There are no stones here, and only one rule: which edges a color joins. Cell a1 is in an acute corner, so b1 and a2
// are neighbors. Columns have letters from left to right, and rows have numbers from top to bottom.
#pragma once

#include <array>
#include <cstdint>

namespace hexapoda::hex {

using Cell = std::uint16_t;  // row * columns + column: a1 = 0, b1 = 1

inline constexpr int kMaxSide = 26, kMaxCells = kMaxSide * kMaxSide;
inline constexpr Cell kNoCell = 0xFFFF;

// Black moves first and joins the top (row 1) to the bottom; White joins the left (column a) to the right.
inline constexpr int kBlack = 0, kWhite = 1;

struct Step {
  int column, row;
};

// The six neighbors in circular order: consecutive neighbors touch each other, and i + 3 is opposite i.
inline constexpr std::array<Step, 6> kSteps = {{{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}}};

// The first two edges are Black's, and the last two are White's: the edges of a color are 2 * color and 2 * color + 1.
enum class Edge : std::uint8_t { kTop, kBottom, kLeft, kRight };

struct Shape {
  int columns = 11, rows = 11;

  friend constexpr bool operator==(const Shape&, const Shape&) = default;

  constexpr bool valid() const { return columns >= 1 && rows >= 1 && columns <= kMaxSide && rows <= kMaxSide; }
  constexpr bool square() const { return columns == rows; }
  constexpr int cells() const { return columns * rows; }

  constexpr bool contains(int column, int row) const {
    return column >= 0 && row >= 0 && column < columns && row < rows;
  }
  constexpr Cell at(int column, int row) const { return static_cast<Cell>(row * columns + column); }
  constexpr int column_of(Cell cell) const { return cell % columns; }
  constexpr int row_of(Cell cell) const { return cell / columns; }
  // The cell one step away, or kNoCell beyond the edge.
  constexpr Cell step(Cell from, Step by) const {
    const int column = column_of(from) + by.column, row = row_of(from) + by.row;
    return contains(column, row) ? at(column, row) : kNoCell;
  }

  // Calls f(cell) for each neighbor on the board, in circular order.
  template <class F>
  constexpr void for_each_neighbor(Cell cell, F f) const {
    const int column = column_of(cell), row = row_of(cell);
    for (const Step step : kSteps)
      if (contains(column + step.column, row + step.row)) f(at(column + step.column, row + step.row));
  }

  constexpr bool touches(Cell cell, Edge edge) const {
    switch (edge) {
      case Edge::kTop:
        return cell < columns;
      case Edge::kBottom:
        return cell >= cells() - columns;
      case Edge::kLeft:
        return column_of(cell) == 0;
      default:
        return column_of(cell) == columns - 1;
    }
  }
  // Whether the cell is on the first, or the second, edge of the color.
  constexpr bool touches_first(Cell cell, int color) const {
    return touches(cell, color == kBlack ? Edge::kTop : Edge::kLeft);
  }
  constexpr bool touches_second(Cell cell, int color) const {
    return touches(cell, color == kBlack ? Edge::kBottom : Edge::kRight);
  }
  // The cell after a half-turn of the board. Both colors keep their edges, so this is a symmetry of every board.
  constexpr Cell rotated(Cell cell) const { return static_cast<Cell>(cells() - 1 - cell); }
  // The cell after mirroring the board over the long diagonal through a1. On the mirrored board, rows and columns are
  // exchanged, and the colors have exchanged their edges. Mirroring is a symmetry if the colors of the stones and of
  // the player to move are exchanged too.
  constexpr Cell mirrored(Cell cell) const { return static_cast<Cell>(column_of(cell) * rows + row_of(cell)); }
};

}  // namespace hexapoda::hex
