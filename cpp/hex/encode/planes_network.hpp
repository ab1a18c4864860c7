// The Hex network on one board size, for searches that use the observation `planes` and read a logit for each action.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "hex/encode/planes.hpp"
#include "hex/rave/network.hpp"

namespace hexapoda::hex {

class PlanesNetwork {
 public:
  struct Workspace {};

  PlanesNetwork(const Shape& shape, bool swap, std::shared_ptr<const NetworkWeights> weights)
      : shape_(shape), swap_(swap), weights_(std::move(weights)) {}

  int observation() const { return Planes::kPlanes * shape_.cells(); }
  int actions() const { return shape_.cells() + (swap_ ? 1 : 0); }

  // Writes the logit of each action. Returns the value for the side to move, -1 to 1.
  template <class Number>
  float evaluate(const Number* planes, float* logits, Workspace&) const {
    const int cells = shape_.cells();
    const int color = planes[2 * cells] != Number{} ? kBlack : kWhite;
    Stones stones[2];
    for (int cell = 0; cell < cells; ++cell) {
      if (planes[cell] != Number{}) stones[color].cells.push_back(static_cast<Cell>(cell));
      if (planes[cells + cell] != Number{}) stones[1 - color].cells.push_back(static_cast<Cell>(cell));
    }
    // The network was not trained on swaps. If a swap may follow, the best first stone makes the game even, so the
    // value is 0. The network does not know which stones do, so no cell is favored.
    if (swap_ && stones[0].cells.empty() && stones[1].cells.empty()) {
      std::fill_n(logits, actions(), 0.0F);
      return 0;
    }
    // kNoCell, because the planes do not show the last move. Network is created for this call and has its own buffers,
    // because a thread has one Workspace for all the networks that it evaluates.
    const float chance = Network(shape_, *weights_).evaluate(stones, color, kNoCell, logits);
    if (!swap_) return 2 * chance - 1;
    const bool may_swap = planes[4 * cells] != Number{};
    logits[cells] = may_swap ? swap_logit(planes, logits, chance) : 0;
    return 2 * (may_swap ? std::max(chance, 1 - chance) : chance) - 1;
  }

 private:
  struct Stones {
    std::vector<Cell> cells;

    template <class F>
    void for_each(F f) const {
      for (const Cell cell : cells) f(cell);
    }
  };

  // The logit that makes the probability of a swap equal to the probability that the side to move loses without one.
  template <class Number>
  float swap_logit(const Number* planes, const float* logits, float chance) const {
    const int cells = shape_.cells();
    const auto free = [&](int cell) { return planes[cell] == Number{} && planes[cells + cell] == Number{}; };
    float most = std::numeric_limits<float>::lowest(), sum = 0;
    for (int cell = 0; cell < cells; ++cell)
      if (free(cell)) most = std::max(most, logits[cell]);
    for (int cell = 0; cell < cells; ++cell)
      if (free(cell)) sum += std::exp(logits[cell] - most);
    const float won = std::clamp(chance, 0.001F, 0.999F);
    return most + std::log(sum * (1 - won) / won);
  }

  Shape shape_;
  bool swap_;
  std::shared_ptr<const NetworkWeights> weights_;
};

}  // namespace hexapoda::hex
