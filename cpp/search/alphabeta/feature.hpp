// What the alpha-beta search can do without: each feature has a switch, so that a match can tell what it is worth.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace hexapoda::search {

enum Feature : std::uint32_t {
  kTable = 1u << 0,  // transposition table
  kPrincipalVariation = 1u << 1,
  kAspiration = 1u << 2,
  kHistory = 1u << 3,
  kGameOrder = 1u << 4,  // the game's own opinion on which moves to try first
  kQuiescence = 1u << 5,
  kReductions = 1u << 6,  // late-move reductions
  kMoveCount = 1u << 7,   // late-move pruning
  kReverseFutility = 1u << 8,
  kSolver = 1u << 9,  // a look for forced ends before the search
};
inline constexpr std::uint32_t kAllFeatures = (1u << 10) - 1;

// The figures of the search, all found by matches.
struct Margins {
  int reverse = 60;         // reverse futility: hundredths of a point a ply
  int patience = 4;         // late-move pruning: quiet moves tried at depth 0
  int patience_growth = 2;  // and more with the square of the depth
  int reduction = 190;      // late-move reductions: hundredths of the divisor of log(depth) * log(number)
  int history = 4096;       // history that is worth a ply less of reduction
  int aspiration = 25;      // half the first window
};

struct FeatureName {
  std::string_view name;
  Feature feature;
};
inline constexpr std::array<FeatureName, 10> kFeatureNames = {{
    {"table", kTable},
    {"pvs", kPrincipalVariation},
    {"aspiration", kAspiration},
    {"history", kHistory},
    {"game_order", kGameOrder},
    {"quiescence", kQuiescence},
    {"lmr", kReductions},
    {"lmp", kMoveCount},
    {"reverse_futility", kReverseFutility},
    {"solver", kSolver},
}};

}  // namespace hexapoda::search
