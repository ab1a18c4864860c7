#include "hive/solve/exhaustive.hpp"

#include <algorithm>
#include <vector>

namespace hexapoda::hive {
namespace {

constexpr int kWinAtOnce = 1000;  // a win in n plies is kWinAtOnce - n; losses are negative

int exhaustive_value(Position& position, int plies, const std::function<bool()>& stop) {
  const Outcome outcome = position.outcome();
  if (outcome.ending != Ending::kNone)
    return outcome.winner < 0 ? 0 : outcome.winner == position.turn() ? kWinAtOnce : -kWinAtOnce;
  if (plies == 0 || stop()) return 0;
  std::vector<PackedMove> list(kMaxMoves);
  list.resize(static_cast<std::size_t>(position.generate(list.data())));
  int best = -kWinAtOnce;
  for (const PackedMove move : list) {
    position.push(move);
    const int value = -exhaustive_value(position, plies - 1, stop);
    position.unmake();
    best = std::max(best, value - (value > 0) + (value < 0));
  }
  return best;
}

}  // namespace

int exhaustive_win(Position& position, int plies, const std::function<bool()>& stop) {
  const int value = exhaustive_value(position, plies, stop);
  if (value == 0) return 0;
  return value > 0 ? kWinAtOnce - value : -kWinAtOnce - value;
}

}  // namespace hexapoda::hive
