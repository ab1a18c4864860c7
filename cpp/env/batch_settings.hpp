// What all games of a batch have in common, and the arrays that they write.
#pragma once

#include <cstddef>
#include <cstdint>

namespace hexapoda::env {

struct BatchSettings {
  std::ptrdiff_t count = 0;
  int max_plies = 0;           // after how many actions a game is cut
  bool illegal_loses = false;  // an illegal action loses the game; otherwise no game of the batch moves
  bool auto_reset = true;      // a game that has ended begins again in the same step
  int threads = 1;
  std::uint64_t seed = 0;
  int room = 0;  // the rows for the moves of a game, which is cut if it has more; 0 without moves
};

// The arrays of a batch. The observations, the masks and the moves are null if they are not wanted.
struct BatchArrays {
  void* observations = nullptr;    // [count, size of an observation]
  std::int8_t* masks = nullptr;    // [count, number of actions]: 1 for legal actions
  std::int8_t* players = nullptr;  // [count]: the player to move
  std::int32_t* plies = nullptr;   // [count]: the actions since the game began
  std::int32_t* legal = nullptr;   // [count]: the number of legal actions
  float* rewards = nullptr;        // [count, 2]: of both players for the last step
  bool* terminated = nullptr;      // [count]: in the last step the game ended by its rules, or an illegal action
  bool* truncated = nullptr;       // [count]: in the last step it was cut
  std::int16_t* moves = nullptr;   // [count, room, kMoveColumns of the game]: the legal actions, then rows of -1
};

// The result of a game for its players, or kCut.
enum class Result : std::int8_t { kPlaying, kFirstWins, kSecondWins, kDraw, kCut };

constexpr Result win_of(int player) { return player == 0 ? Result::kFirstWins : Result::kSecondWins; }

}  // namespace hexapoda::env
