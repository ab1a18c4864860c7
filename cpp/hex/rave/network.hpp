// A small residual network over the cells. It returns a policy and the win probability of the side to move.
//
// The input is from the point of view of the color to move, as if it joined top and bottom: for White the board is
// mirrored over its long diagonal, as for the patterns. The input planes of a cell say whether it is own, the
// opponent's or free, and whether it is the opponent's last move. The edges are a frame of stones around the board. The
// first convolution computes 32 channels per cell. Each residual block adds the result of two more convolutions and of
// global pooling, the mean and the maximum of each channel over the board (Wu, "Accelerating self-play learning in Go",
// 2019). A convolution covers a cell and its six neighbors, so the network works on any board size.
//
// The convolutions of the blocks compute with integers: their weights are rounded to 8 bits in steps that depend on the
// output channel, their inputs to 7 bits (nn/byte_products.hpp). The network is trained with these roundings.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "hex/rave/network_weights.hpp"
#include "hex/rules/shape.hpp"
#include "nn/byte_products.hpp"

namespace hexapoda::hex {

// Evaluates positions of one board size, on one thread at a time.
class Network {
 public:
  Network(Shape shape, const NetworkWeights& weights) : weights_(weights), shape_(shape) {
    const auto framed = static_cast<std::size_t>((shape.columns + 2) * (shape.rows + 2) + kTile);
    states_.resize(framed);
    channels_.resize(framed);
    for (auto& layer : rounded_) layer.resize(framed);
  }

  // Returns the win probability of the side to move and writes the policy logit of each cell. The logits are not
  // normalized, and those of occupied cells are meaningless. `last` is the opponent's last move, kNoCell if unknown.
  template <class Set>
  float evaluate(const Set (&stones)[2], int color, Cell last, float* logits) {
    set_position(stones, color, last);
    convolve_input();
    float pooled[2 * kChannels], hidden[kChannels];
    for (const NetworkWeights::Block& block : weights_.blocks()) {
      pool(pooled);
      combine(block.pool.data(), pooled, hidden);
      round_channels(block.steps[0]);
      convolve(rounded_[0], block.convolutions[0], [&](const Place& place, Numbers out) { round(place, out); });
      convolve(rounded_[1], block.convolutions[1], [&](const Place& place, Numbers out) {
        float* const to = channels_[place.cell].channels + place.channel;
        store(to, positive(out + load(hidden + place.channel) + load(to)));
      });
    }
    const float* const heads = weights_.heads();
    for (int cell = 0; cell < shape_.cells(); ++cell)
      logits[cell] = product(channels_[at(framed(static_cast<Cell>(cell)))].channels, heads) + heads[kChannels];
    const float* const to_hidden = heads + NetworkWeights::kMoveHead;
    const float* const to_value = to_hidden + NetworkWeights::kPool;
    pool(pooled);
    combine(to_hidden, pooled, hidden);
    for (float& channel : hidden) channel = std::max(channel, 0.0F);
    return 1 / (1 + std::exp(-product(hidden, to_value) - to_value[kChannels]));
  }

 private:
  static constexpr int kChannels = NetworkWeights::kChannels, kTaps = NetworkWeights::kTaps,
                       kPlanes = NetworkWeights::kPlanes;
  static constexpr int kTile = 6;  // cells that are convolved together, so that their sums stay in registers
  static constexpr int kParts = 2;
  static constexpr int kTogether = kParts * nn::kSums;  // channels that are convolved together
  static_assert(kChannels % kTogether == 0);
  using Numbers = float __attribute__((vector_size(nn::kSums * sizeof(float))));
  using Bytes = std::uint8_t __attribute__((vector_size(nn::kSums)));
  struct alignas(64) Features {
    float channels[kChannels];
  };
  struct alignas(32) Rounded {
    std::uint8_t channels[kChannels];
  };
  struct Place {
    std::size_t cell;
    int channel;  // the first one of a register
  };

  static Numbers load(const float* from) {
    Numbers numbers;
    std::memcpy(&numbers, from, sizeof numbers);
    return numbers;
  }
  static void store(float* to, Numbers numbers) { std::memcpy(to, &numbers, sizeof numbers); }
  static Numbers positive(Numbers numbers) { return numbers > 0 ? numbers : Numbers{}; }
  static float product(const float* a, const float* b) {
    float sum = 0;
    for (int i = 0; i < kChannels; ++i) sum += a[i] * b[i];
    return sum;
  }

  int framed(Cell cell) const {
    const int column = shape_.column_of(cell), row = shape_.row_of(cell);
    return color_ == kBlack ? (row + 1) * stride_ + column + 1 : (column + 1) * stride_ + row + 1;
  }
  template <class F>
  void for_each_cell(F f) const {
    for (int row = 1; row <= rows_; ++row)
      for (int column = 1; column < stride_ - 1; ++column) f(static_cast<std::size_t>(row * stride_ + column));
  }

  // Writes the input planes, with a frame of edges.
  template <class Set>
  void set_position(const Set (&stones)[2], int color, Cell last) {
    color_ = color;
    stride_ = (color == kBlack ? shape_.columns : shape_.rows) + 2;
    rows_ = color == kBlack ? shape_.rows : shape_.columns;
    last_ = last == kNoCell ? -1 : framed(last);
    const int below = (rows_ + 1) * stride_;
    std::fill(states_.begin(), states_.end(), kFree);
    for (int row = stride_; row < below; row += stride_) states_[at(row)] = states_[at(row + stride_ - 1)] = kTheirs;
    for (int column = 0; column < stride_; ++column) states_[at(column)] = states_[at(below + column)] = kOwn;
    for (const int owner : {kBlack, kWhite})
      stones[owner].for_each([&](Cell cell) { states_[at(framed(cell))] = owner == color ? kOwn : kTheirs; });
    taps_ = {-stride_, 1 - stride_, -1, 0, 1, stride_ - 1, stride_};
    for (auto& layer : rounded_) std::fill(layer.begin(), layer.end(), Rounded{});
  }
  static std::size_t at(int place) { return static_cast<std::size_t>(place); }

