// The settings of the search of the engine `rave`.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

namespace hexapoda::hex {

// The parts of the search that can be switched off, for ablations.
inline constexpr std::uint32_t kPartRave = 1, kPartBridges = 2, kPartReuse = 4, kPartUrgent = 8, kPartInherit = 16,
                               kPartAdvice = 32, kPartPatterns = 64, kPartNetwork = 128, kPartPuct = 256;
inline constexpr std::uint32_t kAllParts = 511;
inline constexpr std::array<std::pair<std::string_view, std::uint32_t>, 9> kPartNames = {{{"rave", kPartRave},
                                                                                          {"bridges", kPartBridges},
                                                                                          {"reuse", kPartReuse},
                                                                                          {"urgent", kPartUrgent},
                                                                                          {"inherit", kPartInherit},
                                                                                          {"advice", kPartAdvice},
                                                                                          {"patterns", kPartPatterns},
                                                                                          {"network", kPartNetwork},
                                                                                          {"puct", kPartPuct}}};

struct RaveSettings {
  int threads = 1;
  std::uint32_t parts = kAllParts;
  std::uint64_t seed = 0;
  int overlooked = 0;       // the share of moves that are overlooked, in thousandths
  bool sees_wins = true;    // immediate wins of either side are never overlooked
  float playout_share = 0;  // the weight of playouts in the value of a leaf that the network evaluates, from 0 to 1
};

// The parameters of the search.
inline constexpr float kRaveBias =
    0.0012F;  // after about 1 / kRaveBias playouts, RAVE counts as much as the move's own playouts
inline constexpr float kExpand = 10;           // playouts of a move before a node is created for it
inline constexpr float kPriorWeight = 4.0F;    // the bonus of an untried move with prior 1
inline constexpr int kNetworkCells = 19 * 19;  // the largest board for which the network is used
inline constexpr float kNetworkAfter = 60;     // playouts of a move before the network evaluates its node
inline constexpr float kNetworkWeight = 60;    // a network evaluation counts as this many playouts
// The counts of a node are halved when the count of the visited move reaches this value. The counts of the other moves
// are not checked and may be a few times higher by then.
inline constexpr float kMaxCount = 1 << 22;
// Budgets of virtual connection analyses, in the steps of work_limit.hpp: the maximum for one analysis, the credit at
// the beginning of a search, and the credit that each playout adds. The last is divided by the number of cells, because
// analyses are frequent on small boards. In typical positions, analyses take a few hundred steps per playout.
inline constexpr std::uint64_t kAdviceSteps = 8'000'000;
inline constexpr std::int64_t kFirstCredit = 4'000'000, kCreditPerPlayout = 300'000;
inline constexpr double kRootAdviceShare = 0.2;  // the maximum share of the time for the analysis of the root
inline constexpr float kInherited = 12;          // inherited RAVE values of a move count as at most this many playouts

// The parameters of a search in which the network evaluates every leaf (selection.hpp).
inline constexpr int kPlayoutCells = 10 * 10;  // the largest board of the search with playouts; see docs/experiments
inline constexpr float kExploration = 0.6F;    // the constant c of PUCT, where values are from 0 to 1
inline constexpr float kTemperature = 1.5F;    // the policy is raised to the power of 1 / kTemperature
inline constexpr float kUntriedLoss = 0.1F;    // an untried move has the value of the node minus this
inline constexpr int kLeafPlayouts = 8;        // playouts from a leaf, if their share is above 0
inline constexpr int kAdviseEvaluated = 300;   // visits of a node before its virtual connection analysis
inline constexpr std::int64_t kCreditPerEvaluation = 12'000;
// Up to 14x14, an evaluation takes about as long as this many playouts with their tree operations, so it counts as this
// many toward the limits.
inline constexpr std::uint64_t kEvaluationPlayouts = 16;

// Whether the network evaluates every leaf.
inline bool evaluates_leaves(int cells, bool has_network, const RaveSettings& settings) {
  constexpr std::uint32_t kNeeded = kPartNetwork | kPartPuct;
  return has_network && (settings.parts & kNeeded) == kNeeded && cells > kPlayoutCells && cells <= kNetworkCells;
}

}  // namespace hexapoda::hex
