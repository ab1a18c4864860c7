// The pieces that can reach a cell beside a queen in one move: a fast approximation for the evaluation, not for the
// rules.
//
// It is exact for queens, pillbugs and grasshoppers and nearly exact for the others: beetles and ladybugs ignore gates,
// a spider slides as if it still stood on its cell, an ant reaches every cell that any slide can enter, and a mosquito
// copies neither spiders nor ladybugs.
#pragma once

#include <array>
#include <cstdint>

#include "hive/rules/grid.hpp"
#include "hive/rules/slides.hpp"

namespace hexapoda::hive {

// The relation of a cell to a queen, looked up by the difference between the two cells.
template <int N>
class QueenView {
 public:
  explicit QueenView(CellIndex queen) : offset_(kMiddle - spread(queen)) {}
  // The directions in which one step leads to a cell beside the queen.
  unsigned steps(CellIndex from) const { return kViews[spread(from) + offset_] & 63u; }
  // The directions in which a straight line meets a cell beside the queen after two or more steps.
  unsigned lines(CellIndex from) const { return kViews[spread(from) + offset_] >> 6 & 63u; }
  bool beside(CellIndex cell) const { return kViews[spread(cell) + offset_] >> 12; }

 private:
  static constexpr unsigned kMiddle = 2 * N * N + N;
  // The index of a cell on a board with rows twice as long, on which each difference between two cells is unique.
  static constexpr unsigned spread(CellIndex at) { return at + (at & ~static_cast<unsigned>(N - 1)); }
  static constexpr bool is_beside(int q, int r) {
    const int s = q + r;
    return (q | r) != 0 && q >= -1 && q <= 1 && r >= -1 && r <= 1 && s >= -1 && s <= 1;
  }
  static constexpr std::array<std::uint16_t, 4 * N * N> make() {
    constexpr int kQ[6] = {1, 0, -1, -1, 0, 1}, kR[6] = {0, 1, 1, 0, -1, -1};
    std::array<std::uint16_t, 4 * N * N> views{};
    for (int r = -N; r < N; ++r)
      for (int q = -N; q < N; ++q) {
        unsigned view = is_beside(q, r) ? 1u << 12 : 0;
        for (int d = 0; d < 6; ++d) {
          if (is_beside(q + kQ[d], r + kR[d])) view |= 1u << d;
          // A line meets cells beside the queen only within two steps of the point where it is nearest to the queen.
          const int along = -(kQ[d] * (2 * q + r) + kR[d] * (q + 2 * r)) / 2;
          for (int k = along - 2; k <= along + 2; ++k)
            if (k >= 2 && is_beside(q + k * kQ[d], r + k * kR[d])) view |= 1u << (6 + d);
        }
        views[static_cast<unsigned>((r + N) * 2 * N + q + N)] = static_cast<std::uint16_t>(view);
      }
    return views;
  }
  static constexpr std::array<std::uint16_t, 4 * N * N> kViews = make();
  unsigned offset_;
};

// Finds the pieces of one side that can reach the opponent's queen.
template <int N>
struct QueenReach {
  const Grid<N>& grid;
  int color;           // the side of the pieces
  CellIndex queen;     // the cell of the opponent's queen
  PieceSet idle;       // slots that can move and are not beside the queen
  PieceSet two_away;   // slots two steps from the queen
  PieceSet four_away;  // slots at most four steps from the queen
  unsigned copied;     // bugs beside the mosquito; none if it is on top of a stack
  bool enterable;      // whether a slide can enter some cell beside the queen

  // The slots that can move to an empty cell beside the queen.
  [[gnu::always_inline]] PieceSet slots() const {
    const QueenView<N> view(queen);
    PieceSet found = enterable ? idle & kAntSlots : 0;
    for_each_bit(idle & two_away & (kQueenSlot | kPillbugSlot | kBeetleSlots | kMosquitoSlot), [&](int slot) {
      const CellIndex at = cell(slot);
      const bool top = grid.level[make_piece(color, slot)] != 0;
      if (1u << slot == kMosquitoSlot && !top && !(copied & (1u << kQueen | 1u << kPillbug | 1u << kBeetle))) return;
      const unsigned open = top ? ~unsigned{grid.ring[at]} : kSlides[grid.ring[at]];
      if (open & view.steps(at)) found |= 1u << slot;
    });
    for_each_bit(idle & kGrasshopperSlots, [&](int slot) {
      if (jumps(view, cell(slot))) found |= 1u << slot;
    });
    if (idle & kMosquitoSlot & ~found) {
      if ((enterable && (copied & 1u << kAnt)) || ((copied & 1u << kGrasshopper) && jumps(view, cell(11))))
        found |= kMosquitoSlot;
    }
    if (idle & four_away & (kSpiderSlots | kLadybugSlot)) found |= from_afar();
    return found;
  }

 private:
  CellIndex cell(int slot) const { return grid.cell[make_piece(color, slot)]; }

  bool jumps(const QueenView<N>& view, CellIndex at) const {
    for (unsigned lines = grid.ring[at] & view.lines(at); lines != 0; lines &= lines - 1) {
      const int d = std::countr_zero(lines);
      CellIndex to = neighbor<N>(at, d);
      while (grid.ring[to] >> d & 1) to = neighbor<N>(to, d);
      if (view.beside(neighbor<N>(to, d))) return true;
    }
    return false;
  }

  // Like slots(), but only for spiders and the ladybug, whose moves need sets of cells.
  [[gnu::always_inline]] PieceSet from_afar() const {
    const CellSet<N> hive = grid.occupied();
    const CellSet<N> targets = beside(CellSet<N>::single(queen)) & ~hive;
    PieceSet found = 0;
    if (idle & four_away & kSpiderSlots) {
      const Slides<N> slides(hive);
      const CellSet<N> before = slides.step(slides.step(targets));
      for_each_bit(idle & four_away & kSpiderSlots, [&](int slot) {
        for_each_bit(kSlides[grid.ring[cell(slot)]], [&](int d) {
          if (before.test(neighbor<N>(cell(slot), d))) found |= 1u << slot;
        });
      });
    }
    if (idle & four_away & kLadybugSlot) {
      const CellSet<N> start = CellSet<N>::single(cell(12));
      const CellSet<N> others = hive & ~start;
      const CellSet<N> second = beside(beside(start) & others) & others;
      if ((beside(second) & targets).any()) found |= kLadybugSlot;
    }
    return found;
  }
};

}  // namespace hexapoda::hive
