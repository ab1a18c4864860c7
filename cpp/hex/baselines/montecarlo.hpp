// Flat Monte Carlo: each free cell in turn is given to the side to move, and the rest of the board is dealt out at
// random many times.
//
// The quality of a full board for its winner is the number of the shortest chains divided by their length in cells. The
// result for a cell is the sum of these qualities over its deals, separately for the deals that each side won. The
// deals of a cell are made in several rounds, so that all cells have about the same number when time runs out. If all
// deals are made, they depend only on the seed, not on the number of threads.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "hex/rules/placement.hpp"
#include "search/thread_team.hpp"

namespace hexapoda::hex {

class MonteCarlo {
 public:
  struct CellMean {
    Cell cell;
    std::uint64_t deals, wins;
    double own, other;  // sums of the qualities of the boards that the side to move, or the opponent, won
  };

  // The position must have a free cell. `deals` is the total number of deals.
  MonteCarlo(const Placement& placement, std::uint64_t deals, std::uint64_t seed);
  ~MonteCarlo();

  // Runs until the team stops or all deals are made; the first call makes at least one round of one cell.
  void run(search::ThreadTeam& team);

  bool complete() const;
  std::uint64_t deals() const;
  std::vector<CellMean> cells() const;

  class Work;

 private:
  std::unique_ptr<Work> work_;
};

}  // namespace hexapoda::hex
