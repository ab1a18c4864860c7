// A small residual network over the cells. It returns a policy and the win probability of the side to move.
//
// The input is from the point of view of the color to move, as if it joined top and bottom: for White the board is
// mirrored over its long diagonal, as for the patterns. The input planes of a cell say whether it is own, the
// opponent's or free, and whether it is the opponent's last move. The edges are a frame of stones around the board. The
// first convolution computes 32 channels per cell. Each residual block adds the result of two more convolutions and of
// global pooling, the mean and the maximum of each channel over the board (Wu, "Accelerating self-play learning in Go",
// 2019). A convolution covers a cell and its six neighbors, so the network works on any board size.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "hex/rules/shape.hpp"
#include "search/register_width.hpp"

namespace hexapoda::hex {

// The weights of a network in one array. A matrix has one row for each input, and one more row for the bias.
class NetworkWeights {
 public:
  static constexpr int kChannels = 32;  // channels per cell
  static constexpr int kTaps = 7;       // cells of a convolution: two above, left, itself, right, two below
  static constexpr int kPlanes = 4;     // input planes: own, the opponent's, the last move, free

  static constexpr int kMaxWeight = 65504;  // the maximum of a 16-bit float, the format in which weights are stored

  // The number of weights of each part.
  static constexpr std::size_t kFirst = (kTaps * kPlanes + 1) * kChannels;
  static constexpr std::size_t kConvolution = (kTaps * kChannels + 1) * kChannels;
  static constexpr std::size_t kPool = (2 * kChannels + 1) * kChannels;
  static constexpr std::size_t kBlock = 2 * kConvolution + kPool;
  static constexpr std::size_t kMoveHead = kChannels + 1;
  static constexpr std::size_t kHeads = kMoveHead + kPool + kChannels + 1;

  // The order of the weights: the input convolution, [kTaps][kPlanes][kChannels]; for each block two convolutions,
  // [kTaps][kChannels][kChannels], and the matrix of its global pooling; then the policy head; then the two layers of
  // the value head. Throws std::invalid_argument if the number of weights is wrong, or if one is NaN or exceeds
  // kMaxWeight in absolute value.
  explicit NetworkWeights(std::span<const float> values) : weights_(values.begin(), values.end()) {
    const std::size_t least = kFirst + kHeads;
    if (values.size() < least || (values.size() - least) % kBlock != 0)
      throw std::invalid_argument("weights of the network: expected " + std::to_string(least) + " and " +
                                  std::to_string(kBlock) + " more for each block, found " +
                                  std::to_string(values.size()));
    if (!std::ranges::all_of(values, [](float value) { return std::abs(value) <= kMaxWeight; }))
      throw std::invalid_argument("weights of the network: expected numbers from -" + std::to_string(kMaxWeight) +
                                  " to " + std::to_string(kMaxWeight));
    blocks_ = static_cast<int>((values.size() - least) / kBlock);
  }

  int blocks() const { return blocks_; }
  const float* first() const { return weights_.data(); }
  const float* block(int i) const { return first() + kFirst + static_cast<std::size_t>(i) * kBlock; }
  const float* heads() const { return block(blocks_); }

 private:
  std::vector<float> weights_;
  int blocks_ = 0;
};

// Evaluates positions of one board size, on one thread at a time.
class Network {
 public:
  Network(Shape shape, const NetworkWeights& weights) : weights_(weights), shape_(shape) {
    const auto framed = static_cast<std::size_t>((shape.columns + 2) * (shape.rows + 2) + kTile);
    states_.resize(framed);
    for (auto& layer : layers_) layer.resize(framed);
  }

