// Python bindings for the evaluation of Hive: scores, terms, and feature counts in bulk for tuning.
#include "hive/evaluate/evaluate.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <utility>

#include "hive/bindings/moves.hpp"
#include "hive/bindings/register.hpp"
#include "hive/evaluate/evaluation_weights.hpp"

namespace hexapoda::bindings {
namespace {

using namespace hexapoda::hive;

std::string label_of(const char* labels, int index) {
  std::string rest = labels;
  for (; index > 0; --index) rest = rest.substr(rest.find(' ') + 1);
  return rest.substr(0, rest.find(' '));
}

constexpr int kInputs = EvaluationNetwork::kInputs, kHidden = EvaluationNetwork::kHidden;

// One row per feature that only the network has: block, row label, column label.
using ShapeRow = std::tuple<std::string, std::string, std::string>;
std::vector<ShapeRow> list_shapes() {
  std::vector<ShapeRow> features;
  for (int kind = 0; kind < kPieceKinds; ++kind)
    for (int shape = 0; shape < kRingShapes; ++shape) {
      const auto ring = std::find(kRingShape.begin(), kRingShape.end(), shape) - kRingShape.begin();
      features.emplace_back("shape", label_of(kBugStateLabels, kind), std::to_string(ring));
    }
  for (int kind = 0; kind < kPieceKinds; ++kind)
    for (int column = 0; column < kCountColumns; ++column)
      features.emplace_back(
          "company", label_of(kBugStateLabels, kind),
          std::to_string(column / (kMostCounted + 1)) + "-" + std::to_string(column % (kMostCounted + 1)));
  return features;
}

// One row per feature: block, row label, column label, term, weights by phase.
using FeatureRow = std::tuple<std::string, std::string, std::string, std::string, std::vector<int>>;
std::vector<FeatureRow> list_features() {
  std::vector<FeatureRow> features;
  for (const FeatureBlock& block : kFeatureBlocks)
    for (int row = 0; row < block.rows; ++row)
      for (int column = 0; column < block.columns; ++column) {
        const std::size_t feature = features.size();
        std::vector<int> weights;
        for (const PhaseWeights& phase : kWeights) weights.push_back(phase[feature]);
        features.emplace_back(block.name, label_of(block.row_labels, row), label_of(block.column_labels, column),
                              kTermNames[static_cast<std::size_t>(kFeatureTerms[feature])], std::move(weights));
      }
  return features;
}

// Returns an array with one subarray of shape kShape per position, each written by `fill`.
template <class Value, std::size_t... kShape, class Fill>
nb::object arrays_of(const std::vector<const Position*>& list, Fill fill) {
  const std::vector<Position> positions = copies_of(list);
  const std::size_t rows = positions.size();
  constexpr std::size_t kSize = (kShape * ...);
  auto* data = new Value[rows * kSize + 1];
  nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<Value*>(p); });
  for (std::size_t i = 0; i < rows; ++i) fill(positions[i], std::span<Value, kSize>(data + i * kSize, kSize));
  return nb::cast(nb::ndarray<nb::numpy, Value, nb::ndim<1 + sizeof...(kShape)>>(data, {rows, kShape...}, owner));
}

// For the benchmark: evaluates every position `repeats` times and returns the sum of the scores.
std::int64_t score_all(const std::vector<const Position*>& positions, int repeats) {
  checked("repeats", repeats, 0, std::numeric_limits<int>::max());
  const std::vector<Position> copies = copies_of(positions);
  LongCall call;
  std::int64_t sum = 0;
  {
    const WithoutGil release;
    for (int i = 0; i < repeats && !call(); ++i)
      for (const Position& position : copies) sum += evaluate(position);
  }
  call.require_complete("evaluation was stopped");
  return sum;
}

}  // namespace

