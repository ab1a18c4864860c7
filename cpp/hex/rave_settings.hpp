// What can be set about the strong engine's search.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

namespace hexapoda::hex {

// The parts of the search that can be switched off to measure their worth.
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

// The figures of the search.
inline constexpr float kRaveBias = 0.0012F;   // after about 1 / kRaveBias playouts rave counts as much as a move's own
inline constexpr float kExpand = 10;          // playouts of a move before it gets a node
inline constexpr float kPriorWeight = 4.0F;   // what a move of prior 1 gains while it is untried
inline constexpr int kJudgedCells = 13 * 13;  // the largest board on which the network is asked
inline constexpr float kJudgeAfter = 60;      // playouts of a move before the network is asked about its node
inline constexpr float kJudgedAs = 60;        // playouts that its answer counts for
// A node's counts are halved when one of the move just played reaches this; others may then have a few times as many.
inline constexpr float kMostCounted = 1 << 22;
inline constexpr float kInherited = 12;  // playouts that the first guess at a move counts for at most

}  // namespace hexapoda::hex
