// A position as the engines see it: the board, the stones, and the side to move.
#pragma once

#include <algorithm>
#include <vector>

#include "hex/rules/cell_graph.hpp"
#include "hex/rules/shape.hpp"

namespace hexapoda::hex {

struct Placement {
  Shape shape;
  std::vector<Cell> black, white;
  int to_move = kBlack;
  Cell last = kNoCell, previous = kNoCell;  // the opponent's last stone and the stone before it, if known

  const std::vector<Cell>& of(int color) const { return color == kBlack ? black : white; }

  // The placement rotated by 180 degrees, which has the same value.
  Placement rotated() const {
    const auto turned = [&](Cell cell) { return cell == kNoCell ? cell : shape.rotated(cell); };
    Placement found{shape, black, white, to_move, turned(last), turned(previous)};
    for (std::vector<Cell>* const cells : {&found.black, &found.white})
      std::ranges::transform(*cells, cells->begin(), turned);
    return found;
  }

  // The free cells in ascending order.
  std::vector<Cell> free() const {
    std::vector<bool> taken(static_cast<std::size_t>(shape.cells()));
    for (const int color : {kBlack, kWhite})
      for (const Cell cell : of(color)) taken[cell] = true;
    std::vector<Cell> cells;
    for (std::size_t cell = 0; cell < taken.size(); ++cell)
      if (!taken[cell]) cells.push_back(static_cast<Cell>(cell));
    return cells;
  }

  // The free cells on which a stone of the color to move would join its edges.
  std::vector<Cell> winning_cells() const {
    return with_words(shape, [&](auto words) {
      const CellGraph<words> graph(shape);
      auto own = BitCells<words>::of(of(to_move));
      std::vector<Cell> wins;
      for (const Cell cell : free()) {
        own.add(cell);
        if (graph.joined(own, to_move)) wins.push_back(cell);
        own.remove(cell);
      }
      return wins;
    });
  }
};

}  // namespace hexapoda::hex
