// Scores: the value of a position for the side to move, and which values are proven.
//
// A score beyond kProven is a proven win or loss, with its distance from the root: kWin - n is a win on the n-th ply.
// Such a score comes only from a finished game, one winning move, or a list of moves that all lose. Code that prunes
// moves must keep this true (see Worker::search).
#pragma once

#include <algorithm>
#include <cstdint>

namespace hexapoda::search {

using Score = int;

inline constexpr Score kInfinity = 32001;
inline constexpr Score kWin = 32000;
inline constexpr Score kProven = 30000;
inline constexpr Score kMaxEvaluation = 20000;  // the largest absolute evaluation
inline constexpr int kMaxPly = 160;             // the maximum length of a line

constexpr bool is_proven(Score score) { return score > kProven || score < -kProven; }
constexpr Score win_in(int ply) { return kWin - ply; }

// Plies to the end of a proven game, negative for a loss; 0 if nothing is proven. For a score at the root.
constexpr int plies_to_end(Score score) {
  if (score > kProven) return kWin - score;
  if (score < -kProven) return -(kWin + score);
  return 0;
}

// The score of a game that is won in `plies`, or lost if that is negative: the inverse of plies_to_end().
constexpr Score score_of_end(int plies) { return plies > 0 ? kWin - plies : -kWin - plies; }

// Proven scores count plies from the root. In the table they count from the position itself.
constexpr Score to_table(Score score, int ply) {
  return score > kProven ? score + ply : score < -kProven ? score - ply : score;
}
constexpr Score from_table(Score score, int ply) {
  return score > kProven ? score - ply : score < -kProven ? score + ply : score;
}

}  // namespace hexapoda::search
