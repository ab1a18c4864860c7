// Every way to deal out the free cells, floor((n + 1) / 2) of the n to the side to move and the rest to the other one.
//
// A full board is worth the number of its winner's shortest chains divided by their length in cells: to the good of
// the side to move when it has won, else to its harm. A free cell is worth the sum over the deals that give it to the
// side to move. The deals are split, by who has the first few cells, into parts that are taken in a scattered order,
// so that a sum that is cut short is a sample of the whole.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "hex/rules/placement.hpp"
#include "hex/rules/thread_pool.hpp"

namespace hexapoda::hex {

// In how many ways so many free cells can be dealt out.
double deals_of(int free);

class BruteForce {
 public:
  static constexpr int kMostFree = 50;  // far above what anybody waits for

  struct CellSum {
    Cell cell;
    double sum;           // of the worth of the deals
    std::uint64_t deals;  // that gave the cell to the side to move
  };

  // Of a position with 1 to kMostFree free cells.
  explicit BruteForce(const Placement& placement);
  ~BruteForce();

  // Goes on until the pool is over or `deals` have been made in all; at least one part, and no part by halves.
  void run(ThreadPool& pool, std::uint64_t deals);

  bool complete() const;
  std::uint64_t deals() const;
  std::vector<CellSum> cells() const;

  class Work;

 private:
  std::unique_ptr<Work> work_;
};

}  // namespace hexapoda::hex
