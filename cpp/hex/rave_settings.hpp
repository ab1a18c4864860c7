// What can be set about the strong engine's search.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

namespace hexapoda::hex {

// The parts of the search that can be switched off to measure their worth.
inline constexpr std::uint32_t kPartRave = 1, kPartBridges = 2, kPartReuse = 4, kPartUrgent = 8, kPartInherit = 16,
                               kPartAdvice = 32;
inline constexpr std::uint32_t kAllParts = 63;
inline constexpr std::array<std::pair<std::string_view, std::uint32_t>, 6> kPartNames = {{{"rave", kPartRave},
                                                                                          {"bridges", kPartBridges},
                                                                                          {"reuse", kPartReuse},
                                                                                          {"urgent", kPartUrgent},
                                                                                          {"inherit", kPartInherit},
                                                                                          {"advice", kPartAdvice}}};

struct RaveSettings {
  int threads = 1;
  std::uint32_t parts = kAllParts;
  std::uint64_t seed = 0;
  int overlooked = 0;     // thousandths of the moves that are never seen
  bool sees_wins = true;  // a move that wins at once, and the answer to one, are never overlooked

  double exploration = 0.0;
  double rave_bias = 0.0012;  // the playouts after which rave counts as much as a move's own are about 1 / rave_bias
  int expand = 10;            // playouts of a move before it gets a node
  int advise = 0;             // visits of a node before it is looked at closely; 0: by the size of the board
  float inherited = 12;       // playouts that the first guess at a move counts for
};

}  // namespace hexapoda::hex
