// How a Board tells its searches that the game is over: ending() is 1, 0 or -1, won, drawn or lost for the side to
// move, and kNotOver as long as the game goes on.
#pragma once

namespace hexapoda::search {

inline constexpr int kNotOver = 2;

}  // namespace hexapoda::search
