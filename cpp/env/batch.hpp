// Many games that are played in lockstep: each call plays one action in every game, on several threads, and writes the
// new observations, results and legal actions into the caller's arrays.
//
// The template parameter Game represents a single game with numbered actions; hex/bindings/batch_game.hpp is an
// example. A Game provides:
//
//   Shared                     the data that all games of a batch share, such as the start; has actions(), the number
//                              of actions, and observation(), the size of an observation
//   Game(Shared)               a game that has not begun; begin() must come first
//   begin(Shared, mask)        starts the game, writes the mask and returns the Result
//   move_of(Shared, number)    the legal Move with this action number; nullopt if there is none
//   play(Shared, Move, mask)   plays a legal move, updates the mask and returns the Result
//   stop(Shared, mask)         empties the mask, because the batch has ended the game
//   player(), legal(Shared)    the player to move, and the number of legal moves
//   each_action(Shared, f)     calls f(number) for each legal move
//   sample(Shared, Random)     the number of a random legal move
//   observe(Shared, out, Written)  writes an observation to `out`, an array of Values; Written describes what it holds
//   list_moves(Shared, rows)   writes kMoveColumns numbers for each legal move
//
// A mask has 1 for each legal action and 0 for the others; it is null if the caller does not want it.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "env/batch_settings.hpp"
#include "env/workers.hpp"
#include "search/random.hpp"

namespace hexapoda::env {

template <class Game>
class Batch {
 public:
  using Shared = typename Game::Shared;

  // The arrays must be zeroed and must outlive the batch. No game begins before reset() is called.
  Batch(Shared shared, const BatchSettings& settings, const BatchArrays& arrays)
      : shared_(std::move(shared)),
        settings_(settings),
        arrays_(arrays),
        workers_(static_cast<int>(std::min<std::ptrdiff_t>(settings.threads, settings.count))) {
    if (arrays_.moves != nullptr)
      std::fill_n(arrays_.moves, settings.count * settings.room * Game::kMoveColumns, std::int16_t{-1});
    slots_.reserve(static_cast<std::size_t>(settings.count));
    for (std::ptrdiff_t i = 0; i < settings.count; ++i)
      slots_.emplace_back(shared_, search::spread(settings.seed ^ search::spread(static_cast<std::uint64_t>(i))));
  }

  const Shared& shared() const { return shared_; }
  const BatchSettings& settings() const { return settings_; }
  // The threads that work on the batch. Only one call at a time may use them.
  Workers& workers() const { return workers_; }
  const Game& game(std::ptrdiff_t i) const { return slot(i).game; }
  bool over(std::ptrdiff_t i) const { return slot(i).over; }
  // The number of actions since the game began.
  int plies(std::ptrdiff_t i) const { return arrays_.plies[i]; }
  // Whether an unfinished game is cut off after `plies` actions: it has reached max_plies, or has more legal moves than
  // rows for them.
  bool cuts(const Game& game, int plies) const {
    return plies >= settings_.max_plies || (settings_.room > 0 && game.legal(shared_) > settings_.room);
  }
  // The latest action of the game.
  std::int64_t last_action(std::ptrdiff_t i) const { return slot(i).action; }
  // A number that grows with each change of the game: by 1 for an action, by more if the game begins again or is
  // replaced.
  std::uint64_t version(std::ptrdiff_t i) const { return slot(i).version; }

  // Begins the games that `which` marks, or all of them if it is null.
  void reset(const bool* which) {
    for_each_game([&](std::ptrdiff_t i, Slot& slot) {
      if (which != nullptr && !which[i]) return;
      clear_result(i);
      begin(i, slot);
    });
  }

  // Plays an action in each game that is not over, and returns -1. If an action is invalid, changes nothing and returns
  // the index of the first game with an invalid action. An action is invalid if its number is out of range, or if it is
  // illegal and `illegal_loses` is not set.
  std::ptrdiff_t step(const std::int64_t* actions) {
    std::atomic<std::ptrdiff_t> wrong{std::numeric_limits<std::ptrdiff_t>::max()};
    for_each_game([&](std::ptrdiff_t i, Slot& slot) {
      if (slot.over) return;
      slot.move = slot.game.move_of(shared_, actions[i]);
      if (slot.move) return;
      if (settings_.illegal_loses && actions[i] >= 0 && actions[i] < shared_.actions()) return;
      for (std::ptrdiff_t first = wrong.load(); i < first && !wrong.compare_exchange_weak(first, i);) {
      }
    });
    if (wrong.load() < settings_.count) return wrong.load();
    for_each_game([&](std::ptrdiff_t i, Slot& slot) {
      clear_result(i);
      if (slot.over) return;
      slot.action = actions[i];
      play(i, slot);
    });
    return -1;
  }

