// Conversions for the engines of Hex: a position to a Placement, and a line of cells to moves.
#pragma once

#include <optional>
#include <vector>

#include "hex/bindings/moves.hpp"
#include "hex/rules/placement.hpp"

namespace hexapoda::bindings {

// Raises ValueError if the game is over.
inline hex::Placement placement_of(const hex::Position& position) {
  if (position.winner() >= 0) throw nb::value_error("the game is over: there is nothing to search");
  hex::Placement placement{position.shape(), {}, {}, position.color_to_move()};
  const std::vector<hex::PackedMove> moves = position.moves();
  if (!moves.empty() && hex::is_placement(moves.back())) {
    placement.last = moves.back();
    if (moves.size() > 1 && hex::is_placement(moves[moves.size() - 2])) placement.previous = moves[moves.size() - 2];
  }
  position.stones(hex::kBlack).for_each([&](hex::Cell cell) { placement.black.push_back(cell); });
  position.stones(hex::kWhite).for_each([&](hex::Cell cell) { placement.white.push_back(cell); });
  return placement;
}

// The cell of a placement; kNoCell for swaps, passes and None. Raises ValueError for a cell off the board.
inline hex::Cell cell_of(const hex::Shape& shape, const std::optional<HexMove>& move) {
  if (!move || move->kind != HexKind::kPlace) return hex::kNoCell;
  if (!shape.contains(move->column, move->row)) throw nb::value_error("the last move is off the board");
  return shape.at(move->column, move->row);
}

inline std::vector<HexMove> hex_line(const hex::Shape& shape, const std::vector<hex::Cell>& cells) {
  std::vector<HexMove> moves;
  for (const hex::Cell cell : cells) moves.push_back(hex_move(shape, cell));
  return moves;
}

}  // namespace hexapoda::bindings
