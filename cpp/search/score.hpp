// The value of a position for the side to move, and what counts as proven.
//
// Beyond kProven a score says that the game is won or lost, and in how many plies from the root: kWin - n is a win
// on the n-th ply. Such a score is only ever made of finished games, one winning move, or all moves that lose, so
// it is a proof and no estimate; whoever prunes moves must see to it that it stays one (see Worker::search).
#pragma once

#include <algorithm>
#include <cstdint>

namespace hexapoda::search {

using Score = int;

inline constexpr Score kInfinity = 32001;
inline constexpr Score kWin = 32000;
inline constexpr Score kProven = 30000;
inline constexpr Score kMaxEvaluation = 20000;  // estimates stay within this
inline constexpr int kMaxPly = 160;             // the longest line looked at

constexpr bool is_proven(Score score) { return score > kProven || score < -kProven; }
constexpr Score win_in(int ply) { return kWin - ply; }

// Plies to the end of a proven game, negative for a loss; 0 when nothing is proven.
constexpr int plies_to_end(Score score) {
  if (score > kProven) return kWin - score;
  if (score < -kProven) return -(kWin + score);
  return 0;
}

// Proven scores count plies from the root; in a table they count from the position itself.
constexpr Score to_table(Score score, int ply) {
  return score > kProven ? score + ply : score < -kProven ? score - ply : score;
}
constexpr Score from_table(Score score, int ply) {
  return score > kProven ? score - ply : score < -kProven ? score + ply : score;
}

}  // namespace hexapoda::search
