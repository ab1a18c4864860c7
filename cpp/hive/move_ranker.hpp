// Which moves of a position to try first: an opinion that looks at the two queens only.
#pragma once

#include <array>
#include <bit>

#include "hive/movegen.hpp"
#include "hive/plane_cell.hpp"

namespace hexapoda::hive {

// Bug and colour of a piece as a number below 16; its own number is left out.
constexpr std::array<std::uint8_t, kPieces> make_kinds() {
  std::array<std::uint8_t, kPieces> kinds{};
  for (Piece piece = 0; piece < kPieces; ++piece)
    kinds[piece] = static_cast<std::uint8_t>(bug_of(piece) * 2 + color_of(piece));
  return kinds;
}
inline constexpr std::array<std::uint8_t, kPieces> kKindOf = make_kinds();

// Whether two cells are neighbours, by the difference of their indices + N.
template <int N>
constexpr std::array<bool, 2 * N + 1> make_beside() {
  std::array<bool, 2 * N + 1> beside{};
  for (const int step : kStep<N>) beside[static_cast<unsigned>(N + step)] = true;
  return beside;
}
template <int N>
inline constexpr std::array<bool, 2 * N + 1> kBeside = make_beside<N>();

class MoveRanker {
 public:
  static constexpr unsigned kNoSlot = 16 * 1024;

  template <int N>
  MoveRanker(const Grid<N>& grid, int side)
      : cells_(grid),
        cell_(grid.cell),
        beside_(kBeside<N>.data()),
        width_(N),
        own_(grid.cell[make_piece(side, 0)]),
        enemy_(grid.cell[make_piece(1 - side, 0)]),
        own_filled_(std::popcount(grid.ring[own_])),
        enemy_filled_(std::popcount(grid.ring[enemy_])),
        own_queen_(make_piece(side, 0)) {
    // A queen in hand stands beside nothing.
    if (own_ == Grid<N>::kNowhere) own_ = 1u << 20;
    if (enemy_ == Grid<N>::kNowhere) enemy_ = 1u << 20;
  }

  // The same for moves that bring a like piece to the same cell of the plane.
  unsigned slot(PackedMove move) const {
    return move == kPass ? kNoSlot : kKindOf[piece_of(move)] << 10 | cells_.name(destination_of(move));
  }

  int rank(PackedMove move) const {
    if (move == kPass) return 0;
    const CellIndex to = destination_of(move), from = cell_[piece_of(move)];
    const bool to_enemy = beside_enemy(to), from_enemy = beside_enemy(from);
    const bool to_own = beside_own(to), from_own = beside_own(from);
    int rank = 0;
    if (to == enemy_) {
      rank += 5000;
    } else if (from == enemy_) {
      rank -= 3000;
    } else if (to_enemy != from_enemy) {
      rank += to_enemy ? 4000 + 2000 * enemy_filled_ : -4000;
    }
    if (piece_of(move) == own_queen_) {
      rank += 1500 * std::max(0, own_filled_ - 2);
    } else if (to_own != from_own) {
      rank += to_own ? -2500 : 1500 * (own_filled_ - 1);
    }
    return rank;
  }

  // Fills a cell beside the enemy queen that is in trouble already, climbs it, or eases the own queen's trouble.
  bool forcing(PackedMove move) const {
    if (move == kPass) return true;
    const CellIndex to = destination_of(move), from = cell_[piece_of(move)];
    if (to == enemy_ || (enemy_filled_ >= 3 && beside_enemy(to) && !beside_enemy(from))) return true;
    return own_filled_ >= 4 && (piece_of(move) == own_queen_ || (beside_own(from) && !beside_own(to)));
  }

  // Comes beside an enemy queen with one liberty, or moves that queen: every move that wins at once is among these.
  bool may_win(PackedMove move) const {
    return move != kPass &&
           ((enemy_filled_ == 5 && beside_enemy(destination_of(move))) || bug_of(piece_of(move)) == kQueen);
  }

 private:
  bool beside(CellIndex at, CellIndex queen) const {
    const unsigned difference = at - queen + width_;
    return difference <= 2 * width_ && beside_[difference];
  }
  bool beside_own(CellIndex at) const { return beside(at, own_); }
  bool beside_enemy(CellIndex at) const { return beside(at, enemy_); }

  PlaneCells cells_;
  std::array<std::uint16_t, kPieces> cell_;  // a copy: a change of the window moves the grid
  const bool* beside_;
  unsigned width_;
  CellIndex own_, enemy_;
  int own_filled_, enemy_filled_;
  Piece own_queen_;
};

}  // namespace hexapoda::hive
