// A residual network over the cells of a board of any size. It maps planes to the logits of all actions and a value.
//
// hexapoda.train.board_network trains it; hexapoda.nets.network_file reads its file. A convolution covers a cell and
// its six neighbors. Each residual block computes
//
//   inner = relu(before(seen));  seen = relu(seen + after(inner) + pool(inner)),
//
// where pool() multiplies the mean and the maximum of each channel over the board by a matrix (Wu, "Accelerating
// self-play learning in Go", 2019).
//
// Each cell has a logit for each kind of move: a weighted sum over the channels of the cell. If a kind moves a piece
// that the planes show, the weights also depend on the channels of that piece's cell.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "nn/lanes.hpp"

namespace hexapoda::nn {

// The size of a network. The actions are numbered kind * cells + cell; the other action, if there is one, comes last.
struct BoardNetworkSize {
  static constexpr int kTaps = 7;  // the cells of a convolution: two above, left, itself, right, two below

  int planes, height, width;  // the shape of an observation
  int channels, blocks;
  int kinds, others;  // kinds of moves, and other actions (0 or 1)
  int pieces = 0;     // the number of kinds that move a piece: kind k moves the piece in plane k

  int cells() const { return height * width; }
  int actions() const { return kinds * cells() + others; }
  // The number of weights in each part.
  std::size_t convolution(int inputs) const { return product(kTaps * inputs + 1, channels); }
  std::size_t pool(int outputs) const { return product(2 * channels + 1, outputs); }
  std::size_t move_head() const { return product(channels + 1, kinds); }
  std::size_t piece_head() const { return pieces != 0 ? product(channels + 1, channels) : 0; }
  std::size_t weights() const {
    const std::size_t block = 2 * convolution(channels) + pool(channels);
    return convolution(planes) + static_cast<std::size_t>(blocks) * block + move_head() + piece_head() +
           (others != 0 ? pool(others) : 0) + pool(channels) + static_cast<std::size_t>(channels) + 1;
  }

 private:
  static std::size_t product(int a, int b) { return static_cast<std::size_t>(a) * static_cast<std::size_t>(b); }
};

class BoardNetwork {
  static constexpr int kTaps = BoardNetworkSize::kTaps;
  static constexpr int kTile = 6;  // cells convolved together, whose sums stay in registers
  static constexpr int kParts = 2;
  static constexpr int kTogether = kParts * kLanes;  // channels convolved together

 public:
  // The buffers that a thread needs for evaluate().
  class Workspace {
    friend class BoardNetwork;
    std::vector<float> seen, inner, pooled, hidden, kind;  // a layer has rows of cells, each with its channels
  };

  // The order of the weights: the input convolution; for each block two convolutions and the matrix of its pooling; the
  // head for the kinds of moves; the matrix for the pieces and the one for the other action, if there are any; the two
  // layers of the value head. A convolution is [kTaps][inputs][channels], a matrix [inputs][outputs]; each is followed
  // by a row of biases. Throws std::invalid_argument if the number of weights is wrong or a weight is not finite.
  BoardNetwork(const BoardNetworkSize& size, std::span<const float> weights)
      : size_(size), stride_(size.width + 1), lanes_((size.channels + kTogether - 1) / kTogether * kTogether) {
    if (weights.size() != size.weights())
      throw std::invalid_argument("weights of the network: expected " + std::to_string(size.weights()) + ", found " +
                                  std::to_string(weights.size()));
    if (!std::ranges::all_of(weights, [](float weight) { return std::isfinite(weight); }))
      throw std::invalid_argument("weights of the network: expected finite numbers");
    const float* next = weights.data();
    // Rows of channels are padded with zeros to whole registers.
    const auto take = [&](int rows, int outputs, int padded) {
      std::vector<float> matrix(static_cast<std::size_t>(rows * padded));
      for (int row = 0; row < rows; ++row, next += outputs)
        std::copy_n(next, outputs, matrix.data() + static_cast<std::ptrdiff_t>(row) * padded);
      return matrix;
    };
    const int channels = size.channels;
    first_ = take(kTaps * size.planes + 1, channels, lanes_);
    for (int i = 0; i < size.blocks; ++i) {
      Block block;
      block.before = take(kTaps * channels + 1, channels, lanes_);
      block.after = take(kTaps * channels + 1, channels, lanes_);
      block.pool = take(2 * channels + 1, channels, lanes_);
      blocks_.push_back(std::move(block));
    }
    moves_ = take(channels + 1, size.kinds, size.kinds);
    if (size.pieces != 0) pieces_ = take(channels + 1, channels, lanes_);
    if (size.others != 0) other_ = take(2 * channels + 1, size.others, size.others);
    to_hidden_ = take(2 * channels + 1, channels, lanes_);
    to_value_ = take(channels + 1, 1, 1);
  }

