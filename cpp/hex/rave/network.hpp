// A small residual network over the cells of the board. It computes a policy and the win probability of the side to
// move.
//
// The input is from the point of view of the color to move, as if it joined top and bottom: for White the board is
// mirrored over its long diagonal, as for the patterns. The input planes are the stones of the color to move, the
// stones of the opponent, the opponent's last move, and the free cells. The edges are a frame of stones around the
// board. The first convolution computes 32 channels per cell. Each residual block adds the results of two more
// convolutions and of global pooling: the mean and the maximum of each channel over the board (Wu, "Accelerating
// self-play learning in Go", 2019). A convolution covers a cell and its six neighbors, so the network works on any
// board size.
//
// The convolutions of the blocks compute with integers: their weights are rounded to 8 bits, in steps that depend on
// the output channel, and their inputs to 7 bits (nn/byte_products.hpp). The network is trained with this rounding.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hex/rave/network_weights.hpp"
#include "hex/rules/shape.hpp"
#include "nn/byte_products.hpp"
#include "nn/lanes.hpp"

namespace hexapoda::hex {

// Evaluates positions of one board size, on one thread at a time.
class Network {
 public:
  Network(Shape shape, const NetworkWeights& weights) : weights_(weights), shape_(shape) {
    const auto framed = static_cast<std::size_t>((shape.columns + 2) * (shape.rows + 2));
    states_.resize(framed);
    channels_.resize(framed);
    for (auto& layer : rounded_) layer.resize(framed);
  }

  // Returns the win probability of the side to move and writes the policy logit of each cell. The logits are not
  // normalized, and those of occupied cells are meaningless. `last` is the opponent's last move, kNoCell if unknown.
  template <class Set>
  float evaluate(const Set (&stones)[2], int color, Cell last, float* logits) {
    set_position(stones, color, last);
    const std::vector<NetworkWeights::Block>& blocks = weights_.blocks();
    convolve_input(blocks.empty() ? 0 : blocks.front().steps[0]);
    for (std::size_t i = 0; i < blocks.size(); ++i)
      apply_block(blocks[i], i + 1 < blocks.size() ? blocks[i + 1].steps[0] : 0);
    write_policy(logits);
    return value();
  }

 private:
  static constexpr int kChannels = NetworkWeights::kChannels, kTaps = NetworkWeights::kTaps,
                       kPlanes = NetworkWeights::kPlanes;
  static constexpr int kRegisters = kChannels / nn::kLanes;  // for the channels of a cell
  // The maximum number of cells in a row that are convolved together. It is chosen so that their sums stay in
  // registers, of which AVX-512 has 32 and AVX2 has 16. With the smaller vectors of SSE and aarch64, a cell takes 8
  // registers, so one cell is convolved at a time, although aarch64 has 32 registers.
  static constexpr int kTile = kRegisters == 2 ? 14 : kRegisters == 4 ? 3 : 1;
  using Channels = nn::Lanes[kRegisters];  // of a cell, in registers
  using Convolution = NetworkWeights::Convolution;
  struct alignas(64) Features {
    float channels[kChannels];
  };
  struct alignas(32) Rounded {
    std::uint8_t channels[kChannels];
  };

  // Adds the output of a residual block to the channels of each cell, and rounds them with `steps` for the next block.
  // It is compiled as a separate function into which all its calls are inlined. Otherwise GCC keeps some sums of the
  // convolutions in memory, and an evaluation with AVX-512 takes twice as long.
  [[gnu::noinline, gnu::flatten]] void apply_block(const NetworkWeights::Block& block, float steps) {
    float pooled[2 * kChannels], added[kChannels];
    pool(pooled);
    multiply(block.pool.data(), pooled, added);  // the contribution of global pooling, added to every cell
    convolve(rounded_[0], block.convolutions[0],
             [&](std::size_t cell, const Channels& sums) { nn::store_rounded(rounded_[1][cell].channels, sums); });
    convolve(rounded_[1], block.convolutions[1], [&](std::size_t cell, Channels& sums) {
      const float* const before = channels_[cell].channels;
      for (int r = 0; r < kRegisters; ++r)
        sums[r] = sums[r] + nn::load(added + r * nn::kLanes) + nn::load(before + r * nn::kLanes);
      store_channels(cell, sums, steps);
    });
  }

  void write_policy(float* logits) const {
    const float* const head = weights_.heads();
    for (int cell = 0; cell < shape_.cells(); ++cell)
      logits[cell] = product(channels_[at(framed(static_cast<Cell>(cell)))].channels, head) + head[kChannels];
  }

