// A move policy from patterns: the probability that a strong player plays on each free cell, given the cells around it
// and the last moves.
//
// Each cell has several features, and each feature has a weight. The probability of a cell is the softmax of the sum of
// its weights (the Bradley-Terry model). All features are from the point of view of the color to move, as if it joined
// top and bottom: for White the board is mirrored over its long diagonal. A half-turn changes nothing, so a feature and
// its image share one weight.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "hex/rave/pattern_features.hpp"
#include "hex/rules/shape.hpp"

namespace hexapoda::hex {

// The weight of each feature, in units of PatternFeatures::kUnit.
class PatternWeights {
 public:
  // Takes one weight for each feature; see PatternFeatures::shared(). Throws std::invalid_argument if the number of
  // weights is wrong.
  explicit PatternWeights(std::span<const std::int8_t> values) : weights_(PatternFeatures::kCount) {
    if (values.size() != weights_.size())
      throw std::invalid_argument("expected " + std::to_string(weights_.size()) + " pattern weights, found " +
                                  std::to_string(values.size()));
    for (int i = 0; i < PatternFeatures::kCount; ++i)
      weights_[static_cast<std::size_t>(i)] = values[static_cast<std::size_t>(PatternFeatures::shared(i))];
  }
  int operator[](int feature) const { return weights_[static_cast<std::size_t>(feature)]; }

 private:
  std::vector<std::int8_t> weights_;
};

class MovePatterns {
 public:
  explicit MovePatterns(Shape shape) : stride_(shape.columns + 2 * kFrame) {
    init_border(shape);
    init_spots(shape);
    init_neighbors();
    init_relative_ids();
  }

  // Sets the position. `last` is the opponent's last move and `previous` the move before it; kNoCell if there is none.
  template <class Set>
  void set_position(const Set (&stones)[2], int color, Cell last, Cell previous) {
    color_ = color;
    last_ = last;
    previous_ = previous;
    board_ = empty_;
    for (const int owner : {kBlack, kWhite})
      stones[owner].for_each(
          [&](Cell cell) { board_[static_cast<std::size_t>(spots_[cell].index)] = static_cast<std::uint8_t>(owner); });
    std::array<std::uint8_t, 4> state{};
    state[static_cast<std::size_t>(color)] = state[kCorner] = 1;
    state[static_cast<std::size_t>(1 - color)] = 2;
    for (std::uint8_t& owner : board_) owner = state[owner];  // as in PatternFeatures
  }

  // Calls f(feature) for each feature of a free cell.
  template <class F>
  void for_each_feature(Cell cell, F f) const {
    using Features = PatternFeatures;
    const Spot& spot = spots_[cell];
    const std::uint8_t* here = board_.data() + spot.index;
    const auto& offsets = neighbor_offsets_[color_];
    const int last = last_ == kNoCell ? 0 : spots_[last_].index - spot.index;
    int states[6], ring = 0, surroundings = 0;
    for (int i = 0; i < 6; ++i) {
      states[i] = here[offsets[i]];
      ring |= (last == offsets[i] ? Features::kJustPlayed : states[i]) << 2 * i;
      surroundings += kPowersOf3[i] * states[i];
    }
    for (int i = 0; i < 6; ++i) {
      const int next = (i + 1) % 6, beyond = here[offsets[i] + offsets[next]];
      surroundings += kPowersOf3[6 + i] * beyond;
      f(Features::bridge(i, states[i], states[next], beyond));
      f(Features::straight(i, states[i], here[2 * offsets[i]]));
    }
    f(Features::kRing + ring);
    f(Features::kSurroundings + surroundings);
    f(Features::kPlaces + spot.place[color_]);
    f(Features::kAfterLast + relative_id(last_, spot));
    f(Features::kAfterPrevious + relative_id(previous_, spot));
  }

  // The probabilities of the given free cells; they add up to 1.
  void policy(const PatternWeights& weights, std::span<const Cell> cells, float* probabilities) const {
    int highest = std::numeric_limits<int>::min();
    std::array<int, kMaxCells> sums;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      int sum = 0;
      for_each_feature(cells[i], [&](int feature) { sum += weights[feature]; });
      sums[i] = sum;
      highest = std::max(highest, sum);
    }
    float total = 0;
    for (std::size_t i = 0; i < cells.size(); ++i)
      total += probabilities[i] = std::exp(static_cast<float>(sums[i] - highest) * PatternFeatures::kUnit);
    for (std::size_t i = 0; i < cells.size(); ++i) probabilities[i] /= total;
  }