  const BoardNetworkSize& size() const { return size_; }
  int observation() const { return size_.planes * size_.cells(); }
  int actions() const { return size_.actions(); }

  // Writes the logit of each action. Returns the value for the side to move, -1 to 1.
  template <class Number>
  float evaluate(const Number* planes, float* logits, Workspace& space) const {
    prepare(space);
    convolve_planes(planes, space.seen.data());
    for (const Block& block : blocks_) {
      convolve(space.seen.data(), space.inner.data(), block.before.data(), nullptr);
      pool(space.inner.data(), space);
      combine(block.pool, space.pooled, space.hidden);
      convolve(space.inner.data(), space.seen.data(), block.after.data(), space.hidden.data());
    }
    for (int kind = 0; kind < size_.kinds; ++kind) score_moves(kind, planes, logits + kind * size_.cells(), space);
    const int channels = size_.channels;
    pool(space.seen.data(), space);
    if (size_.others != 0) {
      float sum = other_.back();
      for (int i = 0; i < 2 * channels; ++i) sum += space.pooled[pooled_place(i)] * other_[static_cast<std::size_t>(i)];
      logits[size_.actions() - 1] = sum;
    }
    combine(to_hidden_, space.pooled, space.hidden);
    float value = to_value_.back();
    for (int i = 0; i < channels; ++i)
      value += std::max(space.hidden[static_cast<std::size_t>(i)], 0.0F) * to_value_[static_cast<std::size_t>(i)];
    return std::tanh(value);
  }

 private:
  struct Block {
    std::vector<float> before, after, pool;
  };

  // ReLU. A NaN stays NaN, so that the caller notices it.
  static Lanes positive(Lanes lanes) { return lanes < 0 ? Lanes{} : lanes; }

  // A layer has a row of zeros above and below the board, and a column of zeros between its rows.
  std::size_t layer() const {
    return static_cast<std::size_t>((size_.height + 2) * stride_ + 1 + kTile) * static_cast<std::size_t>(lanes_);
  }
  template <class F>
  void for_each_cell(F f) const {
    int cell = 0;
    for (int row = 1; row <= size_.height; ++row)
      for (int column = 1; column <= size_.width; ++column)
        f(cell++, static_cast<std::ptrdiff_t>(row) * stride_ + column);
  }
  std::array<std::ptrdiff_t, kTaps> taps() const {
    const std::ptrdiff_t stride = stride_;
    return {-stride, 1 - stride, -1, 0, 1, stride - 1, stride};
  }
  // The index in `pooled` of input i: first the means of all channels, then their maxima.
  std::size_t pooled_place(int i) const {
    return static_cast<std::size_t>(i < size_.channels ? i : lanes_ + i - size_.channels);
  }