  // The win probability: two layers on the pooled channels.
  float value() const {
    const float* const to_hidden = weights_.heads() + NetworkWeights::kMoveHead;
    const float* const to_value = to_hidden + NetworkWeights::kPool;
    float pooled[2 * kChannels], hidden[kChannels];
    pool(pooled);
    multiply(to_hidden, pooled, hidden);
    for (float& channel : hidden) channel = std::max(channel, 0.0F);
    return 1 / (1 + std::exp(-product(hidden, to_value) - to_value[kChannels]));
  }

  // The dot product over the channels. The order of the additions does not depend on the width of a register.
  static float product(const float* a, const float* b) {
    constexpr int kHalf = kRegisters / 2;
    const auto times = [&](int r) { return nn::load(a + r * nn::kLanes) * nn::load(b + r * nn::kLanes); };
    nn::Lanes sums[kHalf];
    for (int r = 0; r < kHalf; ++r) sums[r] = times(r);
    for (int r = 0; r < kHalf; ++r) sums[r] += times(r + kHalf);
    for (int half = kHalf / 2; half > 0; half /= 2)
      for (int r = 0; r < half; ++r) sums[r] += sums[r + half];
    return nn::sum(sums[0]);
  }

  static std::size_t at(int place) { return static_cast<std::size_t>(place); }
  // The index of a cell in the framed board, as the color to move sees it.
  int framed(Cell cell) const {
    const int column = shape_.column_of(cell), row = shape_.row_of(cell);
    return color_ == kBlack ? (row + 1) * stride_ + column + 1 : (column + 1) * stride_ + row + 1;
  }
  // Calls f(index) for each cell of the board, with its index as in framed().
  template <class F>
  void for_each_cell(F f) const {
    for (int row = 1; row <= rows_; ++row)
      for (int column = 1; column < stride_ - 1; ++column) f(static_cast<std::size_t>(row * stride_ + column));
  }

  // Sets the position, framed by the edges.
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

  // Applies ReLU to the channels of a cell and stores the result twice: unchanged, and multiplied by `steps` and
  // rounded as inputs of the next convolution.
  void store_channels(std::size_t cell, Channels& channels, float steps) {
    for (int r = 0; r < kRegisters; ++r) {
      channels[r] = nn::larger(channels[r], nn::Lanes{});
      nn::store(channels_[cell].channels + r * nn::kLanes, channels[r]);
      channels[r] *= steps;
    }
    nn::store_rounded(rounded_[0][cell].channels, channels);
  }

  // The input convolution. A cell has one or two active planes, so the weights of these planes are selected and added.
  void convolve_input(float steps) {
    const float* const weights = weights_.first();
    for_each_cell([&](std::size_t cell) {
      Channels sums;
      for (int r = 0; r < kRegisters; ++r) sums[r] = nn::load(weights + kTaps * kPlanes * kChannels + r * nn::kLanes);
      const auto add = [&](int tap, int plane) {
        const float* const row = weights + (tap * kPlanes + plane) * kChannels;
        for (int r = 0; r < kRegisters; ++r) sums[r] += nn::load(row + r * nn::kLanes);
      };
      for (int tap = 0; tap < kTaps; ++tap) {
        const int neighbor = static_cast<int>(cell) + taps_[at(tap)];
        add(tap, states_[at(neighbor)]);
        if (neighbor == last_) add(tap, kLast);
      }
      store_channels(cell, sums, steps);
    });
  }

  // Global pooling: the mean of each channel over the board, then its maximum, which is at least 0.
  void pool(float (&pooled)[2 * kChannels]) const {
    Channels sums = {}, maxima = {};
    for_each_cell([&](std::size_t cell) {
      for (int r = 0; r < kRegisters; ++r) {
        const nn::Lanes channels = nn::load(channels_[cell].channels + r * nn::kLanes);
        sums[r] += channels;
        maxima[r] = nn::larger(channels, maxima[r]);
      }
    });
    for (int r = 0; r < kRegisters; ++r) {
      nn::store(pooled + r * nn::kLanes, sums[r] / static_cast<float>(shape_.cells()));
      nn::store(pooled + kChannels + r * nn::kLanes, maxima[r]);
    }
  }
  // Multiplies pooled channels by a matrix of weights, whose last row is the bias.
  static void multiply(const float* weights, const float (&pooled)[2 * kChannels], float (&out)[kChannels]) {
    Channels sums;
    for (int r = 0; r < kRegisters; ++r) sums[r] = nn::load(weights + 2 * kChannels * kChannels + r * nn::kLanes);
    for (int in = 0; in < 2 * kChannels; ++in)
      for (int r = 0; r < kRegisters; ++r) sums[r] += pooled[in] * nn::load(weights + in * kChannels + r * nn::kLanes);
    for (int r = 0; r < kRegisters; ++r) nn::store(out + r * nn::kLanes, sums[r]);
  }

