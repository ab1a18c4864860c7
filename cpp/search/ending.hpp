// How a Board reports that the game is over: ending() returns 1, 0 or -1 for a win, draw or loss of the side to move,
// and kNotOver if the game is not over.
#pragma once

namespace hexapoda::search {

inline constexpr int kNotOver = 2;

}  // namespace hexapoda::search
