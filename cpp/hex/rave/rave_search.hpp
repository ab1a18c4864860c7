// The search of the engine `rave`: several threads grow one tree, which is kept between searches.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "hex/rave/move_patterns.hpp"
#include "hex/rave/network.hpp"
#include "hex/rave/rave_settings.hpp"
#include "hex/rules/placement.hpp"

namespace hexapoda::hex {

struct RaveLimits {
  double seconds = 1e18;                       // hard limit
  double soft_seconds = 1e18;                  // limit if the best move is clear; the search may then end much earlier
  std::uint64_t playouts = ~std::uint64_t{0};  // as RaveReport counts them
};

// A root move and the expected continuation.
struct RaveReport {
  int rank = 1;
  // The expected result for the side to move, 0 or 1 if proven. It is the mean over playouts, with a network evaluation
  // counted as several playouts, or the mean over evaluations if the network evaluates every leaf.
  double value = 0.5;
  // If the result is proven, the maximum number of plies to the end of the game when the winner follows the proof,
  // negative for a loss. Otherwise 0.
  int end_in = 0;
  std::uint64_t visits = 0;    // of the move, including network evaluations
  std::uint64_t playouts = 0;  // of the search; each evaluation of a leaf counts as kEvaluationPlayouts
  double seconds = 0;
  int depth = 0;  // length of the longest path that the first thread searched
  std::vector<Cell> line;
};

class RaveSearch {
 public:
  // `patterns` and `network` provide policies, and the network also provides values. Either may be null if it is not
  // used.
  explicit RaveSearch(std::size_t megabytes, std::shared_ptr<const PatternWeights> patterns = nullptr,
                      std::shared_ptr<const NetworkWeights> network = nullptr);
  ~RaveSearch();

  // Discards the tree.
  void clear();

  // Returns the best `lines` moves, best first. The game must not be over. `on_report` receives the current best moves
  // from time to time, and the returned ones at the end. The search ends when `stopped` returns true. Both are called
  // on the calling thread.
  std::vector<RaveReport> search(const Placement& placement, const RaveLimits& limits, const RaveSettings& settings,
                                 int lines, const std::function<void(const RaveReport&)>& on_report,
                                 const std::function<bool()>& stopped);

  class Tree;

 private:
  const std::size_t bytes_;
  const std::shared_ptr<const PatternWeights> patterns_;
  const std::shared_ptr<const NetworkWeights> network_;
  Shape shape_;
  std::unique_ptr<Tree> tree_;
};

}  // namespace hexapoda::hex
