// The plain truth about the next few plies, to check cleverer searches against: every line is played to its end.
#pragma once

#include <functional>

#include "hive/rules/position.hpp"

namespace hexapoda::hive {

// For the side to move: k if it can force a win in k plies and no fewer, -k if it is forced to lose in k and can hold
// out no longer, 0 if neither happens within `plies`. Repetition as the position's rules have it. No shortcuts: the
// cost is that of all lines of legal moves. `stop()` is asked at every position; once it is true the answer is void.
int exhaustive_win(Position& position, int plies, const std::function<bool()>& stop);

}  // namespace hexapoda::hive
