// A Hex board for many fast games: the rules of Position without undo, history or keys.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "hex/rules/position.hpp"

namespace hexapoda::hex {

// The data that all games from one position share.
class QuickStart {
 public:
  // The neighbors of a cell in circular order. A neighbor beyond the board is replaced with the node of the edge, so
  // that consecutive nodes of the same color are always connected, even without the cell.
  using Surroundings = std::array<Cell, 6>;

  explicit QuickStart(const Position& position) : start_(position), around_(static_cast<std::size_t>(cells())) {
    const Shape& shape = position.shape();
    for (int i = 0; i < cells(); ++i) {
      const auto cell = static_cast<Cell>(i);
      for (std::size_t d = 0; d < kSteps.size(); ++d) {
        const Cell beside = shape.step(cell, kSteps[d]);
        around_[cell][d] = beside == kNoCell ? node(edge_beyond(cell, kSteps[d])) : beside;
      }
    }
  }
  const Position& position() const { return start_; }
  const Shape& shape() const { return start_.shape(); }
  int cells() const { return shape().cells(); }
  bool has_swap() const { return start_.rules().swap != Swap::kOff; }
  const Surroundings& around(Cell cell) const { return around_[cell]; }
  // The node of an edge. The nodes of the edges follow those of the cells.
  Cell node(Edge edge) const { return static_cast<Cell>(cells() + static_cast<int>(edge)); }

 private:
  // A step over a corner crosses two edges. Either will do, because another step crosses the other edge.
  Edge edge_beyond(Cell cell, Step step) const {
    const int row = shape().row_of(cell) + step.row, column = shape().column_of(cell) + step.column;
    if (row < 0) return Edge::kTop;
    if (row >= shape().rows) return Edge::kBottom;
    return column < 0 ? Edge::kLeft : Edge::kRight;
  }

  Position start_;
  std::vector<Surroundings> around_;
};

class QuickBoard {
 public:
  static constexpr std::uint8_t kEmpty = 2;

  void begin(const QuickStart& start) {
    const Position& position = start.position();
    clear(start);
    for (const int color : {kBlack, kWhite})
      position.stones(color).for_each([&](Cell cell) { put(start, cell, color); });
    ply_ = position.ply();
    color_ = static_cast<std::uint8_t>(position.color_to_move());
    sides_swapped_ = position.sides_swapped();
  }

  int color_to_move() const { return color_; }
  int player_of(int color) const { return color ^ int{sides_swapped_}; }
  int turn() const { return player_of(color_); }
  int winner() const { return winner_; }
  // The color of each cell, or kEmpty.
  const std::uint8_t* colors() const { return colors_.data(); }
  int empty_cells() const { return count_; }
  // The empty cell with this number, from 0 to empty_cells() - 1. The order is arbitrary.
  Cell empty_cell(std::uint32_t number) const { return empty_[number]; }
  bool is_empty(Cell cell) const { return colors_[cell] == kEmpty; }

  PackedMove swap_now(const QuickStart& start) const {
    if (ply_ != 1 || !start.has_swap() || sides_swapped_ || color_ != kWhite || winner_ >= 0) return kPass;
    if (count_ != start.cells() - 1 || stones_[kBlack] != 1) return kPass;
    return start.position().rules().swap == Swap::kPieces ? kSwapPieces : kSwapSides;
  }

  // Plays a legal move.
  void make(const QuickStart& start, PackedMove move) {
    ++ply_;
    if (is_placement(move)) {
      put(start, move, color_);
    } else if (move == kSwapPieces) {
      const auto stone = std::find(colors_.begin(), colors_.end(), std::uint8_t{kBlack});
      const auto from = static_cast<Cell>(stone - colors_.begin());
      clear(start);
      put(start, start.shape().mirrored(from), kWhite);
    } else {
      // The stone stays black and it is still White's turn, but the players have exchanged their colors.
      sides_swapped_ = !sides_swapped_;
      return;
    }
    color_ ^= 1;
  }

 private:
  void clear(const QuickStart& start) {
    const int cells = start.cells();
    for (int i = 0; i < cells; ++i) empty_[i] = place_[i] = static_cast<Cell>(i);
    for (int i = 0; i < cells + 4; ++i) parent_[i] = static_cast<Cell>(i);
    std::fill_n(colors_.begin(), cells, kEmpty);
    for (const Edge edge : {Edge::kTop, Edge::kBottom, Edge::kLeft, Edge::kRight})
      colors_[start.node(edge)] = edge == Edge::kTop || edge == Edge::kBottom ? kBlack : kWhite;
    count_ = cells;
    stones_[0] = stones_[1] = 0;
    winner_ = -1;
  }

  void put(const QuickStart& start, Cell cell, int color) {
    const Cell last = empty_[--count_];
    empty_[place_[cell]] = last;
    place_[last] = place_[cell];
    colors_[cell] = static_cast<std::uint8_t>(color);
    ++stones_[color];
    const QuickStart::Surroundings& around = start.around(cell);
    unsigned own = 0;
    for (unsigned d = 0; d < around.size(); ++d) own |= static_cast<unsigned>(colors_[around[d]] == color) << d;
    // One neighbor of each run is enough, because the rest of the run is connected to it.
    unsigned runs = own == 63 ? 1 : own & ~(own << 1 | own >> 5);
    if (runs == 0) return;
    parent_[cell] = root(around[static_cast<std::size_t>(std::countr_zero(runs))]);
    if ((runs &= runs - 1) == 0) return;
    for (; runs != 0; runs &= runs - 1) join(cell, around[static_cast<std::size_t>(std::countr_zero(runs))]);
    const auto first = static_cast<Cell>(start.cells() + 2 * color), second = static_cast<Cell>(first + 1);
    if (root(first) == root(second)) winner_ = static_cast<std::int8_t>(color);
  }

  // The root of a node's group. The groups are a union-find forest with path halving.
  Cell root(Cell node) {
    while (parent_[node] != node) {
      parent_[node] = parent_[parent_[node]];
      node = parent_[node];
    }
    return node;
  }
  void join(Cell a, Cell b) {
    a = root(a);
    b = root(b);
    parent_[std::min(a, b)] = std::max(a, b);
  }

  std::array<std::uint8_t, kMaxCells + 4> colors_;  // of the cells and edges
  std::array<Cell, kMaxCells> empty_, place_;       // the empty cells, and the index of each in that list
  std::array<Cell, kMaxCells + 4> parent_;
  int count_ = 0, ply_ = 0, stones_[2] = {};
  std::uint8_t color_ = kBlack;
  std::int8_t winner_ = -1;
  bool sides_swapped_ = false;
};

}  // namespace hexapoda::hex