 private:
  static constexpr std::uint8_t kFree = 2, kCorner = 3;
  static constexpr int kFrame = 2;  // how far a pattern may reach beyond the board
  static constexpr int kReach = PatternFeatures::kReach;
  static constexpr std::array<int, 12> kPowersOf3 = [] {
    std::array<int, 12> powers{1};
    for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = 3 * powers[i - 1];
    return powers;
  }();

  struct Spot {
    int index, column, row;
    int place[2];  // as seen by each color
  };

  // Marks the cells beyond an edge as stones of the color of the edge, and all others as free.
  void init_border(Shape shape) {
    empty_.resize(static_cast<std::size_t>(stride_ * (shape.rows + 2 * kFrame)));
    for (int row = -kFrame; row < shape.rows + kFrame; ++row)
      for (int column = -kFrame; column < shape.columns + kFrame; ++column) {
        const bool above = row < 0 || row >= shape.rows, beside = column < 0 || column >= shape.columns;
        empty_[index(column, row)] = above && beside ? kCorner : above ? kBlack : beside ? kWhite : kFree;
      }
  }
  void init_spots(Shape shape) {
    spots_.resize(static_cast<std::size_t>(shape.cells()));
    for (int cell = 0; cell < shape.cells(); ++cell) {
      const int column = shape.column_of(static_cast<Cell>(cell)), row = shape.row_of(static_cast<Cell>(cell));
      const int across = from_edge(column, shape.columns), down = from_edge(row, shape.rows);
      spots_[static_cast<std::size_t>(cell)] = {
          static_cast<int>(index(column, row)), column, row, {9 * down + across, 9 * across + down}};
    }
  }
  void init_neighbors() {
    for (const int color : {kBlack, kWhite})
      for (int i = 0; i < 6; ++i) {
        // On the mirrored board the neighbors run in the opposite direction.
        const Step step = kSteps[static_cast<std::size_t>(color == kBlack ? i : (7 - i) % 6)];
        neighbor_offsets_[color][i] = step.row * stride_ + step.column;
      }
  }
  // Numbers the offsets within kReach, starting from 1. An offset and its image after a half-turn have the same number.
  void init_relative_ids() {
    int next_id = 1;
    for (int columns = -kReach; columns <= kReach; ++columns)
      for (int rows = -kReach; rows <= kReach; ++rows) {
        const int steps = std::max({std::abs(columns), std::abs(rows), std::abs(columns + rows)});
        if (steps == 0 || steps > kReach || relative_id(columns, rows) != 0) continue;
        relative_id(columns, rows) = relative_id(-columns, -rows) = next_id++;
      }
  }

  std::size_t index(int column, int row) const {
    return static_cast<std::size_t>((row + kFrame) * stride_ + column + kFrame);
  }
  // Returns 0 to 3 for the first four lines, 5 to 8 for the last four, and 4 for those in between.
  static int from_edge(int line, int lines) {
    const int rest = lines - 1 - line;
    return line < rest ? std::min(line, 4) : line > rest ? std::max(8 - rest, 4) : 4;
  }
  int& relative_id(int columns, int rows) { return relative_ids_[columns + kReach][rows + kReach]; }
  // The number of the offset between two cells; 0 if they are too far apart or `from` is kNoCell.
  int relative_id(Cell from, const Spot& to) const {
    if (from == kNoCell) return 0;
    int columns = to.column - spots_[from].column, rows = to.row - spots_[from].row;
    if (std::abs(columns) > kReach || std::abs(rows) > kReach) return 0;
    if (color_ == kWhite) std::swap(columns, rows);
    return relative_ids_[columns + kReach][rows + kReach];
  }

  int stride_;
  int neighbor_offsets_[2][6];  // the index offset of each neighbor
  int relative_ids_[2 * kReach + 1][2 * kReach + 1] = {};
  std::vector<Spot> spots_;
  std::vector<std::uint8_t> empty_, board_;
  int color_ = kBlack;
  Cell last_ = kNoCell, previous_ = kNoCell;
};

}  // namespace hexapoda::hex