  // Writes the logits of one kind of move for all cells.
  template <class Number>
  void score_moves(int kind, const Number* planes, float* logits, Workspace& space) const {
    const int channels = size_.channels;
    std::vector<float>& weights = space.kind;  // a weight for each channel
    for (int i = 0; i < channels; ++i)
      weights[static_cast<std::size_t>(i)] = moves_[static_cast<std::size_t>(i * size_.kinds + kind)];
    if (kind < size_.pieces) add_piece(planes + static_cast<std::ptrdiff_t>(kind) * size_.cells(), space);
    const float bias = moves_[static_cast<std::size_t>(channels * size_.kinds + kind)];
    for_each_cell([&](int cell, std::ptrdiff_t place) {
      const float* const in = space.seen.data() + place * lanes_;
      Lanes sums{};
      for (int i = 0; i < lanes_; i += kLanes) sums += load(in + i) * load(weights.data() + i);
      float sum = bias;
      for (int i = 0; i < kLanes; ++i) sum += sums[i];
      logits[cell] = sum;
    });
  }
  // Adds to the weights of a kind of move the part that depends on the cell of its piece.
  template <class Number>
  void add_piece(const Number* plane, Workspace& space) const {
    std::copy_n(pieces_.data() + static_cast<std::ptrdiff_t>(size_.channels) * lanes_, lanes_, space.hidden.data());
    for_each_cell([&](int cell, std::ptrdiff_t place) {
      if (plane[cell] == Number{}) return;
      const float* const in = space.seen.data() + place * lanes_;
      for (int i = 0; i < size_.channels; ++i) {
        const float* const row = pieces_.data() + static_cast<std::ptrdiff_t>(i) * lanes_;
        for (int j = 0; j < lanes_; ++j) space.hidden[static_cast<std::size_t>(j)] += in[i] * row[j];
      }
    });
    for (int j = 0; j < lanes_; ++j)
      space.kind[static_cast<std::size_t>(j)] += space.hidden[static_cast<std::size_t>(j)];
  }

  void prepare(Workspace& space) const {
    space.seen.assign(layer(), 0.0F);
    space.inner.assign(layer(), 0.0F);
    space.pooled.resize(static_cast<std::size_t>(2 * lanes_));
    space.hidden.resize(static_cast<std::size_t>(lanes_));
    space.kind.assign(static_cast<std::size_t>(lanes_), 0.0F);
  }

  // The input convolution. Most inputs are 0, so it adds each nonzero input to the outputs of the cells around it.
  template <class Number>
  void convolve_planes(const Number* planes, float* out) const {
    const auto around = taps();
    const float* const bias = first_.data() + static_cast<std::ptrdiff_t>(kTaps * size_.planes) * lanes_;
    for_each_cell([&](int, std::ptrdiff_t place) { std::copy_n(bias, lanes_, out + place * lanes_); });
    for_each_cell([&](int cell, std::ptrdiff_t place) {
      for (int plane = 0; plane < size_.planes; ++plane) {
        const auto value = static_cast<float>(planes[static_cast<std::ptrdiff_t>(plane) * size_.cells() + cell]);
        if (value == 0) continue;
        for (int tap = 0; tap < kTaps; ++tap) {
          const float* const row = first_.data() + static_cast<std::ptrdiff_t>(tap * size_.planes + plane) * lanes_;
          float* const to = out + (place - around[static_cast<std::size_t>(tap)]) * lanes_;
          for (int i = 0; i < lanes_; ++i) to[i] += value * row[i];
        }
      }
    });
    clear_frame(out);
    for_each_cell([&](int, std::ptrdiff_t place) {
      for (int i = 0; i < lanes_; ++i) out[place * lanes_ + i] = std::max(out[place * lanes_ + i], 0.0F);
    });
  }
  void clear_frame(float* layer) const {
    const std::ptrdiff_t row = static_cast<std::ptrdiff_t>(stride_) * lanes_;
    std::fill_n(layer, row, 0.0F);
    for (int i = 1; i <= size_.height; ++i) std::fill_n(layer + i * row, lanes_, 0.0F);
    std::fill_n(layer + (size_.height + 1) * row, row + lanes_, 0.0F);
  }

