#include "hive/evaluate/evaluation_network.hpp"

#include <bit>
#include <cmath>
#include <stdexcept>
#include <string>

namespace hexapoda::hive {
namespace {

// The largest weight in a row for which every sum of a side is guaranteed to fit in 16 bits.
constexpr double kMostSum = 32767 / (kMostNetworkFeatures + 1);

// Reads the weights in order, multiplied by a scale and rounded to integers.
class Reader {
 public:
  explicit Reader(std::span<const float> weights) : weights_(weights) {}

  template <class Integer>
  Integer next(double scale, double most) {
    const double value = std::round(weights_[at_] * scale);
    if (!(std::abs(value) <= most))
      throw std::invalid_argument("weight " + std::to_string(at_) + " of the network is " +
                                  std::to_string(weights_[at_]) + ": expected an absolute value of at most " +
                                  std::to_string(most / scale));
    ++at_;
    return static_cast<Integer>(value);
  }

 private:
  std::span<const float> weights_;
  std::size_t at_ = 0;
};

}  // namespace

EvaluationNetwork::EvaluationNetwork(std::span<const float> weights) {
  if (weights.size() != kWeights && weights.size() != kOlderWeights)
    throw std::invalid_argument("the network has " + std::to_string(weights.size()) + " weights: expected " +
                                std::to_string(kWeights));
  constexpr double kMostHidden = 8.0 * kOne, kMostBias = 256.0 * kOne * kOne, kMostScore = 3000;
  Reader reader(weights);
  const auto next_row = [&] {
    Sums row;
    for (int i = 0; i < kWidth; ++i) row.set(i, reader.next<std::int16_t>(i < kInputs ? kOne : 1, kMostSum));
    return row;
  };
  for (Sums& row : rows_) row = next_row();
  if (weights.size() == kWeights) {
    std::array<Sums, kNetworkFeatures - kFeatures> rows;
    for (Sums& row : rows) row = next_row();
    for (int kind = 0; kind < kPieceKinds; ++kind)
      for (unsigned ring = 0; ring < 64; ++ring)
        for (int all = std::popcount(ring), own = 0; own <= all; ++own) {
          Sums& sum = around_[static_cast<std::size_t>(kSurroundings * kind + kFirstSurroundings[ring] + own)];
          sum = rows[static_cast<std::size_t>(kShape - kFeatures + kRingShapes * kind + kRingShape[ring])];
          sum += rows[static_cast<std::size_t>(kCompany - kFeatures + kCountColumns * kind + company_column(own, all))];
        }
  }
  for (int i = 0; i < kInputs; ++i) start_.set(i, reader.next<std::int16_t>(kOne, kMostSum));
  for (Unit& unit : units_)
    for (int side = 0; side < 2; ++side)
      for (int i = 0; i < kInputs; ++i) unit.weights[side * kWidth + i] = reader.next<std::int16_t>(kOne, kMostHidden);
  for (Unit& unit : units_) unit.bias = reader.next<std::int32_t>(kOne * kOne, kMostBias);
  for (int phase = 0; phase < kPhases; ++phase)
    for (Unit& unit : units_) unit.outputs[phase] = reader.next<std::int32_t>(1, kMostScore);
  for (std::int32_t& bias : bias_) bias = reader.next<std::int32_t>(kActive, kMostScore * kActive);
}

}  // namespace hexapoda::hive
