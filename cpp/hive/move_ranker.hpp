// Which moves of a position to try first: an opinion that looks at the two queens only.
#pragma once

#include <algorithm>
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

// What a move does to the two queens hangs on how the cells that it leaves and comes to lie to them.
enum Nearness : unsigned { kBesideEnemy = 1, kBesideOwn = 2, kOnEnemy = 4, kOwnQueen = 8 };

// How a move ranks, and whether it is forcing: the rank twice, the last bit for forcing.
constexpr int opinion(unsigned from, unsigned to, int own_filled, int enemy_filled) {
  const bool to_enemy = to & kBesideEnemy, from_enemy = from & kBesideEnemy;
  const bool to_own = to & kBesideOwn, from_own = from & kBesideOwn;
  const bool queen = from & kOwnQueen;
  int rank = 0;
  if (to & kOnEnemy) {
    rank += 5000;
  } else if (from & kOnEnemy) {
    rank -= 3000;
  } else if (to_enemy != from_enemy) {
    rank += to_enemy ? 4000 + 2000 * enemy_filled : -4000;
  }
  if (queen) {
    rank += 1500 * std::max(0, own_filled - 2);
  } else if (to_own != from_own) {
    rank += to_own ? -2500 : 1500 * (own_filled - 1);
  }
  // Fills a cell beside the enemy queen that is in trouble already, climbs it, or eases the own queen's trouble.
  const bool forcing = (to & kOnEnemy) || (enemy_filled >= 3 && to_enemy && !from_enemy) ||
                       (own_filled >= 4 && (queen || (from_own && !to_own)));
  return 2 * rank + forcing;
}

// By the nearness of the cell that is left, 16, and of the one that is come to, 8.
using Opinions = std::array<std::int32_t, 16 * 8>;
constexpr std::array<std::array<Opinions, 7>, 7> make_opinions() {
  std::array<std::array<Opinions, 7>, 7> opinions{};
  for (int own = 0; own < 7; ++own)
    for (int enemy = 0; enemy < 7; ++enemy)
      for (unsigned from = 0; from < 16; ++from)
        for (unsigned to = 0; to < 8; ++to)
          opinions[static_cast<unsigned>(own)][static_cast<unsigned>(enemy)][from << 3 | to] =
              opinion(from, to, own, enemy);
  return opinions;
}
inline constexpr std::array<std::array<Opinions, 7>, 7> kOpinions = make_opinions();

class MoveRanker {
 public:
  static constexpr unsigned kNoSlot = 16 * 1024;

  template <int N>
  MoveRanker(const Grid<N>& grid, int side) : cells_(grid), cell_(grid.cell) {
    std::fill_n(near_.begin(), Grid<N>::kCells + 1, std::uint8_t{0});
    const Piece own = make_piece(side, 0), enemy = make_piece(1 - side, 0);
    if (grid.played & set_of(own)) surround<N>(grid.cell[own], kBesideOwn);
    if (grid.played & set_of(enemy)) {
      surround<N>(grid.cell[enemy], kBesideEnemy);
      near_[grid.cell[enemy]] |= kOnEnemy;
    }
    // A queen under a beetle cannot be what leaves its cell.
    if (grid.played & ~grid.covered & set_of(own)) near_[grid.cell[own]] |= kOwnQueen;
    enemy_filled_ = std::popcount(unsigned{grid.ring[grid.cell[enemy]]});
    opinions_ = &kOpinions[static_cast<unsigned>(std::popcount(unsigned{grid.ring[grid.cell[own]]}))]
                          [static_cast<unsigned>(enemy_filled_)];
  }

  // The same for moves that bring a like piece to the same cell of the plane.
  unsigned slot(PackedMove move) const {
    return move == kPass ? kNoSlot : kKindOf[piece_of(move)] << 10 | cells_.name(destination_of(move));
  }

  struct Opinion {
    int rank;
    bool forcing;
  };
  Opinion opinion(PackedMove move) const {
    if (move == kPass) return {0, true};
    const unsigned from = near_[cell_[piece_of(move)]], to = near_[destination_of(move)] & 7u;
    const int both = (*opinions_)[from << 3 | to];
    return {both >> 1, (both & 1) != 0};
  }
  bool forcing(PackedMove move) const { return opinion(move).forcing; }

  // Comes beside an enemy queen with one liberty, or moves that queen: every move that wins at once is among these.
  bool may_win(PackedMove move) const {
    return move != kPass &&
           ((enemy_filled_ == 5 && (near_[destination_of(move)] & kBesideEnemy)) || bug_of(piece_of(move)) == kQueen);
  }

 private:
  template <int N>
  void surround(CellIndex queen, unsigned nearness) {
    for (int d = 0; d < kDirections; ++d) near_[neighbor<N>(queen, d)] |= static_cast<std::uint8_t>(nearness);
  }

  PlaneCells cells_;
  std::array<std::uint16_t, kPieces> cell_;              // a copy, like near_: a change of the window moves the grid
  std::array<std::uint8_t, Grid<32>::kCells + 1> near_;  // of each cell, the sum of what holds of Nearness
  int enemy_filled_;
  const Opinions* opinions_;
};

}  // namespace hexapoda::hive
