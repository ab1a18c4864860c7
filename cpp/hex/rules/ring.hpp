// The six cells around an empty cell, which decide whether it is dead or captured.
//
// A ring has two bits for each neighbor in circular order: 0 empty, 1 black, 2 white; an edge counts as a stone of its
// color. A cell is dead if its color can make no difference: however the empty cells around it are filled, the color
// changes at most twice along the ring, so the stones of each color are connected without the cell (van Rijswijck and
// others, 2003).
#pragma once

#include <cstdint>
#include <vector>

#include "hex/solve/proof_board.hpp"

namespace hexapoda::hex {

using Ring = std::uint16_t;

inline constexpr Ring ring_stone(int direction, int color) { return static_cast<Ring>((color + 1) << (2 * direction)); }

inline constexpr int opposite(int direction) { return (direction + 3) % 6; }

// Whether a cell with this ring is dead.
bool is_dead(Ring ring);

template <int kWords>
class Rings {
 public:
  explicit Rings(const ProofBoard<kWords>& geometry) : geometry_(geometry), rings_(geometry.cells()) {}

  // Recomputes the rings of the empty cells.
  void update(const BitStones<kWords>& stones, const BitCells<kWords>& empty) {
    empty.for_each([&](int cell) {
      Ring ring = 0;
      for (int i = 0; i < 6; ++i) {
        const int next = geometry_.around(cell)[i];
        if (next == ProofBoard<kWords>::kBlackEdge || (next >= 0 && stones.of[kBlack].has(next)))
          ring |= ring_stone(i, kBlack);
        else if (next < 0 || stones.of[kWhite].has(next))
          ring |= ring_stone(i, kWhite);
      }
      rings_[cell] = ring;
    });
  }

  // Calls f(pair) for each pair of cells that a stone of `color` on `cell` would capture: if the opponent plays on one
  // of them, a reply on the other makes that stone dead, so both count as stones of `color`.
  template <class F>
  void for_each_capture(int cell, int color, const BitCells<kWords>& empty, F f) const {
    for (int i = 0; i < 6; ++i) {
      const int first = geometry_.around(cell)[i];
      if (first < 0 || !empty.has(first)) continue;
      const Ring first_ring = rings_[first] | ring_stone(opposite(i), color);
      for (int j = 0; j < 6; ++j) {
        const int second = geometry_.around(first)[j];
        if (second < 0 || second == cell || !empty.has(second)) continue;
        if (!is_dead(first_ring | ring_stone(j, color))) continue;
        Ring second_ring = rings_[second] | ring_stone(opposite(j), color);
        // `cell` may also touch the second cell.
        for (int k = 0; k < 6; ++k)
          if (geometry_.around(second)[k] == cell) second_ring |= ring_stone(k, color);
        if (!is_dead(second_ring)) continue;
        BitCells<kWords> pair = BitCells<kWords>::only(first);
        pair.add(second);
        f(pair);
      }
    }
  }

 private:
  const ProofBoard<kWords>& geometry_;
  std::vector<Ring> rings_;
};

}  // namespace hexapoda::hex
