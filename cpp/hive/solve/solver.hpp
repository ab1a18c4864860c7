// Proofs for Hive: whether the side to move can force a win or is forced to lose, in how many plies, and by which
// moves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "hive/rules/position.hpp"

namespace hexapoda::hive {

enum class Proven : std::uint8_t { kNothing, kWin, kLoss, kDraw };  // for the side to move

struct SolveLimits {
  int plies = 0;            // maximum depth; 0: no limit
  double seconds = 0;       // 0: no limit
  std::uint64_t nodes = 0;  // positions searched; 0: no limit
};

struct Solution {
  Proven result = Proven::kNothing;
  int plies = 0;           // to the end of the game; the loser holds out as long as possible
  bool shortest = false;   // whether `plies` is proven to be the minimum
  int searched = 0;        // neither side can force a win within this many plies
  std::vector<Move> line;  // the moves to that end; only the first few if the budget ran out
  std::uint64_t nodes = 0;
  double seconds = 0;
};

struct SolveProgress {
  int searched;
  std::uint64_t nodes;
};

// `stop` is called often; once it returns true, the search ends and returns what it has proven. `progress` may be
// empty.
Solution solve(const Position& position, const SolveLimits& limits, const std::function<bool()>& stop,
               const std::function<void(const SolveProgress&)>& progress = {});

// Returns the indices, in ascending order, of the legal moves in `moves` that win within `plies`, counting the move
// itself. Stops once `most` are found. Returns nullopt if `seconds` (0: no limit) or `stop` ended the search first.
std::optional<std::vector<std::size_t>> winning_moves(const Position& position, const std::vector<PackedMove>& moves,
                                                      int plies, std::size_t most, double seconds,
                                                      const std::function<bool()>& stop);

}  // namespace hexapoda::hive
