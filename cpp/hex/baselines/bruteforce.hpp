// Brute force: every way to deal out the free cells, floor((n + 1) / 2) of n to the side to move and the rest to the
// opponent.
//
// The quality of a full board is the number of the winner's shortest chains divided by their length in cells, negative
// if the opponent has won. The score of a free cell is the sum of the qualities over the deals that give it to the side
// to move. The deals are split into parts by the owners of the first few cells. The parts are visited in a scattered
// order, so that an interrupted search covers a fair sample of the deals.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "hex/rules/placement.hpp"
#include "search/thread_team.hpp"

namespace hexapoda::hex {

// The number of ways to deal out this many free cells.
double deals_of(int free);

class BruteForce {
 public:
  static constexpr int kMaxFree = 50;  // more would take far too long

  struct CellSum {
    Cell cell;
    double sum;           // the sum of the qualities of the deals
    std::uint64_t deals;  // deals that gave the cell to the side to move
  };

  // The position must have 1 to kMaxFree free cells.
  explicit BruteForce(const Placement& placement);
  ~BruteForce();

  // Runs until the team stops or `deals` deals have been made in total. The first call completes at least one part that
  // has deals. Every part that is begun is completed.
  void run(search::ThreadTeam& team, std::uint64_t deals);

  bool complete() const;
  std::uint64_t deals() const;
  std::vector<CellSum> cells() const;

  class Work;

 private:
  std::unique_ptr<Work> work_;
};

}  // namespace hexapoda::hex
