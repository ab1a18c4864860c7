// The parts of the alpha-beta search that can be switched off, for ablations.
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
  kGameOrder = 1u << 4,  // the game's own move ordering
  kQuiescence = 1u << 5,
  kReductions = 1u << 6,  // late-move reductions
  kMoveCount = 1u << 7,   // late-move pruning
  kReverseFutility = 1u << 8,
  kSolver = 1u << 9,            // search for forced wins and losses before the main search
  kCorrection = 1u << 10,       // correction of the evaluation by earlier scores
  kKeptHistory = 1u << 11,      // history kept from one search to the next
  kTableEvaluation = 1u << 12,  // reverse futility pruning by the score in the table
  kSingular = 1u << 13,         // singular extension and multicut
  kReplies = 1u << 14,          // history of moves after the last two moves
};
inline constexpr std::uint32_t kAllFeatures = (1u << 15) - 1;

// The parameters of the search, tuned by matches.
struct Margins {
  int reverse = 60;     // reverse futility pruning: hundredths of a point per ply
  int lmp_base = 4;     // late-move pruning: quiet moves are skipped after lmp_base + lmp_growth * depth^2 moves, ...
  int lmp_growth = 2;   // ... or after half as many if the evaluation is not improving
  int reduction = 190;  // late-move reductions: 100 * log(depth) * log(move number) / reduction plies
  int history = 4096;   // the history score that changes the reduction by one ply
  int aspiration = 25;  // half the width of the first aspiration window
  int singular = 3;     // singular extension: how much better the table move must be, hundredths of a point per ply
};

struct FeatureName {
  std::string_view name;
  Feature feature;
};
inline constexpr std::array<FeatureName, 15> kFeatureNames = {{
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
    {"correction", kCorrection},
    {"kept_history", kKeptHistory},
    {"table_evaluation", kTableEvaluation},
    {"singular", kSingular},
    {"replies", kReplies},
}};

}  // namespace hexapoda::search
