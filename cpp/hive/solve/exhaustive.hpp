// The exact result within a few plies, as a reference for faster searches. Every line is played to its end.
#pragma once

#include <functional>

#include "hive/rules/position.hpp"

namespace hexapoda::hive {

// For the side to move: k if it can force a win in k plies and not sooner, -k if it is forced to lose in k plies and
// cannot hold out longer, 0 if neither happens within `plies` or if the game is already over. Repetition follows the
// rules of the position. Nothing is pruned, so the cost grows with the number of legal lines. `stop()` is called at
// every inner node; once it returns true, the result is meaningless.
int exhaustive_win(Position& position, int plies, const std::function<bool()>& stop);

}  // namespace hexapoda::hive
