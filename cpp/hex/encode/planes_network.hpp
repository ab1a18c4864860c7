// The network of Hex on one board, for searches that give it the observation `planes` and take a logit for each action.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
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
    const float chance = Network(shape_, *weights_).evaluate(stones, color, kNoCell, logits);
    if (swap_) logits[cells] = swap_logit(planes, logits, chance);
    return 2 * chance - 1;
  }

 private:
  struct Stones {
    std::vector<Cell> cells;

    template <class F>
    void for_each(F f) const {
      for (const Cell cell : cells) f(cell);
    }
  };

  // The network was not trained on swaps. One is as likely as the side to move is to lose without it.
  template <class Number>
  float swap_logit(const Number* planes, const float* logits, float chance) const {
    const int cells = shape_.cells();
    float sum = 0;
    for (int cell = 0; cell < cells; ++cell)
      if (planes[cell] == Number{} && planes[cells + cell] == Number{}) sum += std::exp(logits[cell]);
    const float won = std::clamp(chance, 0.001F, 0.999F);
    return std::log(sum * (1 - won) / won);
  }

  Shape shape_;
  bool swap_;
  std::shared_ptr<const NetworkWeights> weights_;
};

}  // namespace hexapoda::hex
