// What the network says of a position: who is likely to win, and which of some moves a strong player is likely to
// choose.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include "hex/rave/network.hpp"

namespace hexapoda::hex {

// For positions of one board size, on one thread at a time.
class NetworkPolicy {
 public:
  NetworkPolicy(Shape shape, const NetworkWeights& weights) : network_(shape, weights) {}

  // Returns the win probability of the side to move. Writes the probability of each of the free cells `moves`, raised
  // to 1 / temperature; they add up to 1. With damaged weights, whose numbers are not finite, returns nothing. `last`
  // is as in Network::evaluate().
  template <class Set>
  std::optional<float> evaluate(const Set (&stones)[2], int color, Cell last, std::span<const Cell> moves,
                                float temperature, float* probabilities) {
    const float value = network_.evaluate(stones, color, last, logits_);
    float most = moves.empty() ? 0 : logits_[moves.front()], all = 0;
    for (const Cell cell : moves) most = std::max(most, logits_[cell]);
    for (std::size_t i = 0; i < moves.size(); ++i)
      all += probabilities[i] = std::exp((logits_[moves[i]] - most) / temperature);
    if (!std::isfinite(value) || !std::isfinite(all)) return std::nullopt;
    for (std::size_t i = 0; i < moves.size(); ++i) probabilities[i] /= all;
    return value;
  }

 private:
  Network network_;
  float logits_[kMaxCells];
};

}  // namespace hexapoda::hex
