// Move ordering: rates each move by its effect on the two queens, without playing it.
//
// A rating depends only on the piece and on the cells that it leaves and reaches. A ranker therefore needs only a few
// marks on the cells around the queens and a table of ratings.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "hive/rules/movegen.hpp"
#include "hive/rules/plane_cell.hpp"

namespace hexapoda::hive {

// The bug and color of a piece as a number below 16, without the piece's own number.
constexpr std::array<std::uint8_t, kPieces> make_kinds() {
  std::array<std::uint8_t, kPieces> kinds{};
  for (Piece piece = 0; piece < kPieces; ++piece)
    kinds[piece] = static_cast<std::uint8_t>(bug_of(piece) * 2 + color_of(piece));
  return kinds;
}
inline constexpr std::array<std::uint8_t, kPieces> kKindOf = make_kinds();

// How near a cell is to the two queens. The cell that a move leaves can also have the mark kOwnQueen: the piece that
// moves is the mover's own queen.
enum Nearness : unsigned { kBesideEnemy = 1, kBesideOwn = 2, kOnEnemy = 4, kOwnQueen = 8 };
inline constexpr int kNearnessBits = 3;  // of a cell that a move reaches
inline constexpr unsigned kNearnessMask = (1u << kNearnessBits) - 1;

// Twice the rank of a move, plus one if the move is forcing. `own_filled` and `enemy_filled` count the filled cells
// beside the mover's queen and beside the enemy's. Ranks are on the scale of the history scores that the search adds to
// them (search/alphabeta/history.hpp).
constexpr int packed_rating(unsigned from, unsigned to, int own_filled, int enemy_filled) {
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
  // A move is forcing if it climbs onto the enemy queen, fills a cell beside an enemy queen in danger, or relieves the
  // mover's own queen in danger.
  const bool forcing = (to & kOnEnemy) || (enemy_filled >= 3 && to_enemy && !from_enemy) ||
                       (own_filled >= 4 && (queen || (from_own && !to_own)));
  return 2 * rank + forcing;
}

// The packed ratings by the nearness of the cells that a move leaves (16 values) and reaches (8 values).
using RatingTable = std::array<std::int32_t, 16 << kNearnessBits>;
// The tables by the number of filled cells beside the mover's queen and beside the enemy's.
constexpr std::array<std::array<RatingTable, 7>, 7> make_ratings() {
  std::array<std::array<RatingTable, 7>, 7> ratings{};
  for (int own = 0; own < 7; ++own)
    for (int enemy = 0; enemy < 7; ++enemy)
      for (unsigned from = 0; from < 16; ++from)
        for (unsigned to = 0; to <= kNearnessMask; ++to)
          ratings[static_cast<unsigned>(own)][static_cast<unsigned>(enemy)][from << kNearnessBits | to] =
              packed_rating(from, to, own, enemy);
  return ratings;
}
inline constexpr std::array<std::array<RatingTable, 7>, 7> kRatings = make_ratings();

// Rates the moves of one position.
class MoveRanker {
 public:
  struct Rating {
    int rank;
    bool forcing;
    // The index of the move in the history, shared by all moves that bring a piece of the same bug and color to the
    // same cell.
    unsigned slot;
  };
  static constexpr unsigned kSlots = 16 * 1024 + 1;  // the last slot is the pass

  // `side` is the side to move.
  template <int N>
  MoveRanker(const Grid<N>& grid, int side) {
    PlaneCells(grid).name_all<N>(cells_.data(), kNearnessBits);
    cells_[Grid<N>::kNowhere] = cells_[destination_of(kPass)] = 0;
    const Piece own = queen_of(side), enemy = queen_of(1 - side);
    if (grid.played & set_of(own)) surround<N>(grid.cell[own], kBesideOwn);
    if (grid.played & set_of(enemy)) {
      surround<N>(grid.cell[enemy], kBesideEnemy);
      cells_[grid.cell[enemy]] |= kOnEnemy;
    }
    const auto filled = [&](Piece queen) { return static_cast<unsigned>(std::popcount(grid.ring[grid.cell[queen]])); };
    enemy_filled_ = filled(enemy);
    const std::int32_t* const ratings = kRatings[filled(own)][enemy_filled_].data();
    for (Piece piece = 0; piece < kPieces; ++piece)
      rows_[piece] = ratings + (nearness(grid.cell[piece]) << kNearnessBits);
    // A queen under a beetle cannot leave its cell.
    if (grid.played & ~grid.covered & set_of(own)) rows_[own] += kOwnQueen << kNearnessBits;
    rows_[piece_of(kPass)] = kPassRow.data();
  }

  Rating rate(PackedMove move) const {
    const Piece piece = piece_of(move);
    const unsigned cell = cells_[destination_of(move)];
    const int packed = rows_[piece][cell & kNearnessMask];
    return {packed >> 1, (packed & 1) != 0, kSlotRows[piece] | cell >> kNearnessBits};
  }

  // Whether the move reaches a cell beside an enemy queen with five filled neighbors, or moves or places a queen. Every
  // move that wins at once does one of these.
  bool may_win(PackedMove move) const {
    return move != kPass &&
           ((enemy_filled_ == 5 && (cells_[destination_of(move)] & kBesideEnemy)) || bug_of(piece_of(move)) == kQueen);
  }

 private:
  static constexpr std::array<std::int32_t, 8> kPassRow = {1, 1, 1, 1, 1, 1, 1, 1};  // rank 0, and forcing
  // The slot of a move is the row of its piece, combined with the plane cell. A pass needs no special case: its piece
  // is number 63, and its cell is the last corner of the wide window, where no move ends.
  static constexpr std::array<std::uint16_t, 64> kSlotRows = [] {
    std::array<std::uint16_t, 64> rows{};
    for (Piece piece = 0; piece < kPieces; ++piece) rows[piece] = static_cast<std::uint16_t>(kKindOf[piece] << 10);
    rows[piece_of(kPass)] = kSlots - 1;
    return rows;
  }();

  unsigned nearness(CellIndex at) const { return cells_[at] & kNearnessMask; }
  // Marks the six cells beside a queen.
  template <int N>
  void surround(CellIndex queen, unsigned nearness) {
    for (int d = 0; d < kDirections; ++d) cells_[neighbor<N>(queen, d)] |= static_cast<std::uint16_t>(nearness);
  }

  // All data is copied, so a ranker stays valid when moves are played.
  std::array<std::uint16_t, Grid<32>::kCells + 1> cells_;  // the plane cell and, in the low bits, the nearness
  std::array<const std::int32_t*, 64> rows_;               // by piece: the row of ratings for the cell that it leaves
  unsigned enemy_filled_;                                  // the filled cells beside the enemy queen
};

}  // namespace hexapoda::hive
