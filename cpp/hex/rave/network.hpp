// A small residual network over the cells: how likely each is to be played, and how likely the side to move is to win.
//
// All is seen from the side of the colour to move, which joins top and bottom: for White the board is mirrored over its
// long diagonal, as for the patterns. A cell shows one of three states, own, the opponent's or free, and whether the
// opponent's last move is on it; the edges are a frame of stones around the board. A first convolution makes 32 numbers
// of each cell; each block adds to them what two more convolutions find, and what the mean and the greatest of each
// number over the board say (global pooling: Wu, "Accelerating self-play learning in Go", 2019). A convolution sees a
// cell and its six neighbours, so the network works on every board.
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

// The numbers a network was trained to, one after the other; a matrix has a row for each number that goes in, and
// behind its rows one more, which is always added.
class NetworkWeights {
 public:
  static constexpr int kChannels = 32;  // numbers of a cell
  static constexpr int kTaps = 7;       // cells that a convolution sees: two above, before, itself, behind, two below
  static constexpr int kPlanes = 4;     // numbers of a cell at first: own, the opponent's, the last move, free

  static constexpr int kGreatest = 65504;  // of halves, in which they are kept

  // How many numbers each part has.
  static constexpr std::size_t kFirst = (kTaps * kPlanes + 1) * kChannels;
  static constexpr std::size_t kConvolution = (kTaps * kChannels + 1) * kChannels;
  static constexpr std::size_t kPool = (2 * kChannels + 1) * kChannels;
  static constexpr std::size_t kBlock = 2 * kConvolution + kPool;
  static constexpr std::size_t kMoveHead = kChannels + 1;
  static constexpr std::size_t kHeads = kMoveHead + kPool + kChannels + 1;

  // First the convolution of what cells show, [kTaps][kPlanes][kChannels]; then each block: two convolutions, [kTaps]
  // [kChannels][kChannels], and what is made of the mean and the greatest; then what makes the likelihood of a cell;
  // then the two steps to the chance to win. Throws std::invalid_argument when that is not how many numbers there are,
  // or one is none.
  explicit NetworkWeights(std::span<const float> told) : numbers_(told.begin(), told.end()) {
    const std::size_t least = kFirst + kHeads;
    if (told.size() < least || (told.size() - least) % kBlock != 0)
      throw std::invalid_argument("weights of the network: " + std::to_string(least) + " expected and " +
                                  std::to_string(kBlock) + " for each block, " + std::to_string(told.size()) +
                                  " given");
    if (!std::ranges::all_of(told, [](float number) { return std::abs(number) <= kGreatest; }))
      throw std::invalid_argument("weights of the network: one is no number, or beyond " + std::to_string(kGreatest));
    blocks_ = static_cast<int>((told.size() - least) / kBlock);
  }

  int blocks() const { return blocks_; }
  const float* first() const { return numbers_.data(); }
  const float* block(int i) const { return first() + kFirst + static_cast<std::size_t>(i) * kBlock; }
  const float* heads() const { return block(blocks_); }

 private:
  std::vector<float> numbers_;
  int blocks_ = 0;
};

// Looks at positions of one board, on one thread at a time.
class Network {
 public:
  Network(Shape shape, const NetworkWeights& weights) : weights_(weights), shape_(shape) {
    const auto framed = static_cast<std::size_t>((shape.columns + 2) * (shape.rows + 2) + kTile);
    states_.resize(framed);
    for (auto& layer : layers_) layer.resize(framed);
  }

  // The chance that the side to move wins. Each cell gets the logarithm of its likelihood, but for a summand that all
  // have; of those that are taken it means nothing. `last` is the opponent's last move, kNoCell if that is not known.
  template <class Set>
  float look(const Set (&stones)[2], int color, Cell last, float* logits) {
    show(stones, color, last);
    begin();
    float seen[2 * kChannels], hidden[kChannels];
    for (int i = 0; i < weights_.blocks(); ++i) {
      const float* const inner = weights_.block(i);
      const float* const outer = inner + NetworkWeights::kConvolution;
      pool(seen);
      combine(outer + NetworkWeights::kConvolution, seen, hidden);
      convolve(layers_[0], layers_[1], inner, nullptr);
      convolve(layers_[1], layers_[0], outer, hidden);
    }
    const float* const heads = weights_.heads();
    for (int cell = 0; cell < shape_.cells(); ++cell)
      logits[cell] = product(layers_[0][framed(static_cast<Cell>(cell))].numbers, heads) + heads[kChannels];
    const float* const to_hidden = heads + NetworkWeights::kMoveHead;
    const float* const to_chance = to_hidden + NetworkWeights::kPool;
    pool(seen);
    combine(to_hidden, seen, hidden);
    for (float& number : hidden) number = std::max(number, 0.0F);
    return 1 / (1 + std::exp(-product(hidden, to_chance) - to_chance[kChannels]));
  }