void bind_hive_evaluate(nb::module_& m) {
  m.def(
      "evaluate", [](const Position& position) { return evaluate(position); }, nb::arg("position"),
      "The evaluation from the side to move's point of view; one filled neighbor of a queen is worth about 100.");
  m.def(
      "evaluation_terms",
      [](const Position& position) {
        const TermValues values = evaluation_terms(position);
        std::vector<std::tuple<std::string, int, int>> terms;
        for (std::size_t i = 0; i < kTerms; ++i) terms.emplace_back(kTermNames[i], values[i][0], values[i][1]);
        return terms;
      },
      nb::arg("position"), "For each term: its name, its value for White, and its value for Black.");
  m.def("evaluation_features", &list_features,
        "For each feature in order: its block, row and column, its term, and its weight in each phase.");
  m.def("evaluation_shapes", &list_shapes,
        "For each feature that only the network has: its block, row and column. These features follow those of\n"
        "`evaluation_features`. The rows are bugs and states. The columns of `shape` are masks of the occupied cells\n"
        "around a piece, each the smallest among its rotations and reflections. The columns of `company` are pairs of\n"
        "counts, each capped at three: how many of these cells have an own piece on top, and how many an enemy piece.");
  m.def(
      "evaluation_phases", [] { return std::vector<std::string>(kPhaseNames.begin(), kPhaseNames.end()); },
      "The names of the phases.");
  m.def("evaluation_phase", &evaluation_phase, nb::arg("position"),
        "The share of the late game in the evaluation of a position, from 0 to 1; the opening has the rest.");
  m.def("evaluation_stuck", &evaluation_stuck, nb::arg("position"),
        "Whether the side to move has no piece to move or place, apart from throws; its evaluation is then at most 0.");
  m.def(
      "evaluation_counts",
      [](const std::vector<const Position*>& list) { return arrays_of<std::int8_t, kFeatures>(list, count_features); },
      nb::arg("positions"),
      nb::sig("def evaluation_counts(positions: collections.abc.Sequence[PositionCore]) -> "
              "numpy.typing.NDArray[numpy.int8]"),
      "White's count of every feature minus Black's, as int8 of shape [positions, features]. The dot product with\n"
      "the weights is the evaluation from White's point of view, without the cap at 0 for a stuck side. Each weight\n"
      "is interpolated between the two phases and rounded to an integer, halves away from zero.");
  m.def(
      "evaluation_lists",
      [](const std::vector<const Position*>& list) {
        return arrays_of<std::int16_t, 2, kMostNetworkFeatures>(list, hive::list_features);
      },
      nb::arg("positions"),
      nb::sig("def evaluation_lists(positions: collections.abc.Sequence[PositionCore]) -> "
              "numpy.typing.NDArray[numpy.int16]"),
      "The network's features for White and for Black, each as often as it occurs, as int16 of shape\n"
      "[positions, 2, 80]; -1 fills the rest of each list.");
  nb::class_<EvaluationNetwork>(m, "EvaluationNetwork", "A network over the features of the evaluation.")
      .def(
          "__init__",
          [](EvaluationNetwork* self, const nb::bytes& weights) {
            new (self) EvaluationNetwork(floats_of("weights of the network", weights));
          },
          nb::arg("weights"),
          "`weights` are float32 in native byte order, laid out as in cpp/hive/evaluate/evaluation_network.hpp.\n"
          "Raises ValueError if their number is wrong, or if a weight is not finite or too large.")
      .def(
          "evaluate", [](const EvaluationNetwork& self, const Position& position) { return evaluate(position, self); },
          nb::arg("position"), "The evaluation from the side to move's point of view, in the unit of `evaluate`.")
      .def_ro_static("INPUTS", &kInputs, "Inputs of the hidden layer for each side.")
      .def_ro_static("HIDDEN", &kHidden, "Units of the hidden layer.");
  m.def("evaluate_many", &score_all, nb::arg("positions"), nb::arg("repeats"),
        "Evaluate every position `repeats` times. Returns the sum of the scores.");
}

}  // namespace hexapoda::bindings
