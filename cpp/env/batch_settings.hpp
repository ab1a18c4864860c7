// The settings of a batch of games, the arrays that it writes, and the results of games.
#pragma once

#include <cstddef>
#include <cstdint>

namespace hexapoda::env {

struct BatchSettings {
  std::ptrdiff_t count = 0;
  int max_plies = 0;           // a game is cut off after this many actions
  bool illegal_loses = false;  // whether an illegal action loses; otherwise it is an error, and no game advances
  bool auto_reset = true;      // whether a game that ends begins again in the same step
  int threads = 1;
  std::uint64_t seed = 0;
  int room = 0;  // rows for a game's moves; a game with more moves is cut off; 0: no move lists
};

// The arrays of a batch. Observations, masks and moves are null if they are not wanted.
struct BatchArrays {
  void* observations = nullptr;    // [count, size of an observation]
  std::int8_t* masks = nullptr;    // [count, number of actions]: 1 for legal actions
  std::int8_t* players = nullptr;  // [count]: the player to move
  std::int32_t* plies = nullptr;   // [count]: the number of actions since the game began
  std::int32_t* legal = nullptr;   // [count]: the number of legal actions
  float* rewards = nullptr;        // [count, 2]: the rewards of both players for the last step
  bool* terminated = nullptr;      // [count]: whether the last step ended the game, by rule or by illegal action
  bool* truncated = nullptr;       // [count]: whether the last step cut the game off
  std::int16_t* moves = nullptr;   // [count, room, kMoveColumns of the game]: the legal actions, then rows of -1
};

// The result of a game; kCut if it was cut off.
enum class Result : std::int8_t { kPlaying, kFirstWins, kSecondWins, kDraw, kCut };

constexpr Result win_of(int player) { return player == 0 ? Result::kFirstWins : Result::kSecondWins; }

}  // namespace hexapoda::env