  // Returns the win probability of the side to move and writes the policy logit of each cell. The logits are not
  // normalized, and those of occupied cells are meaningless. `last` is the opponent's last move, kNoCell if unknown.
  template <class Set>
  float evaluate(const Set (&stones)[2], int color, Cell last, float* logits) {
    set_position(stones, color, last);
    convolve_input();
    float pooled[2 * kChannels], hidden[kChannels];
    for (int i = 0; i < weights_.blocks(); ++i) {
      const float* const inner = weights_.block(i);
      const float* const outer = inner + NetworkWeights::kConvolution;
      pool(pooled);
      combine(outer + NetworkWeights::kConvolution, pooled, hidden);
      convolve(layers_[0], layers_[1], inner, nullptr);
      convolve(layers_[1], layers_[0], outer, hidden);
    }
    const float* const heads = weights_.heads();
    for (int cell = 0; cell < shape_.cells(); ++cell)
      logits[cell] = product(layers_[0][framed(static_cast<Cell>(cell))].channels, heads) + heads[kChannels];
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
  static constexpr int kWidth = search::kRegisterBytes / static_cast<int>(sizeof(float)), kParts = 2;
  static constexpr int kTogether = kParts * kWidth;  // channels that are convolved together
  using Lanes = float __attribute__((vector_size(kWidth * sizeof(float))));
  struct alignas(64) Features {
    float channels[kChannels];
  };
  using Layer = std::vector<Features>;

  static Lanes load(const float* from) {
    Lanes lanes;
    std::memcpy(&lanes, from, sizeof lanes);
    return lanes;
  }
  static void store(float* to, Lanes lanes) { std::memcpy(to, &lanes, sizeof lanes); }
  static Lanes positive(Lanes lanes) { return lanes > 0 ? lanes : Lanes{}; }
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
    for (Layer& layer : layers_) std::fill(layer.begin(), layer.end(), Features{});
  }
  static std::size_t at(int place) { return static_cast<std::size_t>(place); }

  // The input convolution. A cell has one or two active planes, so their rows are selected and added.
  void convolve_input() {
    const float* const weights = weights_.first();
    for_each_cell([&](std::size_t cell) {
      Features& out = layers_[0][cell];
      std::copy_n(weights + kTaps * kPlanes * kChannels, kChannels, out.channels);
      const auto add = [&](int tap, int plane) {
        const float* const row = weights + (tap * kPlanes + plane) * kChannels;
        for (int i = 0; i < kChannels; ++i) out.channels[i] += row[i];
      };
      for (int tap = 0; tap < kTaps; ++tap) {
        const int near = static_cast<int>(cell) + taps_[at(tap)];
        add(tap, states_[at(near)]);
        if (near == last_) add(tap, kLast);
      }
      for (float& channel : out.channels) channel = std::max(channel, 0.0F);
    });
  }

  // Global pooling: the mean of each channel over the board, then its maximum, which is at least 0.
  void pool(float (&pooled)[2 * kChannels]) const {
    std::fill(std::begin(pooled), std::end(pooled), 0.0F);
    for_each_cell([&](std::size_t cell) {
      const float* const channels = layers_[0][cell].channels;
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

  // One convolution with ReLU. With `pooled_bias`, which is added to every cell, it is the last one of a residual
  // block: the result is added to `to`.
  void convolve(const Layer& from, Layer& to, const float* weights, const float* pooled_bias) const {
    for (int channel = 0; channel < kChannels; channel += kTogether) convolve(from, to, weights, pooled_bias, channel);
  }
  // The same for as many channels as registers can hold, starting with `channel`.
  void convolve(const Layer& from, Layer& to, const float* weights, const float* pooled_bias, int channel) const {
    const float* const bias = weights + kTaps * kChannels * kChannels + channel;
    Lanes start[kParts];
    for (int part = 0; part < kParts; ++part) {
      start[part] = load(bias + part * kWidth);
      if (pooled_bias != nullptr) start[part] += load(pooled_bias + channel + part * kWidth);
    }
    const int end = (rows_ + 1) * stride_ - 1;
    for (int first = stride_ + 1; first < end; first += kTile) {
      Lanes sums[kTile][kParts];
      for (auto& sum : sums) std::copy_n(start, kParts, sum);
      for (int tap = 0; tap < kTaps; ++tap) {
        const float* const in = from[at(first + taps_[at(tap)])].channels;
        const float* const rows = weights + tap * kChannels * kChannels + channel;
        for (int i = 0; i < kChannels; ++i) {
          Lanes row[kParts];
          for (int part = 0; part < kParts; ++part) row[part] = load(rows + i * kChannels + part * kWidth);
          for (int k = 0; k < kTile; ++k)
            for (int part = 0; part < kParts; ++part) sums[k][part] += in[k * kChannels + i] * row[part];
        }
      }
      for (int k = 0; k < kTile && first + k < end; ++k) {
        const int column = (first + k) % stride_;
        if (column == 0 || column == stride_ - 1) continue;  // the frame stays 0
        float* const out = to[at(first + k)].channels + channel;
        for (int part = 0; part < kParts; ++part) {
          Lanes sum = sums[k][part];
          if (pooled_bias != nullptr) sum += load(out + part * kWidth);
          store(out + part * kWidth, positive(sum));
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
  Layer layers_[2];
};

}  // namespace hexapoda::hex
