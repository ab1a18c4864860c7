// The contribution of a piece to the key of a position.
#pragma once

#include <cstdint>

#include "hive/rules/grid.hpp"
#include "search/random.hpp"

namespace hexapoda::hive {

// The queen to which the cells of a key are relative: White's if it is among the pieces, else Black's, else kNoPiece.
// Keys therefore depend neither on where the hive lies in the plane nor on piece numbers.
constexpr Piece anchor_of(PieceSet pieces) {
  for (const int color : {0, 1})
    if (const Piece queen = queen_of(color); pieces & set_of(queen)) return queen;
  return kNoPiece;
}

// Pieces of the same color and bug have the same code, whatever their numbers.
constexpr std::uint64_t piece_code(Piece piece, int level, Cell at) {
  const std::uint64_t code = static_cast<std::uint64_t>(bug_of(piece)) << 1 | static_cast<unsigned>(color_of(piece));
  return code << 40 | static_cast<std::uint64_t>(level) << 32 | static_cast<std::uint64_t>(at.q & 0xFFFF) << 16 |
         static_cast<std::uint64_t>(at.r & 0xFFFF);
}

constexpr std::uint64_t piece_key(Piece piece, int level, Cell at) {
  return search::spread(piece_code(piece, level, at));
}

}  // namespace hexapoda::hive
