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
  kKillers = 1u << 3,
  kCountermoves = 1u << 4,
  kHistory = 1u << 5,
  kGameOrder = 1u << 6,  // the game's own opinion on which moves to try first
  kQuiescence = 1u << 7,
  kExtensions = 1u << 8,
  kReductions = 1u << 9,  // late-move reductions
  kMoveCount = 1u << 10,  // late-move pruning
  kFutility = 1u << 11,
  kReverseFutility = 1u << 12,
  kNullMove = 1u << 13,
  kInternalReduction = 1u << 14,
};
inline constexpr std::uint32_t kAllFeatures = (1u << 15) - 1;

// Full width, nothing guessed: what it answers at depth d is minimax at depth d.
inline constexpr std::uint32_t kExactFeatures =
    kTable | kPrincipalVariation | kAspiration | kKillers | kCountermoves | kHistory | kGameOrder;

struct FeatureName {
  std::string_view name;
  Feature feature;
};
inline constexpr std::array<FeatureName, 15> kFeatureNames = {{
    {"table", kTable},
    {"pvs", kPrincipalVariation},
    {"aspiration", kAspiration},
    {"killers", kKillers},
    {"countermoves", kCountermoves},
    {"history", kHistory},
    {"game_order", kGameOrder},
    {"quiescence", kQuiescence},
    {"extensions", kExtensions},
    {"lmr", kReductions},
    {"lmp", kMoveCount},
    {"futility", kFutility},
    {"reverse_futility", kReverseFutility},
    {"null_move", kNullMove},
    {"iir", kInternalReduction},
}};

}  // namespace hexapoda::search
