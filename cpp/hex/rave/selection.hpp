// The rules for choosing the move to try next, in searches with playouts and in searches in which the network evaluates
// every leaf.
//
// With playouts: the mean of the move's own playouts and its RAVE mean are weighted as proposed by Silver. With n own
// playouts and m RAVE playouts, the RAVE mean has the weight m / (n + m + kRaveBias * n * m). The bias, which comes
// from the patterns or the network, is divided by the square root of n + 1 (Chaslot et al., "Progressive strategies for
// Monte-Carlo tree search", 2008; as in MoHex 2.0).
//
// With evaluations: PUCT, as in search/tree/network_tree.hpp. The bias of a move is its probability in the network's
// policy.
#pragma once

#include <cmath>

#include "hex/rave/argmax.hpp"
#include "hex/rave/rave_settings.hpp"
#include "hex/rave/rave_tree.hpp"
#include "hex/rules/shape.hpp"

namespace hexapoda::hex {

// Chooses moves at the nodes of one tree, on one thread at a time. Meanwhile, other threads may change the counts
// (rave_tree.hpp).
class Selection {
 public:
  // The open move with the highest value, or kNoCell.
  __attribute__((no_sanitize("thread"))) Cell by_playouts(const RaveNode& node) {
    const int width = node.width();
    const float* const wins = node.lane(Lane::kWins);
    const float* const counts = node.lane(Lane::kCounts);
    const float* const rave_wins = node.lane(Lane::kRaveWins);
    const float* const rave_counts = node.lane(Lane::kRaveCounts);
    const float* const bias = node.lane(Lane::kBias);
    for (int i = 0; i < width; ++i) {
      // own + weight * (rave - own) with weight = m / (n + m + kRaveBias * n * m), over a common denominator.
      const float n = counts[i], m = rave_counts[i], more = 1 + kRaveBias * m;
      values_[i] = (rave_wins[i] + wins[i] * more) / (n * more + m) + bias[i] / std::sqrt(n + 1);
    }
    return best_cell(width);
  }

  // As by_playouts(), for a search with evaluations.
  __attribute__((no_sanitize("thread"))) Cell by_policy(const RaveNode& node) {
    constexpr int kStep = RaveNode::kStep;
    const int width = node.width();
    const float* const wins = node.lane(Lane::kWins);
    const float* const counts = node.lane(Lane::kCounts);
    const float* const policy = node.lane(Lane::kBias);
    float wins_by_place[kStep] = {}, counts_by_place[kStep] = {};
    for (int i = 0; i < width; i += kStep)
      for (int k = 0; k < kStep; ++k) {
        wins_by_place[k] += wins[i + k];
        counts_by_place[k] += counts[i + k];
      }
    float won = node.value.load(std::memory_order_relaxed), count = 1;
    for (int k = 0; k < kStep; ++k) {
      won += wins_by_place[k];
      count += counts_by_place[k];
    }
    const float untried = won / count - kUntriedLoss, spread = kExploration * std::sqrt(count);
    for (int i = 0; i < width; ++i) {
      const float mean = counts[i] > 0 ? wins[i] / counts[i] : untried;
      values_[i] = mean + spread * policy[i] / (counts[i] + 1);
    }
    return best_cell(width);
  }

 private:
  // The values of open moves are above -1, and those of all other cells are far below.
  Cell best_cell(int width) const {
    const int best = argmax(values_, width);
    return values_[best] < -1 ? kNoCell : static_cast<Cell>(best);
  }

  alignas(64) float values_[RaveNode::width_of(kMaxCells)];
};

}  // namespace hexapoda::hex
