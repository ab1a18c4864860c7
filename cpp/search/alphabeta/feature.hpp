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
  kKeptCorrection = 1u << 15,   // corrections kept from one search to the next
  kTuned = 1u << 16,            // kMargins, not kEarlierMargins
};
inline constexpr std::uint32_t kAllFeatures = (1u << 17) - 1;

// The parameters of the search, tuned by matches. The defaults are those of levels whose strength must not change.
struct Margins {
  int reverse = 60;        // reverse futility pruning: hundredths of a point per ply
  int move_base = 400;     // late-move pruning: quiet moves after the first move_base + move_growth * depth^2 are
  int move_growth = 200;   // skipped, or after half as many if the evaluation is not improving; in hundredths
  int reduction = 190;     // late-move reductions: 100 * log(depth) * log(move number) / reduction plies
  int history = 4096;      // the history score that changes the reduction by one ply
  int aspiration = 25;     // half the width of the first aspiration window
  int singular = 3;        // singular extension: how much better the table move must be, hundredths of a point per ply
  int singular_depth = 7;  // singular extension: the least depth
  int order = 100;         // the weight of the game's own move ordering beside the history scores, in hundredths
};
inline constexpr Margins kEarlierMargins;
inline constexpr Margins kMargins = {.move_growth = 250, .history = 2700, .singular_depth = 6, .order = 65};
constexpr const Margins& margins_of(std::uint32_t features) {
  return (features & kTuned) != 0 ? kMargins : kEarlierMargins;
}

struct FeatureName {
  std::string_view name;
  Feature feature;
};
inline constexpr std::array<FeatureName, 17> kFeatureNames = {{
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
    {"kept_correction", kKeptCorrection},
    {"tuned", kTuned},
}};

}  // namespace hexapoda::search
