// A board of Hex for many fast games: the rules of Position without undo, history and keys.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "hex/rules/position.hpp"

namespace hexapoda::hex {

// What all games from one position share.
class QuickStart {
 public:
  // The surroundings of a cell.
  struct Surroundings {
    std::array<Cell, 6> cells{};
    std::uint8_t count = 0;
    std::uint8_t edges = 0;  // a bit for each Edge
  };

  explicit QuickStart(const Position& position) : start_(position), around_(static_cast<std::size_t>(cells())) {
    const Shape& shape = position.shape();
    for (int i = 0; i < cells(); ++i) {
      const auto cell = static_cast<Cell>(i);
      Surroundings& around = around_[cell];
      shape.for_each_neighbor(cell, [&](Cell beside) { around.cells[around.count++] = beside; });
      for (int edge = 0; edge < 4; ++edge)
        around.edges |= static_cast<std::uint8_t>(shape.touches(cell, static_cast<Edge>(edge)) << edge);
    }
  }
  const Position& position() const { return start_; }
  const Shape& shape() const { return start_.shape(); }
  int cells() const { return shape().cells(); }
  bool has_swap() const { return start_.rules().swap != Swap::kOff; }
  const Surroundings& around(Cell cell) const { return around_[cell]; }

 private:
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
  // The empty cells in no order.
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
    bool joined = false;
    for (int i = 0; i < around.count; ++i)
      if (colors_[around.cells[static_cast<std::size_t>(i)]] == color)
        joined |= join(cell, around.cells[static_cast<std::size_t>(i)]);
    const auto first = static_cast<Cell>(start.cells() + 2 * color), second = static_cast<Cell>(first + 1);
    const unsigned edges = around.edges >> 2 * color;
    if (edges & 1) joined |= join(cell, first);
    if (edges & 2) joined |= join(cell, second);
    if (joined && root(first) == root(second)) winner_ = static_cast<std::int8_t>(color);
  }

  // The groups: union with path halving. The edges are the nodes after the cells.
  Cell root(Cell node) {
    while (parent_[node] != node) {
      parent_[node] = parent_[parent_[node]];
      node = parent_[node];
    }
    return node;
  }
  bool join(Cell a, Cell b) {
    a = root(a);
    b = root(b);
    parent_[std::min(a, b)] = std::max(a, b);
    return a != b;
  }

  std::array<std::uint8_t, kMaxCells> colors_;
  std::array<Cell, kMaxCells> empty_, place_;  // the empty cells, and the place of each in the list
  std::array<Cell, kMaxCells + 4> parent_;
  int count_ = 0, ply_ = 0, stones_[2] = {};
  std::uint8_t color_ = kBlack;
  std::int8_t winner_ = -1;
  bool sides_swapped_ = false;
};

}  // namespace hexapoda::hex
