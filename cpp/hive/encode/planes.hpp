// The observation `planes`: 39 planes over a window of cells around the hive's center. docs/reference/encodings.md
// lists them.
//
// Almost all values are 0, so write() clears only what the previous call wrote.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "hive/encode/center.hpp"

namespace hexapoda::hive {

class Planes {
 public:
  static constexpr int kPlanes = 39;
  using Value = float;
  // A record of the last write() to an array: the indices of the values for pieces, and the values of the constant
  // planes.
  struct Written {
    std::array<std::int32_t, 2 * kPieces + 1> places;
    int count = 0;
    std::array<float, 9> constants{};
  };

  explicit Planes(int side) : side_(side) {}

  int size() const { return kPlanes * side_ * side_; }
  bool fits(const CenteredPieces& pieces) const { return pieces.reach < side_ / 2; }

  template <int N>
  void write(const Position& position, int player, const Grid<N>& grid, const CenteredPieces& pieces, int repetitions,
             Value* out, Written& written) const {
    clear(out, written);
    const int cells = side_ * side_;
    const auto put = [&](int plane, int cell, float value) {
      const int place = plane * cells + cell;
      out[place] = value;
      written.places[static_cast<std::size_t>(written.count++)] = place;
    };
    for_each_piece(pieces.played, [&](Piece piece) {
      const int cell = (pieces.r[piece] + side_ / 2) * side_ + pieces.q[piece] + side_ / 2;
      const auto height = static_cast<float>((grid.level[piece] + 1) / 7.0);
      put(row_of(piece, player), cell, height);
      if (!(grid.covered & set_of(piece))) put(kStack, cell, height);
      if (piece == position.resting()) put(kResting, cell, 1);
    });
    const PieceSet in_play = position.rules().in_play;
    const std::array<float, 9> constants = {
        position.turn() == player ? 1.0F : 0.0F,
        static_cast<float>(std::min(position.ply(), 8) / 8.0),
        static_cast<float>(std::min(repetitions - 1, 2) / 2.0),
        static_cast<float>(std::min(position.passes(), 2) / 2.0),
        in_play & kMosquitoSlot ? 1.0F : 0.0F,
        in_play & kLadybugSlot ? 1.0F : 0.0F,
        in_play & kPillbugSlot ? 1.0F : 0.0F,
        position.rules().tournament_opening ? 1.0F : 0.0F,
        position.rules().repetition ? 1.0F : 0.0F,
    };
    for (std::size_t i = 0; i < constants.size(); ++i)
      if (constants[i] != written.constants[i])
        std::fill_n(out + (kConstant + static_cast<int>(i)) * cells, cells, constants[i]);
    written.constants = constants;
  }

  // Clears the values for pieces, but not the constant planes.
  static void clear(Value* out, Written& written) {
    for (int i = 0; i < written.count; ++i) out[written.places[static_cast<std::size_t>(i)]] = 0;
    written.count = 0;
  }

 private:
  static constexpr int kStack = 28, kResting = 29, kConstant = 30;

  int side_;
};

}  // namespace hexapoda::hive