  // A convolution. Calls finish(cell, channels) with the output of each cell.
  template <class F>
  void convolve(const std::vector<Rounded>& from, const Convolution& weights, F finish) const {
    std::array<std::ptrdiff_t, Convolution::kRows> inputs;  // of each row, relative to the cell, in bytes
    for (std::size_t i = 0; i < inputs.size(); ++i)
      inputs[i] = std::ptrdiff_t{taps_[weights.inputs[i].tap]} * kChannels + weights.inputs[i].channel;
    const int columns = stride_ - 2, tiles = (columns + kTile - 1) / kTile;
    for (int row = 1; row <= rows_; ++row)
      for (int tile = 0; tile < tiles; ++tile) {
        const int begin = columns * tile / tiles, end = columns * (tile + 1) / tiles;
        convolve_tile<kTile>(end - begin, from.data(), at(row * stride_ + 1 + begin), weights, inputs, finish);
      }
  }
  // Convolves `count` cells of a row, at most kCells.
  template <int kCells, class F>
  void convolve_tile(int count, const Rounded* from, std::size_t first, const Convolution& weights,
                     const std::array<std::ptrdiff_t, Convolution::kRows>& inputs, F finish) const {
    if constexpr (kCells > 1)
      if (count < kCells) return convolve_tile<kCells - 1>(count, from, first, weights, inputs, finish);
    nn::Sums sums[kCells][kRegisters] = {};
    const std::int8_t* row = weights.weights.data();
    if constexpr (nn::kOneInstruction) {
      for (const int tap : taps_) {
        const std::uint8_t* const in = from[static_cast<int>(first) + tap].channels;
        for (int i = 0; i < kChannels; i += nn::kProductsPerSum, row += Convolution::kRowSize)
          for (int k = 0; k < kCells; ++k)
            for (int r = 0; r < kRegisters; ++r)
              sums[k][r] = nn::add_products(sums[k][r], in + k * kChannels + i, row + r * search::kRegisterBytes);
      }
    } else {
      const std::uint8_t* const cell = from[first].channels;
      for (std::size_t i = 0; i < 2 * weights.pairs; i += 2, row += 2 * Convolution::kRowSize)
        for (int k = 0; k < kCells; ++k)
          for (int r = 0; r < kRegisters; ++r) {
            const auto halves = [&](std::size_t which) {
              return nn::half_sums(cell + inputs[i + which] + k * kChannels,
                                   row + which * Convolution::kRowSize + r * search::kRegisterBytes);
            };
            sums[k][r] = nn::add_halves(sums[k][r], halves(0) + halves(1));
          }
      for (std::size_t i = 2 * weights.pairs; i < inputs.size(); ++i, row += Convolution::kRowSize)
        for (int k = 0; k < kCells; ++k)
          for (int r = 0; r < kRegisters; ++r)
            sums[k][r] =
                nn::add_products(sums[k][r], cell + inputs[i] + k * kChannels, row + r * search::kRegisterBytes);
    }
    for (int k = 0; k < kCells; ++k) {
      Channels channels;
      for (int r = 0; r < kRegisters; ++r)
        channels[r] = __builtin_convertvector(sums[k][r], nn::Lanes) * nn::load(weights.scale.data() + r * nn::kLanes) +
                      nn::load(weights.bias.data() + r * nn::kLanes);
      finish(first + at(k), channels);
    }
  }

  // The input planes. The cell of the last move has a second active plane, kLast.
  static constexpr std::uint8_t kOwn = 0, kTheirs = 1, kLast = 2, kFree = 3;

  const NetworkWeights& weights_;
  const Shape shape_;
  // The framed board, as the color to move sees it, in rows of `stride_` cells.
  int color_ = kBlack, stride_ = 0, rows_ = 0;
  int last_ = -1;                     // the index of the last move; -1 if unknown
  std::array<int, kTaps> taps_{};     // the index offset of each cell of a convolution
  std::vector<std::uint8_t> states_;  // kOwn, kTheirs or kFree
  std::vector<Features> channels_;
  std::vector<Rounded> rounded_[2];  // the inputs of the two convolutions of a block
};

}  // namespace hexapoda::hex
