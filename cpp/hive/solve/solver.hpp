// Proofs of Hive: whether the side to move wins or loses by force, in how many plies, and how.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "hive/rules/position.hpp"

namespace hexapoda::hive {

enum class Proven : std::uint8_t { kNothing, kWin, kLoss, kDraw };  // for the side to move

struct SolveLimits {
  int plies = 0;            // look no further than so many plies; 0: as far as time allows
  double seconds = 0;       // 0: no limit
  std::uint64_t nodes = 0;  // positions searched; 0: no limit
};

struct Solution {
  Proven result = Proven::kNothing;
  int plies = 0;           // to the end of the game, the loser holding out as long as it can
  bool shortest = false;   // proven as well: it takes no fewer
  int searched = 0;        // proven: nobody wins within so many plies
  std::vector<Move> line;  // a game of that length
  std::uint64_t nodes = 0;
  double seconds = 0;
};

struct SolveProgress {
  int searched;
  std::uint64_t nodes;
};

// `stop` is asked often; once it is true the answer is what is known by then. `progress` may be empty.
Solution solve(const Position& position, const SolveLimits& limits, const std::function<bool()>& stop,
               const std::function<void(const SolveProgress&)>& progress = {});

}  // namespace hexapoda::hive
