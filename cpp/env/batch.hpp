// Many games played in step: one action for each in a call, by several threads, into arrays of the caller.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <mutex>
#include <optional>
#include <vector>

#include "env/batch_settings.hpp"
#include "search/random.hpp"
#include "search/thread_group.hpp"

namespace hexapoda::env {

template <class Game>
class Batch {
 public:
  using Shared = typename Game::Shared;

  // The arrays must be zero.
  Batch(Shared shared, const BatchSettings& settings, const BatchArrays& arrays)
      : shared_(std::move(shared)), settings_(settings), arrays_(arrays) {
    slots_.reserve(static_cast<std::size_t>(settings.count));
    for (std::ptrdiff_t i = 0; i < settings.count; ++i)
      slots_.push_back(
          Slot{Game(shared_),
               search::Random(search::spread(settings.seed ^ search::spread(static_cast<std::uint64_t>(i)))),
               {},
               true});
  }

  // Begins the games that `which` marks; all of them if it is null.
  void reset(const bool* which) {
    for_each_game([&](std::ptrdiff_t i, Slot& slot) {
      if (which != nullptr && !which[i]) return;
      clear_result(i);
      begin(i, slot);
    });
  }

  // Plays an action in each game that is not over. Returns the first game whose action is an error: not a number of an
  // action, or illegal and `illegal_loses` is not set. Then nothing has changed. Otherwise returns -1.
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
      if (!slot.over) play(i, slot);
    });
    return -1;
  }

  // Writes a random legal action for each game; 0 for a game that is over.
  void sample(std::int64_t* actions) {
    for_each_game(
        [&](std::ptrdiff_t i, Slot& slot) { actions[i] = slot.over ? 0 : slot.game.sample(shared_, slot.random); });
  }

 private:
  struct Slot {
    Game game;
    search::Random random;
    std::optional<typename Game::Move> move;  // the action of this step
    bool over;
  };
  // So many games that a thread takes at a time.
  static constexpr std::ptrdiff_t kChunk = 64;

  std::int8_t* mask(std::ptrdiff_t i) const {
    return arrays_.masks == nullptr ? nullptr : arrays_.masks + i * shared_.actions();
  }

  void clear_result(std::ptrdiff_t i) const {
    arrays_.rewards[2 * i] = arrays_.rewards[2 * i + 1] = 0;
    arrays_.terminated[i] = arrays_.truncated[i] = false;
  }

  void begin(std::ptrdiff_t i, Slot& slot) {
    slot.over = slot.game.begin(shared_, mask(i)) != Result::kPlaying;
    arrays_.plies[i] = 0;
    show(i, slot);
  }

  void play(std::ptrdiff_t i, Slot& slot) {
    const int player = slot.game.player();
    Result result;
    if (slot.move) {
      result = slot.game.play(shared_, *slot.move, mask(i));
      ++arrays_.plies[i];
    } else {
      result = win_of(1 - player);
      slot.game.stop(shared_, mask(i));
    }
    const bool ended = result != Result::kPlaying && result != Result::kCut;
    if (result == Result::kPlaying && arrays_.plies[i] >= settings_.max_plies) {
      result = Result::kCut;
      slot.game.stop(shared_, mask(i));
    }
    if (result == Result::kPlaying) return show(i, slot);
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
      show(i, slot);
  }

  void show(std::ptrdiff_t i, Slot& slot) const {
    arrays_.players[i] = static_cast<std::int8_t>(slot.game.player());
    arrays_.legal[i] = slot.over ? 0 : slot.game.legal(shared_);
    if (arrays_.observations != nullptr)
      slot.game.observe(shared_, static_cast<typename Game::Value*>(arrays_.observations) + i * shared_.observation());
  }

  // Calls work(i, slot) for each game, on several threads if there is enough to do.
  template <class Work>
  void for_each_game(Work work) {
    std::atomic<std::ptrdiff_t> next{0};
    std::exception_ptr error;
    std::mutex error_mutex;
    const auto run = [&] {
      try {
        for (std::ptrdiff_t first; (first = next.fetch_add(kChunk)) < settings_.count;)
          for (std::ptrdiff_t i = first; i < std::min(first + kChunk, settings_.count); ++i)
            work(i, slots_[static_cast<std::size_t>(i)]);
      } catch (...) {
        next.store(settings_.count);
        const std::lock_guard lock(error_mutex);
        if (!error) error = std::current_exception();
      }
    };
    const auto chunks = (settings_.count + kChunk - 1) / kChunk;
    const auto helpers = std::min<std::ptrdiff_t>(settings_.threads, chunks) - 1;
    if (helpers <= 0) {
      run();
    } else {
      search::ThreadGroup others(static_cast<int>(helpers), [&](int) { run(); });
      others.begin();
      run();
    }
    if (error) std::rethrow_exception(error);
  }

  Shared shared_;
  BatchSettings settings_;
  BatchArrays arrays_;
  std::vector<Slot> slots_;
};

}  // namespace hexapoda::env
