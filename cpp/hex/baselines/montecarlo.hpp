// Flat Monte Carlo: each free cell is taken by the side to move, and the rest of the board dealt out at random many
// times.
//
// A full board is worth to its winner the number of its shortest chains divided by their length in cells. A cell has
// the mean of that over its deals for either side, nothing being added for the side that loses. Each cell's deals come
// in several rounds, so that when time is short all cells have had about as many, and hang on the seed alone: the
// number of threads makes no difference.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "hex/rules/placement.hpp"
#include "hex/rules/thread_pool.hpp"

namespace hexapoda::hex {

class MonteCarlo {
 public:
  struct CellMean {
    Cell cell;
    std::uint64_t deals, wins;
    double own, other;  // sums of the worth of the boards that the side to move has won, or the other one
  };

  // Of a position with a free cell; `deals` are made in all.
  MonteCarlo(const Placement& placement, std::uint64_t deals, std::uint64_t seed);
  ~MonteCarlo();

  // Goes on until the pool is over or everything is done; at least one cell's deals of one round.
  void run(ThreadPool& pool);

  bool complete() const;
  std::uint64_t deals() const;
  std::vector<CellMean> cells() const;

  class Work;

 private:
  std::unique_ptr<Work> work_;
};

}  // namespace hexapoda::hex