  // The input convolution. A cell has one or two active planes, so their rows are selected and added.
  void convolve_input() {
    const float* const weights = weights_.first();
    for_each_cell([&](std::size_t cell) {
      Features& out = channels_[cell];
      std::copy_n(weights + kTaps * kPlanes * kChannels, kChannels, out.channels);
      const auto add = [&](int tap, int plane) {
        const float* const row = weights + (tap * kPlanes + plane) * kChannels;
        for (int i = 0; i < kChannels; ++i) out.channels[i] += row[i];
      };
      for (int tap = 0; tap < kTaps; ++tap) {
        const int neighbor = static_cast<int>(cell) + taps_[at(tap)];
        add(tap, states_[at(neighbor)]);
        if (neighbor == last_) add(tap, kLast);
      }
      for (float& channel : out.channels) channel = std::max(channel, 0.0F);
    });
  }

  // Global pooling: the mean of each channel over the board, then its maximum, which is at least 0.
  void pool(float (&pooled)[2 * kChannels]) const {
    std::fill(std::begin(pooled), std::end(pooled), 0.0F);
    for_each_cell([&](std::size_t cell) {
      const float* const channels = channels_[cell].channels;
      for (int i = 0; i < kChannels; ++i) {
        pooled[i] += channels[i];
        pooled[kChannels + i] = std::max(pooled[kChannels + i], channels[i]);
      }
    });
    for (int i = 0; i < kChannels; ++i) pooled[i] /= static_cast<float>(shape_.cells());
  }
  static void combine(const float* weights, const float (&pooled)[2 * kChannels], float (&out)[kChannels]) {
    std::copy_n(weights + 2 * kChannels * kChannels, kChannels, out);
    for (int in = 0; in < 2 * kChannels; ++in)
      for (int i = 0; i < kChannels; ++i) out[i] += pooled[in] * weights[in * kChannels + i];
  }

  // Clips numbers, which are in steps, to 0 to kLevels, and rounds them.
  static Bytes bytes_of(Numbers numbers) {
    const Numbers most = Numbers{} + nn::kLevels, more = positive(numbers);
    return __builtin_convertvector(__builtin_convertvector((more < most ? more : most) + 0.5F, nn::Sums), Bytes);
  }
  void round_channels(float steps) {
    for_each_cell([&](std::size_t cell) {
      for (int i = 0; i < kChannels; i += nn::kSums) {
        const Bytes bytes = bytes_of(load(channels_[cell].channels + i) * steps);
        std::memcpy(rounded_[0][cell].channels + i, &bytes, sizeof bytes);
      }
    });
  }
  void round(const Place& place, Numbers numbers) {
    const Bytes bytes = bytes_of(numbers);
    std::memcpy(rounded_[1][place.cell].channels + place.channel, &bytes, sizeof bytes);
  }

  // A convolution. Calls finish(place, numbers) with its output for each register of channels.
  template <class F>
  void convolve(const std::vector<Rounded>& from, const NetworkWeights::Convolution& weights, F finish) const {
    for (int channel = 0; channel < kChannels; channel += kTogether) convolve(from.data(), weights, channel, finish);
  }
  // The same for as many channels as registers can hold, starting with `begin`.
  template <class F>
  void convolve(const Rounded* from, const NetworkWeights::Convolution& weights, int begin, F finish) const {
    const int end = (rows_ + 1) * stride_ - 1;
    for (int first = stride_ + 1; first < end; first += kTile) {
      nn::Sums sums[kTile][kParts] = {};
      const std::int8_t* row = weights.weights.data() + begin * nn::kFour;
      for (const int tap : taps_) {
        const std::uint8_t* const in = from[first + tap].channels;
        for (int i = 0; i < kChannels; i += nn::kFour, row += kChannels * nn::kFour)
          for (int k = 0; k < kTile; ++k)
            for (int part = 0; part < kParts; ++part)
              sums[k][part] =
                  nn::add_products(sums[k][part], in + k * kChannels + i, row + part * search::kRegisterBytes);
      }
      for (int k = 0; k < kTile && first + k < end; ++k) {
        const int column = (first + k) % stride_;
        if (column == 0 || column == stride_ - 1) continue;  // the frame stays 0
        for (int part = 0; part < kParts; ++part) {
          const int channel = begin + part * nn::kSums;
          finish(Place{at(first + k), channel},
                 __builtin_convertvector(sums[k][part], Numbers) * load(weights.scale.data() + channel) +
                     load(weights.bias.data() + channel));
        }
      }
    }
  }

  // The planes of the input.
  static constexpr std::uint8_t kOwn = 0, kTheirs = 1, kLast = 2, kFree = 3;

  const NetworkWeights& weights_;
  const Shape shape_;
  // The position as the side to move sees it: cells in rows of `stride_`, with a frame.
  int color_ = kBlack, stride_ = 0, rows_ = 0, last_ = -1;
  std::array<int, kTaps> taps_{};  // the index offset of each cell of a convolution
  std::vector<std::uint8_t> states_;
  std::vector<Features> channels_;
  std::vector<Rounded> rounded_[2];  // the inputs of the two convolutions of a block
};

}  // namespace hexapoda::hex
