// The settings of the strong engine's search.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

namespace hexapoda::hex {

// The parts of the search that can be switched off, for ablations.
inline constexpr std::uint32_t kPartRave = 1, kPartBridges = 2, kPartReuse = 4, kPartUrgent = 8, kPartInherit = 16,
                               kPartAdvice = 32, kPartPatterns = 64, kPartNetwork = 128;
inline constexpr std::uint32_t kAllParts = 255;
inline constexpr std::array<std::pair<std::string_view, std::uint32_t>, 8> kPartNames = {{{"rave", kPartRave},
                                                                                          {"bridges", kPartBridges},
                                                                                          {"reuse", kPartReuse},
                                                                                          {"urgent", kPartUrgent},
                                                                                          {"inherit", kPartInherit},
                                                                                          {"advice", kPartAdvice},
                                                                                          {"patterns", kPartPatterns},
                                                                                          {"network", kPartNetwork}}};

struct RaveSettings {
  int threads = 1;
  std::uint32_t parts = kAllParts;
  std::uint64_t seed = 0;
  int overlooked = 0;     // thousandths of the moves that are never seen
  bool sees_wins = true;  // a move that wins at once, and the answer to one, are never overlooked
};

// The parameters of the search.
inline constexpr float kRaveBias = 0.0012F;    // after about 1 / kRaveBias playouts rave counts as much as a move's own
inline constexpr float kExpand = 10;           // playouts of a move before it gets a node
inline constexpr float kPriorWeight = 4.0F;    // what a move of prior 1 gains while it is untried
inline constexpr int kNetworkCells = 13 * 13;  // the largest board on which the network is used
inline constexpr float kNetworkAfter = 60;     // playouts of a move before the network evaluates its node
inline constexpr float kNetworkWeight = 60;    // playouts that its value counts for
// A node's counts are halved when one of the move just played reaches this; others may then have a few times as many.
inline constexpr float kMostCounted = 1 << 22;
// Virtual connection analyses in steps of about 20 ns (work_limit.hpp): what one may take at most, what all of a search
// may take at first, and what each playout adds to that, divided by the cells of the board, as analyses are frequent on
// small boards. In ordinary positions they take a few hundred a playout.
inline constexpr std::uint64_t kAdviceSteps = 8'000'000;
inline constexpr std::int64_t kFirstCredit = 4'000'000, kCreditPerPlayout = 300'000;
inline constexpr double kRootAdviceShare = 0.2;  // of the time, that the analysis of the root may take at most
inline constexpr float kInherited = 12;          // playouts that the first guess at a move counts for at most

}  // namespace hexapoda::hex
