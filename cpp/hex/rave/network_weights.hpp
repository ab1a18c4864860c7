// The weights of the Hex network (network.hpp). The weights of the convolutions in its blocks are rounded.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "nn/byte_products.hpp"

namespace hexapoda::hex {

class NetworkWeights {
 public:
  static constexpr int kChannels = 32;  // channels per cell
  static constexpr int kTaps = 7;       // cells of a convolution: two above, left, itself, right, two below
  static constexpr int kPlanes = 4;     // input planes: own stones, the opponent's stones, the last move, free cells

  static constexpr int kMaxWeight = 65504;  // the maximum of a 16-bit float, the format in which weights are stored

  // The number of weights of each part.
  static constexpr std::size_t kFirst = (kTaps * kPlanes + 1) * kChannels;
  static constexpr std::size_t kConvolution = (kTaps * kChannels + 1) * kChannels;
  static constexpr std::size_t kPool = (2 * kChannels + 1) * kChannels;
  static constexpr std::size_t kBlock = 2 * kConvolution + kPool + 2;
  static constexpr std::size_t kMoveHead = kChannels + 1;
  static constexpr std::size_t kHeads = kMoveHead + kPool + kChannels + 1;

  // A convolution of a block: its output is scale * sum + bias, where sum is an integer.
  struct Convolution {
    static constexpr std::size_t kRowSize = kChannels * nn::kProductsPerSum;
    static constexpr std::size_t kRows = kTaps * kChannels / nn::kProductsPerSum;
    struct Inputs {  // the inputs of a row: the channels from `channel` on of the cell at `tap`
      std::uint8_t tap, channel;
    };

    alignas(64) std::array<std::int8_t, kRows * kRowSize> weights;  // [kRows][outputs][4]
    alignas(64) std::array<float, kChannels> scale, bias;
    std::array<Inputs, kRows> inputs;  // of each row
    std::size_t pairs = 0;             // the rows 2 * i and 2 * i + 1 with i < pairs fit together
  };
  struct Block {
    float steps[2];               // an input of each convolution is multiplied by this, then rounded
    Convolution convolutions[2];  // the output of the first one is already multiplied by steps[1]
    std::array<float, kPool> pool;
  };

  static constexpr std::size_t count(std::size_t blocks) { return kFirst + blocks * kBlock + kHeads; }

  // The order of the weights: the input convolution, [kTaps][kPlanes][kChannels]; for each block two convolutions,
  // [kTaps][kChannels][kChannels], the matrix of its global pooling, and the largest input of each convolution, to
  // which inputs are clipped; then the policy head; then the two layers of the value head. A matrix has one row for
  // each input, and one more row for the bias. Throws std::invalid_argument if the number of weights is wrong, if a
  // weight is NaN or exceeds kMaxWeight in absolute value, or if a largest input is not positive.
  explicit NetworkWeights(std::span<const float> values) {
    constexpr std::size_t kLeast = count(0);
    if (values.size() < kLeast || (values.size() - kLeast) % kBlock != 0)
      throw std::invalid_argument("weights of the network: expected " + std::to_string(kLeast) + " and " +
                                  std::to_string(kBlock) + " more for each block, found " +
                                  std::to_string(values.size()));
    if (!std::ranges::all_of(values, [](float value) { return std::abs(value) <= kMaxWeight; }))
      throw std::invalid_argument("weights of the network: expected numbers from -" + std::to_string(kMaxWeight) +
                                  " to " + std::to_string(kMaxWeight));
    std::ranges::copy(values.first(kFirst), first_.begin());
    std::ranges::copy(values.last(kHeads), heads_.begin());
    blocks_.resize((values.size() - kLeast) / kBlock);
    for (std::size_t i = 0; i < blocks_.size(); ++i) set_block(blocks_[i], values.subspan(kFirst + i * kBlock, kBlock));
  }

  const float* first() const { return first_.data(); }
  const std::vector<Block>& blocks() const { return blocks_; }
  const float* heads() const { return heads_.data(); }

