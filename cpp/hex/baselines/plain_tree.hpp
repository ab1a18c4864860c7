// Plain Monte-Carlo tree search for Hex: search/tree/uct.hpp with random deals as playouts. Each thread has its own
// tree; the results are added up at the root.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "hex/rules/placement.hpp"
#include "search/search_line.hpp"
#include "search/thread_team.hpp"

namespace hexapoda::hex {

class PlainTree {
 public:
  struct RootMove {
    Cell cell;
    std::uint64_t visits;
    double value;  // mean over the playouts for the side to move, 0 to 1
    int end_in;    // plies to the proven end, negative if lost; 0 if nothing is proven
  };

  PlainTree(const Placement& placement, double exploration, int depth, int threads, std::uint64_t seed);
  ~PlainTree();

  // Grows every tree until the team stops, a tree has proven the outcome, or `playouts` playouts have been made in
  // total. The team must have as many threads as the constructor was given.
  void grow(search::ThreadTeam& team, std::uint64_t playouts);

  bool solved() const;
  std::uint64_t playouts() const;
  std::vector<RootMove> root_moves() const;
  // The best move over all trees and its continuation. The score is as in search::SearchLine, 0 to 1.
  search::SearchLine<Cell> best();

  class Trees;

 private:
  std::unique_ptr<Trees> trees_;
};

}  // namespace hexapoda::hex
