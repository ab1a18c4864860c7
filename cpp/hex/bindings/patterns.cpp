// Python bindings for the move patterns, for training: the features of each cell, and the policy.
#include "hex/bindings/patterns.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "hex/bindings/register.hpp"

namespace hexapoda::bindings {
namespace {

using LastMove = std::optional<HexMove>;

// The patterns of a position. A swap or pass as a last move is ignored.
struct PatternView {
  hex::Placement placement;
  std::vector<hex::Cell> free;
  hex::MovePatterns patterns;

  PatternView(const hex::Position& position, const LastMove& last, const LastMove& previous)
      : placement(placement_of(position)), free(placement.free()), patterns(placement.shape) {
    hex::with_words(placement.shape, [&](auto words) {
      const hex::BitCells<words> stones[2] = {hex::BitCells<words>::of(placement.black),
                                              hex::BitCells<words>::of(placement.white)};
      patterns.set_position(stones, placement.to_move, cell_of(placement.shape, last),
                            cell_of(placement.shape, previous));
    });
  }
};

}  // namespace

void bind_hex_patterns(nb::module_& m) {
  m.attr("PATTERN_FEATURES") = hex::PatternFeatures::kCount;
  m.attr("PATTERN_UNIT") = hex::PatternFeatures::kUnit;

  m.def(
      "pattern_features",
      [](const hex::Position& position, const LastMove& last, const LastMove& previous) {
        const PatternView view(position, last, previous);
        std::vector<std::tuple<HexMove, std::vector<int>>> found;
        for (const hex::Cell cell : view.free) {
          std::vector<int> features;
          view.patterns.for_each_feature(
              cell, [&](int feature) { features.push_back(hex::PatternFeatures::shared(feature)); });
          found.emplace_back(hex_move(view.placement.shape, cell), std::move(features));
        }
        return found;
      },
      nb::arg("position"), nb::arg("last") = nb::none(), nb::arg("previous") = nb::none(),
      "The features of each free cell. `last` is the opponent's last move, `previous` the move before it. Every\n"
      "cell has the same number of features, each below PATTERN_FEATURES. They do not change when the board is\n"
      "rotated by 180 degrees, or mirrored with the colors exchanged. Raises ValueError if the game is over.");

  m.def(
      "pattern_policy",
      [](const hex::Position& position, const nb::bytes& patterns, const LastMove& last, const LastMove& previous) {
        const PatternView view(position, last, previous);
        std::vector<float> probabilities(view.free.size());
        view.patterns.policy(pattern_weights(patterns), view.free, probabilities.data());
        std::vector<std::tuple<HexMove, float>> found;
        for (std::size_t i = 0; i < probabilities.size(); ++i)
          found.emplace_back(hex_move(view.placement.shape, view.free[i]), probabilities[i]);
        return found;
      },
      nb::arg("position"), nb::arg("patterns"), nb::arg("last") = nb::none(), nb::arg("previous") = nb::none(),
      "The probability of each free cell: the softmax of the sums of the cells' feature weights. `patterns` holds\n"
      "one weight per feature, as a signed byte in units of PATTERN_UNIT.");
}

}  // namespace hexapoda::bindings
