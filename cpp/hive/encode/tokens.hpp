// The observation `tokens`: a row of 8 numbers for each piece and one for the game. docs/reference/encodings.md lists
// them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "hive/encode/center.hpp"

namespace hexapoda::hive {

class Tokens {
 public:
  static constexpr int kRows = kPieces + 1, kColumns = 8;
  using Value = std::int8_t;
  struct Written {};  // nothing to record: write() overwrites the whole array

  explicit Tokens(const Rules& rules) {
    for (Piece piece = 0; piece < kPieces; ++piece) {
      Value* row = blank_.data() + piece * kColumns;
      row[0] = static_cast<Value>(color_of(piece));
      row[1] = static_cast<Value>(bug_of(piece));
      row[2] = static_cast<Value>(kNumberOfSlot[static_cast<std::size_t>(slot_of(piece))]);
      row[3] = rules.in_play >> slot_of(piece) & 1;
    }
  }

  static constexpr int size() { return kRows * kColumns; }
  static constexpr bool fits(const CenteredPieces&) { return true; }

  template <int N>
  void write(const Position& position, int player, const Grid<N>& grid, const CenteredPieces& pieces, int repetitions,
             Value* out, Written&) const {
    std::copy(blank_.begin(), blank_.end(), out);
    for_each_piece(pieces.played, [&](Piece piece) {
      Value* row = out + row_of(piece, player) * kColumns;
      row[3] = grid.covered & set_of(piece) ? 3 : 2;
      row[4] = static_cast<Value>(pieces.q[piece]);
      row[5] = static_cast<Value>(pieces.r[piece]);
      row[6] = static_cast<Value>(grid.level[piece]);
      row[7] = piece == position.resting();
    });
    Value* game = out + kPieces * kColumns;
    game[0] = position.turn() == player;
    game[1] = static_cast<Value>(std::min(position.ply(), 8));
    game[2] = static_cast<Value>(std::min(repetitions, 3));
    game[3] = static_cast<Value>(std::min(position.passes(), 3));
    game[4] = position.rules().tournament_opening;
    game[5] = position.rules().repetition;
    game[6] = static_cast<Value>(player);
  }

 private:
  std::array<Value, kRows * kColumns> blank_{};
};

}  // namespace hexapoda::hive