  // Replaces each game i with a copy of game from[i] of `source`, including its result; if from[i] < 0, game i stays as
  // it is. `source` may be this batch, and must have the same start, encodings and max_plies. The state of the random
  // number generator is not copied. With `auto_reset`, a copy of a finished game begins again. If a copy would have
  // more legal moves than there are rows for them, changes nothing and returns the first such i; otherwise returns -1.
  std::ptrdiff_t copy(const Batch& source, const std::int64_t* from) {
    if (settings_.room > 0)
      for (std::ptrdiff_t i = 0; i < settings_.count; ++i)
        if (from[i] >= 0 && source.arrays_.legal[from[i]] > settings_.room) return i;
    if (&source == this)
      copy_within(from);
    else
      for_each_game([&](std::ptrdiff_t i, Slot& slot) {
        if (from[i] < 0) return;
        slot.game = source.game(from[i]);
        slot.history = source.history(from[i]);
        take_over(i, slot, source.state_of(from[i]));
      });
    return -1;
  }

  // The actions of a game since it began, without the illegal action that ended it, if there was one.
  const std::vector<std::int32_t>& history(std::ptrdiff_t i) const { return slot(i).history; }
  // Begins a game and plays these actions. Set `over` if the game ended in another way, such as by an illegal action.
  // The arrays show no result and no rewards, even if the game is over. If an action is illegal or comes after the end,
  // returns its index and leaves the game at its start; otherwise returns -1.
  std::ptrdiff_t restore(std::ptrdiff_t i, std::span<const std::int32_t> actions, bool over) {
    Slot& slot = this->slot(i);
    clear_result(i);
    begin(i, slot);
    for (std::size_t k = 0; k < actions.size(); ++k) {
      const auto move = slot.over ? std::nullopt : slot.game.move_of(shared_, actions[k]);
      if (!move) {
        begin(i, slot);
        return static_cast<std::ptrdiff_t>(k);
      }
      const Result result = slot.game.play(shared_, *move, mask(i));
      slot.history.push_back(actions[k]);
      slot.action = actions[k];
      ++arrays_.plies[i];
      slot.over = result != Result::kPlaying || cuts(slot.game, arrays_.plies[i]);
    }
    slot.over = slot.over || over;
    if (slot.over) slot.game.stop(shared_, mask(i));
    write_row(i, slot);
    return -1;
  }
  std::uint64_t random_state(std::ptrdiff_t i) const { return slot(i).random.state(); }
  void set_random_state(std::ptrdiff_t i, std::uint64_t state) { slot(i).random = search::Random(state); }

  // Writes a random legal action for each game; 0 for a game that is over.
  void sample(std::int64_t* actions) {
    for_each_game(
        [&](std::ptrdiff_t i, Slot& slot) { actions[i] = slot.over ? 0 : slot.game.sample(shared_, slot.random); });
  }

 private:
  // A game, with the state that is not in its rows of the arrays.
  struct Slot {
    Slot(const Shared& shared, std::uint64_t seed) : game(shared), random(seed) {}

    Game game;
    search::Random random;
    std::optional<typename Game::Move> move;  // the move of this step; nullopt for an illegal action
    std::int64_t action = 0;                  // the latest action
    std::vector<std::int32_t> history;        // the actions since the game began
    typename Game::Written written;           // the content of the game's row of the observations
    int listed = 0;                           // the number of the game's rows of moves in use
    bool over = true;
    std::uint64_t version = 0;
  };
  Slot& slot(std::ptrdiff_t i) { return slots_[static_cast<std::size_t>(i)]; }
  const Slot& slot(std::ptrdiff_t i) const { return slots_[static_cast<std::size_t>(i)]; }

  // The state that is copied along with a game and its history.
  struct State {
    std::int64_t action;
    bool over;
    std::int32_t plies;
    std::array<float, 2> rewards;
    bool terminated, truncated;
  };
  State state_of(std::int64_t i) const {
    return {slot(i).action,        slot(i).over,
            arrays_.plies[i],      {arrays_.rewards[2 * i], arrays_.rewards[2 * i + 1]},
            arrays_.terminated[i], arrays_.truncated[i]};
  }
  // Copies games within this batch: reads all of them before writing the first one.
  void copy_within(const std::int64_t* from) {
    struct Copy {
      Game game;
      std::vector<std::int32_t> history;
      State state;
    };
    std::vector<std::optional<Copy>> copies(static_cast<std::size_t>(settings_.count));
    for_each_game([&](std::ptrdiff_t i, Slot&) {
      if (from[i] >= 0) copies[static_cast<std::size_t>(i)] = {game(from[i]), history(from[i]), state_of(from[i])};
    });
    for_each_game([&](std::ptrdiff_t i, Slot& slot) {
      if (from[i] < 0) return;
      Copy& copy = *copies[static_cast<std::size_t>(i)];
      slot.game = std::move(copy.game);
      slot.history = std::move(copy.history);
      take_over(i, slot, copy.state);
    });
  }
  // Completes a slot into which a game was copied, and writes its rows. With `auto_reset`, a finished game begins
  // again.
  void take_over(std::ptrdiff_t i, Slot& slot, const State& state) {
    slot.action = state.action;
    slot.over = state.over;
    slot.version += 2;  // as in begin()
    arrays_.plies[i] = state.plies;
    std::ranges::copy(state.rewards, arrays_.rewards + 2 * i);
    arrays_.terminated[i] = state.terminated;
    arrays_.truncated[i] = state.truncated;
    if (slot.over && settings_.auto_reset) {
      if (std::int8_t* const legal = mask(i)) std::fill_n(legal, shared_.actions(), std::int8_t{0});
      slot.game = Game(shared_);  // a fresh game, unlike the copied one, matches the mask, which is now empty
      return begin(i, slot);
    }
    if (std::int8_t* const legal = mask(i)) {
      std::fill_n(legal, shared_.actions(), std::int8_t{0});
      if (!slot.over) slot.game.each_action(shared_, [&](int action) { legal[action] = 1; });
    }
    write_row(i, slot);
  }

