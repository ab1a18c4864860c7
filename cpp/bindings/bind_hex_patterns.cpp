// Patterns of moves as Python sees them: what a cell shows, for those who learn weights, and what follows from them.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings/hex_patterns.hpp"

namespace hexapoda::bindings {
namespace {

using LastMove = std::optional<HexMove>;

// A position looked at; swaps and passes count as no move.
struct Look {
  hex::Placement placement;
  std::vector<hex::Cell> free;
  hex::MovePatterns patterns;

  Look(const hex::Position& position, const LastMove& last, const LastMove& previous)
      : placement(placement_of(position)), free(placement.free()), patterns(placement.shape) {
    hex::with_words(placement.shape, [&](auto words) {
      const hex::BitCells<words> stones[2] = {hex::BitCells<words>::of(placement.black),
                                              hex::BitCells<words>::of(placement.white)};
      patterns.look(stones, placement.to_move, cell_of(placement.shape, last), cell_of(placement.shape, previous));
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
        const Look look(position, last, previous);
        std::vector<std::tuple<HexMove, std::vector<int>>> found;
        for (const hex::Cell cell : look.free) {
          std::vector<int> features;
          look.patterns.for_each_feature(
              cell, [&](int feature) { features.push_back(hex::PatternFeatures::shared(feature)); });
          found.emplace_back(hex_move(look.placement.shape, cell), std::move(features));
        }
        return found;
      },
      nb::arg("position"), nb::arg("last") = nb::none(), nb::arg("previous") = nb::none(),
      "What each free cell shows after the opponent's last move and the own one before: as many numbers for every\n"
      "cell, each below PATTERN_FEATURES, the same for what half a turn or a mirror with the colors exchanged makes\n"
      "of it. Raises ValueError when the game is over.");

  m.def(
      "likely_moves",
      [](const hex::Position& position, const nb::bytes& patterns, const LastMove& last, const LastMove& previous) {
        const Look look(position, last, previous);
        std::vector<float> shares(look.free.size());
        look.patterns.share(pattern_weights(patterns), look.free, shares.data());
        std::vector<std::tuple<HexMove, float>> found;
        for (std::size_t i = 0; i < shares.size(); ++i)
          found.emplace_back(hex_move(look.placement.shape, look.free[i]), shares[i]);
        return found;
      },
      nb::arg("position"), nb::arg("patterns"), nb::arg("last") = nb::none(), nb::arg("previous") = nb::none(),
      "How likely each free cell is to be played, by the patterns' weights: one signed byte a feature, in units of\n"
      "PATTERN_UNIT, exponents of e. The numbers add up to 1.");
}

}  // namespace hexapoda::bindings
