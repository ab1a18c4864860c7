// A position key that is updated move by move. It equals Position::key(), but most moves rehash only the piece that
// moved.
#pragma once

#include <cstdint>

#include "hive/rules/piece_key.hpp"
#include "hive/rules/position.hpp"

namespace hexapoda::hive {

class IncrementalKey {
 public:
  explicit IncrementalKey(const Position& position) { reset(position); }

  void reset(const Position& position) {
    pieces_ = position.pieces_key();
    anchor_ = anchor_of(position.played());
    if (anchor_ != kNoPiece) position.on_grid([&](const auto& grid) { origin_ = grid.to_cell(grid.cell[anchor_]); });
  }

  // Plays a legal move. `position` must be the position of this key.
  void make(Position& position, PackedMove move) {
    if (move == kPass) return position.make(move);
    const Piece piece = piece_of(move);
    // Cells are relative to the anchor queen. If a queen moves or is placed, or while no queen is on the board, all
    // pieces are rehashed.
    const bool from_anchor = anchor_ != kNoPiece && bug_of(piece) != kQueen;
    if (from_anchor && position.played() & set_of(piece)) pieces_ ^= key_of(position, piece);
    position.make(move);
    if (from_anchor)
      pieces_ ^= key_of(position, piece);
    else
      reset(position);
  }

  std::uint64_t of(const Position& position) const { return position.key_with(pieces_); }

 private:
  std::uint64_t key_of(const Position& position, Piece piece) const {
    return position.on_grid([&](const auto& grid) {
      const Cell at = grid.to_cell(grid.cell[piece]);
      return piece_key(piece, grid.level[piece], {at.q - origin_.q, at.r - origin_.r});
    });
  }

  std::uint64_t pieces_ = 0;
  Piece anchor_ = kNoPiece;  // the queen to which cells are relative; kNoPiece while none is on the board
  Cell origin_;
};

}  // namespace hexapoda::hive
