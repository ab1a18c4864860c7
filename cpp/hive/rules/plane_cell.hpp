// Cells of the plane modulo 32 in both coordinates, as numbers below 1024 that do not depend on the window. No hive of
// 28 pieces spans more than 32 cells, so two cells of one hive never share a number.
#pragma once

#include <cstdint>
#include <optional>

#include "hive/rules/grid.hpp"

namespace hexapoda::hive {

// Converts between the cells of a window and plane cells.
class PlaneCells {
 public:
  template <int N>
  explicit PlaneCells(const Grid<N>& grid)
      : mask_(N - 1),
        shift_(N == 16 ? 4 : 5),
        base_q_(static_cast<unsigned>(grid.base.q)),
        base_r_(static_cast<unsigned>(grid.base.r)) {
    static_assert(N == 16 || N == 32);
  }

  unsigned name(CellIndex at) const { return (((at >> shift_) + base_r_) & 31) << 5 | (((at & mask_) + base_q_) & 31); }
  // Writes the plane cell of each cell of the N x N window to `out`, shifted left by `shift` bits.
  template <int N>
  void name_all(std::uint16_t* out, int shift) const {
    for (unsigned r = 0; r < N; ++r)
      for (unsigned q = 0; q < N; ++q)
        out[r * N + q] = static_cast<std::uint16_t>((((r + base_r_) & 31) << 5 | ((q + base_q_) & 31)) << shift);
  }
  // The cell of the window with this number, if there is one.
  std::optional<CellIndex> find(unsigned name) const {
    const unsigned q = (name - base_q_) & 31, r = ((name >> 5) - base_r_) & 31;
    if (q > mask_ || r > mask_) return std::nullopt;
    return r << shift_ | q;
  }

 private:
  unsigned mask_, shift_, base_q_, base_r_;
};

}  // namespace hexapoda::hive