 private:
  static constexpr int kChannels = NetworkWeights::kChannels, kTaps = NetworkWeights::kTaps,
                       kPlanes = NetworkWeights::kPlanes;
  static constexpr int kTile = 6;  // cells that are convolved together: their sums stay in registers
  static constexpr int kWidth = search::kRegisterBytes / static_cast<int>(sizeof(float)), kParts = 2;
  static constexpr int kTogether = kParts * kWidth;  // channels that are convolved together
  using Lanes = float __attribute__((vector_size(kWidth * sizeof(float))));
  struct alignas(64) Features {
    float numbers[kChannels];
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

  // Lays the position out with a frame of edges.
  template <class Set>
  void show(const Set (&stones)[2], int color, Cell last) {
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

  // The first convolution: as a cell shows one thing, or two, its rows are picked and added.
  void begin() {
    const float* const weights = weights_.first();
    for_each_cell([&](std::size_t cell) {
      Features& made = layers_[0][cell];
      std::copy_n(weights + kTaps * kPlanes * kChannels, kChannels, made.numbers);
      const auto add = [&](int tap, int plane) {
        const float* const row = weights + (tap * kPlanes + plane) * kChannels;
        for (int i = 0; i < kChannels; ++i) made.numbers[i] += row[i];
      };
      for (int tap = 0; tap < kTaps; ++tap) {
        const int near = static_cast<int>(cell) + taps_[at(tap)];
        add(tap, states_[at(near)]);
        if (near == last_) add(tap, kLast);
      }
      for (float& number : made.numbers) number = std::max(number, 0.0F);
    });
  }

  // The mean of each number over the board, then the greatest, which is never below 0.
  void pool(float (&seen)[2 * kChannels]) const {
    std::fill(std::begin(seen), std::end(seen), 0.0F);
    for_each_cell([&](std::size_t cell) {
      const float* const numbers = layers_[0][cell].numbers;
      for (int i = 0; i < kChannels; ++i) {
        seen[i] += numbers[i];
        seen[kChannels + i] = std::max(seen[kChannels + i], numbers[i]);
      }
    });
    for (int i = 0; i < kChannels; ++i) seen[i] /= static_cast<float>(shape_.cells());
  }
  static void combine(const float* weights, const float (&seen)[2 * kChannels], float (&made)[kChannels]) {
    std::copy_n(weights + 2 * kChannels * kChannels, kChannels, made);
    for (int in = 0; in < 2 * kChannels; ++in)
      for (int i = 0; i < kChannels; ++i) made[i] += seen[in] * weights[in * kChannels + i];
  }

  // One convolution; with `more`, which all cells get as well, its result is added to what `to` holds.
  void convolve(const Layer& from, Layer& to, const float* weights, const float* more) const {
    for (int channel = 0; channel < kChannels; channel += kTogether) convolve(from, to, weights, more, channel);
  }
  // The same for the channels from `channel` on, as many as registers hold the sums of.
  void convolve(const Layer& from, Layer& to, const float* weights, const float* more, int channel) const {
    const float* const always = weights + kTaps * kChannels * kChannels + channel;
    Lanes start[kParts];
    for (int part = 0; part < kParts; ++part) {
      start[part] = load(always + part * kWidth);
      if (more != nullptr) start[part] += load(more + channel + part * kWidth);
    }
    const int end = (rows_ + 1) * stride_ - 1;
    for (int first = stride_ + 1; first < end; first += kTile) {
      Lanes sums[kTile][kParts];
      for (auto& sum : sums) std::copy_n(start, kParts, sum);
      for (int tap = 0; tap < kTaps; ++tap) {
        const float* const in = from[at(first + taps_[at(tap)])].numbers;
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
        float* const out = to[at(first + k)].numbers + channel;
        for (int part = 0; part < kParts; ++part) {
          Lanes sum = sums[k][part];
          if (more != nullptr) sum += load(out + part * kWidth);
          store(out + part * kWidth, positive(sum));
        }
      }
    }
  }

  // What a cell shows, and the number of its plane.
  static constexpr std::uint8_t kOwn = 0, kTheirs = 1, kLast = 2, kFree = 3;

  const NetworkWeights& weights_;
  const Shape shape_;
  // The position, as the side to move sees it: cells in rows of `stride_`, with a frame.
  int color_ = kBlack, stride_ = 0, rows_ = 0, last_ = -1;
  std::array<int, kTaps> taps_{};  // what to add to a place for each cell that a convolution sees
  std::vector<std::uint8_t> states_;
  Layer layers_[2];
};

}  // namespace hexapoda::hex
