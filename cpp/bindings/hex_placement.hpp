// A position of Hex as the engines take it, and their lines as Python sees them.
#pragma once

#include <vector>

#include "bindings/hex_moves.hpp"
#include "hex/placement.hpp"

namespace hexapoda::bindings {

// Raises ValueError when the game is over.
inline hex::Placement placement_of(const hex::Position& position) {
  if (position.winner() >= 0) throw nb::value_error("the game is over: there is nothing to search");
  hex::Placement placement{position.shape(), {}, {}, position.color_to_move()};
  position.stones(hex::kBlack).for_each([&](hex::Cell cell) { placement.black.push_back(cell); });
  position.stones(hex::kWhite).for_each([&](hex::Cell cell) { placement.white.push_back(cell); });
  return placement;
}

inline std::vector<HexMove> hex_line(const hex::Shape& shape, const std::vector<hex::Cell>& cells) {
  std::vector<HexMove> moves;
  for (const hex::Cell cell : cells) moves.push_back(hex_move(shape, cell));
  return moves;
}

void bind_hex_baselines(nb::module_& m);

}  // namespace hexapoda::bindings
