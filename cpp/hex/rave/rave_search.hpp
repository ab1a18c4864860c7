// The strong engine's search: one tree that several threads grow and that outlives the search.
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
  double seconds = 1e18;       // never longer than this
  double soft_seconds = 1e18;  // not longer than this once the move is clear; it may be clear much earlier
  std::uint64_t playouts = ~std::uint64_t{0};
};

// A move of the root and what is expected after it.
struct RaveReport {
  int rank = 1;
  // The share of playouts that the side to move wins after it, those that the network's answers count for among them;
  // 0 or 1 when that is proven.
  double value = 0.5;
  int end_in = 0;  // plies within which the game is proven to be won, negative when lost; 0 when nothing is proven
  std::uint64_t visits = 0;    // of the move, with what the network's answers count for
  std::uint64_t playouts = 0;  // of the search
  double seconds = 0;
  int depth = 0;  // plies of the longest path
  std::vector<Cell> line;
};

class RaveSearch {
 public:
  // `patterns` and `network` say which moves are likely, the network also who wins; null: nothing does.
  explicit RaveSearch(std::size_t megabytes, std::shared_ptr<const PatternWeights> patterns = nullptr,
                      std::shared_ptr<const NetworkWeights> network = nullptr);
  ~RaveSearch();

  // Forgets the tree.
  void clear();

  // The best `lines` moves of a position in which somebody can move and nobody has won, best first. `on_report` is
  // called now and then with each of them, on the calling thread, as `stopped` is, which ends the search.
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
