// Evaluates a position with the network: the win probability, and the probability with which a strong player would
// choose each of the given moves.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include "hex/rave/network.hpp"

namespace hexapoda::hex {

// Evaluates positions of one board size, on one thread at a time.
class NetworkPolicy {
 public:
  NetworkPolicy(Shape shape, const NetworkWeights& weights) : network_(shape, weights) {}

  // Returns the win probability of the side to move. Writes the probabilities of the free cells `moves`: the policy,
  // raised to the power of 1 / temperature and scaled to add up to 1. Returns nullopt if a result is not finite, which
  // happens only with damaged weights. `last` is as in Network::evaluate().
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