  // One convolution with ReLU. If `more` is given, this is the second convolution of a residual block: `more` and the
  // old values of `to` are added to each cell before the ReLU.
  void convolve(const float* from, float* to, const float* weights, const float* more) const {
    for (int channel = 0; channel < lanes_; channel += kTogether) convolve(from, to, weights, more, channel);
  }
  // The same for the kTogether channels from `channel` on, whose sums fit into registers together.
  void convolve(const float* from, float* to, const float* weights, const float* more, int channel) const {
    const auto around = taps();
    const std::ptrdiff_t lanes = lanes_;
    const int inputs = size_.channels;
    const float* const bias = weights + kTaps * inputs * lanes + channel;
    Lanes start[kParts];
    for (int part = 0; part < kParts; ++part) {
      start[part] = load(bias + part * kLanes);
      if (more != nullptr) start[part] += load(more + channel + part * kLanes);
    }
    const int end = (size_.height + 1) * stride_;
    for (int first = stride_ + 1; first < end; first += kTile) {
      Lanes sums[kTile][kParts];
      for (auto& sum : sums) std::copy_n(start, kParts, sum);
      for (int tap = 0; tap < kTaps; ++tap) {
        const float* const in = from + (first + around[static_cast<std::size_t>(tap)]) * lanes;
        const float* rows = weights + static_cast<std::ptrdiff_t>(tap) * inputs * lanes + channel;
        for (int i = 0; i < inputs; ++i, rows += lanes) {
          Lanes row[kParts];
          for (int part = 0; part < kParts; ++part) row[part] = load(rows + part * kLanes);
          for (int k = 0; k < kTile; ++k)
            for (int part = 0; part < kParts; ++part) sums[k][part] += in[k * lanes + i] * row[part];
        }
      }
      for (int k = 0; k < kTile && first + k < end; ++k) {
        if ((first + k) % stride_ == 0) continue;  // the frame stays 0
        float* const out = to + (first + k) * lanes + channel;
        for (int part = 0; part < kParts; ++part) {
          Lanes sum = sums[k][part];
          if (more != nullptr) sum += load(out + part * kLanes);
          store(out + part * kLanes, positive(sum));
        }
      }
    }
  }

  // Computes the mean of each channel over the board, and its maximum, which is at least 0 because of the ReLU.
  void pool(const float* layer, Workspace& space) const {
    float* const mean = space.pooled.data();
    float* const most = mean + lanes_;
    std::fill_n(mean, 2 * lanes_, 0.0F);
    for_each_cell([&](int, std::ptrdiff_t place) {
      const float* const in = layer + place * lanes_;
      for (int i = 0; i < lanes_; ++i) {
        mean[i] += in[i];
        most[i] = std::max(most[i], in[i]);
      }
    });
    for (int i = 0; i < lanes_; ++i) mean[i] /= static_cast<float>(size_.cells());
  }
  void combine(const std::vector<float>& matrix, const std::vector<float>& pooled, std::vector<float>& out) const {
    const int inputs = 2 * size_.channels;
    std::copy_n(matrix.data() + static_cast<std::ptrdiff_t>(inputs) * lanes_, lanes_, out.data());
    for (int i = 0; i < inputs; ++i) {
      const float* const row = matrix.data() + static_cast<std::ptrdiff_t>(i) * lanes_;
      for (int j = 0; j < lanes_; ++j) out[static_cast<std::size_t>(j)] += pooled[pooled_place(i)] * row[j];
    }
  }

  BoardNetworkSize size_;
  int stride_;  // the length of a layer's rows, in cells
  int lanes_;   // floats per cell: its channels, padded to whole registers
  std::vector<float> first_, moves_, pieces_, other_, to_hidden_, to_value_;
  std::vector<Block> blocks_;
};

}  // namespace hexapoda::nn