  std::int8_t* mask(std::ptrdiff_t i) const {
    return arrays_.masks == nullptr ? nullptr : arrays_.masks + i * shared_.actions();
  }

  void clear_result(std::ptrdiff_t i) const {
    arrays_.rewards[2 * i] = arrays_.rewards[2 * i + 1] = 0;
    arrays_.terminated[i] = arrays_.truncated[i] = false;
  }

  // Begins a game and writes its rows, except the result of the last step, which stays.
  void begin(std::ptrdiff_t i, Slot& slot) {
    slot.over = slot.game.begin(shared_, mask(i)) != Result::kPlaying;
    slot.history.clear();
    slot.version += 2;  // more than for an action, so that a search drops its tree
    arrays_.plies[i] = 0;
    write_row(i, slot);
  }

  // Plays the move of this step; if there is none, the player loses by an illegal action. Writes the rows, and the
  // result if the game has ended.
  void play(std::ptrdiff_t i, Slot& slot) {
    const int player = slot.game.player();
    ++slot.version;
    Result result;
    if (slot.move) {
      result = slot.game.play(shared_, *slot.move, mask(i));
      slot.history.push_back(static_cast<std::int32_t>(slot.action));
      ++arrays_.plies[i];
    } else {
      result = win_of(1 - player);
      slot.game.stop(shared_, mask(i));
    }
    const bool ended = result != Result::kPlaying && result != Result::kCut;
    if (result == Result::kPlaying && cuts(slot.game, arrays_.plies[i])) {
      result = Result::kCut;
      slot.game.stop(shared_, mask(i));
    }
    if (result == Result::kPlaying) return write_row(i, slot);
    slot.over = true;
    arrays_.terminated[i] = ended;
    arrays_.truncated[i] = !ended;
    if (result == Result::kFirstWins || result == Result::kSecondWins) {
      const int winner = result == Result::kSecondWins;
      arrays_.rewards[2 * i + winner] = 1;
      arrays_.rewards[2 * i + 1 - winner] = -1;
    }
    if (settings_.auto_reset)
      begin(i, slot);
    else
      write_row(i, slot);
  }

  // Writes the row of a game in each array, except its plies, its mask and its result.
  void write_row(std::ptrdiff_t i, Slot& slot) const {
    arrays_.players[i] = static_cast<std::int8_t>(slot.game.player());
    arrays_.legal[i] = slot.over ? 0 : slot.game.legal(shared_);
    if (arrays_.observations != nullptr)
      slot.game.observe(shared_, static_cast<typename Game::Value*>(arrays_.observations) + i * shared_.observation(),
                        slot.written);
    if (arrays_.moves != nullptr) list_moves(i, slot);
  }

  // Writes the legal moves of a game, and overwrites the remaining rows of the previous position with -1.
  void list_moves(std::ptrdiff_t i, Slot& slot) const {
    constexpr int kColumns = Game::kMoveColumns;
    std::int16_t* const rows = arrays_.moves + i * settings_.room * kColumns;
    const int legal = arrays_.legal[i];
    if (legal > 0) slot.game.list_moves(shared_, rows);
    if (legal < slot.listed) std::fill(rows + legal * kColumns, rows + slot.listed * kColumns, std::int16_t{-1});
    slot.listed = legal;
  }

  // Calls work(i, slot) for each game, on all threads.
  template <class Work>
  void for_each_game(Work work) {
    constexpr std::ptrdiff_t kChunk = 64;
    workers_.for_each(settings_.count, kChunk, [&](std::ptrdiff_t i) { work(i, slot(i)); });
  }

  Shared shared_;
  BatchSettings settings_;
  BatchArrays arrays_;
  std::vector<Slot> slots_;
  mutable Workers workers_;
};

}  // namespace hexapoda::env
