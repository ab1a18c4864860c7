// A small network over the features of the evaluation and the surroundings of the pieces. Unlike the weights alone, it
// can value combinations of features.
//
// Each feature has a row of weights, and the rows of a side's features are added up. All sums but two, clipped to the
// range 0 to 1, are the inputs of a hidden layer: first those of the side to move, then those of its opponent. The
// other two sums are scores, one for the opening and one for the late game. The side to move's scores minus its
// opponent's are added to the two outputs of the layer. The phases are mixed like the weights of
// evaluation_weights.hpp.
//
// The weights are rounded to integers, so that every CPU computes the same score.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "hive/evaluate/piece_shapes.hpp"
#include "search/register_width.hpp"

namespace hexapoda::hive {

class EvaluationNetwork {
 public:
  static constexpr int kInputs = 30;  // per side
  static constexpr int kHidden = 16;
  static constexpr int kWidth = kInputs + kPhases;  // weights per row

  // The order of the weights: for each feature its row, scores last; the biases of the inputs; for each hidden unit its
  // weights, those for the side to move first; the biases of the units; for each phase an output weight for each unit;
  // the biases of the phases.
  static constexpr std::size_t kWeights =
      kNetworkFeatures * kWidth + kInputs + kHidden * (2 * kInputs + 1) + kPhases * (kHidden + 1);
  // The number of weights of a network that was trained without the features of piece_shapes.hpp, whose rows are then
  // zero.
  static constexpr std::size_t kOlderWeights = kWeights - (kNetworkFeatures - kFeatures) * kWidth;

  // Throws std::invalid_argument if the number of weights is neither kWeights nor kOlderWeights, or if one is not
  // finite or too large for the integers.
  explicit EvaluationNetwork(std::span<const float> weights);

  // The sums of a side, in whole registers: GCC keeps a vector that is wider than a register in memory. Partial sums
  // may wrap around, because the totals fit.
  class Sums {
   public:
    [[gnu::always_inline]] Sums& operator+=(const Sums& other) {
      for (std::size_t i = 0; i < kParts; ++i) parts_[i] += other.parts_[i];
      return *this;
    }
    std::int16_t operator[](int i) const { return static_cast<std::int16_t>(parts_[i / kLanes][i % kLanes]); }
    void set(int i, std::int16_t sum) { parts_[i / kLanes][i % kLanes] = static_cast<std::uint16_t>(sum); }

    // Writes the sums, clipped to the range 0 to `most`.
    void clip(std::int16_t* out, std::int16_t most) const {
      for (const Part& part : parts_) {
        const auto sums = reinterpret_cast<Signed>(part);
        const Signed above = sums > 0 ? sums : Signed{};
        const Signed clipped = above < most ? above : most + Signed{};
        std::memcpy(out, &clipped, sizeof clipped);
        out += kLanes;
      }
    }

   private:
    static constexpr int kLanes = search::kRegisterBytes / static_cast<int>(sizeof(std::uint16_t));
    static constexpr std::size_t kParts = kWidth / kLanes;
    static_assert(kWidth % kLanes == 0);
    using Part = std::uint16_t __attribute__((vector_size(search::kRegisterBytes)));
    using Signed = std::int16_t __attribute__((vector_size(search::kRegisterBytes)));
    std::array<Part, kParts> parts_{};
  };
  const Sums& start() const { return start_; }
  const Sums& row(int feature) const { return rows_[static_cast<std::size_t>(feature)]; }
  // The sum of the two rows of piece_shapes.hpp for a piece of this kind.
  const Sums& row_around(int kind, unsigned ring, int own) const {
    return around_[static_cast<std::size_t>(kSurroundings * kind + kFirstSurroundings[ring] + own)];
  }

  // The score for the side to move. `late` / kPhaseSteps is the share of the late game.
  int score(const Sums& own, const Sums& enemy, int late) const {
    alignas(64) std::array<std::int16_t, 2 * kWidth> inputs;
    own.clip(inputs.data(), kOne);
    enemy.clip(inputs.data() + kWidth, kOne);
    std::array<std::int32_t, kPhases> scores;
    for (int phase = 0; phase < kPhases; ++phase) {
      const int place = kInputs + phase;
      scores[phase] = kActive * (own[place] - enemy[place]) + bias_[phase];
    }
    for (const Unit& unit : units_) {
      std::int32_t sum = 0;
      for (int i = 0; i < 2 * kWidth; ++i) sum += std::int32_t{inputs[i]} * unit.weights[i];
      const std::int32_t active = std::clamp(sum + unit.bias, 0, kOne * kOne) / (kOne * kOne / kActive);
      for (int phase = 0; phase < kPhases; ++phase) scores[phase] += unit.outputs[phase] * active;
    }
    const std::int64_t mixed = std::int64_t{kPhaseSteps - late} * scores[0] + std::int64_t{late} * scores[1];
    return static_cast<int>(mixed / (kPhaseSteps * kActive));
  }

 private:
  static constexpr int kOne = 256;      // the integer for an input or a hidden weight of 1
  static constexpr int kActive = 4096;  // the largest output of a hidden unit

  struct Unit {
    alignas(64) std::array<std::int16_t, 2 * kWidth> weights;  // 0 for the sums that are scores
    std::int32_t bias;
    std::array<std::int32_t, kPhases> outputs;
  };

  Sums start_{};
  std::array<Sums, kFeatures> rows_{};
  std::array<Sums, kSurroundings * kPieceKinds> around_{};
  std::array<Unit, kHidden> units_{};
  std::array<std::int32_t, kPhases> bias_{};
};

}  // namespace hexapoda::hive