 private:
  static void set_block(Block& block, std::span<const float> values) {
    const std::span<const float> most = values.last(2);
    if (!(std::ranges::min(most) > 0))
      throw std::invalid_argument(
          "weights of the network: expected a positive number as the largest input of a "
          "convolution, found " +
          std::to_string(std::ranges::min(most)));
    for (std::size_t i = 0; i < 2; ++i) block.steps[i] = nn::kMaxByte / most[i];
    for (std::size_t i = 0; i < 2; ++i)
      round(block.convolutions[i], values.subspan(i * kConvolution, kConvolution), block.steps[i]);
    for (float& scale : block.convolutions[0].scale) scale *= block.steps[1];
    for (float& bias : block.convolutions[0].bias) bias *= block.steps[1];
    std::ranges::copy(values.subspan(2 * kConvolution, kPool), block.pool.begin());
  }
  // Rounds the weights of each output to multiples of 1 / kMaxByte of their largest absolute value.
  static void round(Convolution& out, std::span<const float> values, float steps) {
    constexpr std::size_t kInputs = kTaps * kChannels, kOutputs = kChannels;
    std::array<std::int8_t, kInputs * kOutputs> weights;  // as in `out`, but the rows in the order of their inputs
    for (std::size_t output = 0; output < kOutputs; ++output) {
      float most = 0;
      for (std::size_t in = 0; in < kInputs; ++in) most = std::max(most, std::abs(values[in * kOutputs + output]));
      const float unit = most > 0 ? most / nn::kMaxByte : 1;
      for (std::size_t in = 0; in < kInputs; ++in) {
        const std::size_t place =
            (in / nn::kProductsPerSum * kOutputs + output) * nn::kProductsPerSum + in % nn::kProductsPerSum;
        weights[place] = static_cast<std::int8_t>(std::lround(values[in * kOutputs + output] / unit));
      }
      out.scale[output] = unit / steps;
      out.bias[output] = values[kInputs * kOutputs + output];
    }
    const auto order = pair_rows(weights.data(), out.pairs);
    for (std::size_t i = 0; i < Convolution::kRows; ++i) {
      std::copy_n(weights.data() + order[i] * Convolution::kRowSize, Convolution::kRowSize,
                  out.weights.data() + i * Convolution::kRowSize);
      const std::size_t input = order[i] * nn::kProductsPerSum;
      out.inputs[i] = {static_cast<std::uint8_t>(input / kChannels), static_cast<std::uint8_t>(input % kChannels)};
    }
  }
  // An order of the rows in which the first ones form pairs that fit together. Sets the number of pairs.
  static std::array<std::size_t, Convolution::kRows> pair_rows(const std::int8_t* weights, std::size_t& pairs) {
    constexpr std::size_t kRows = Convolution::kRows, kRowSize = Convolution::kRowSize;
    std::array<std::size_t, kRows> order;
    std::iota(order.begin(), order.end(), std::size_t{0});
    pairs = 0;
    if constexpr (nn::kOneInstruction) return order;
    const auto fit = [&](std::size_t one, std::size_t two) {
      return nn::fit_together(weights + one * kRowSize, weights + two * kRowSize, kChannels);
    };
    for (std::size_t end = kRows; end - 2 * pairs >= 2;) {  // the rows from `end` on have found no partner
      const auto first = order.begin() + static_cast<std::ptrdiff_t>(2 * pairs);
      const auto last = order.begin() + static_cast<std::ptrdiff_t>(end);
      const auto partner = std::find_if(first + 1, last, [&](std::size_t other) { return fit(*first, other); });
      if (partner == last) {
        std::rotate(first, first + 1, last);
        --end;
      } else {
        std::rotate(first + 1, partner, partner + 1);
        ++pairs;
      }
    }
    return order;
  }

  std::array<float, kFirst> first_;
  std::array<float, kHeads> heads_;
  std::vector<Block> blocks_;
};

}  // namespace hexapoda::hex
