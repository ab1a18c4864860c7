// Bindings for batches of games, for the searches of all games of a batch, and for the NumPy arrays that they write.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "bindings/bind.hpp"
#include "env/batch.hpp"
#include "env/network_search.hpp"
#include "env/workers.hpp"
#include "nn/board_network.hpp"

namespace hexapoda::bindings {

template <class Number, std::size_t Axes>
using Array = nb::ndarray<Number, nb::ndim<Axes>, nb::c_contig, nb::device::cpu>;
inline constexpr std::ptrdiff_t kMaxGames = 1 << 20;

// Network searches for a batch of any game; see env::NetworkSearch.
class AnySearch {
 public:
  virtual ~AnySearch() = default;
  virtual void begin(const std::int32_t* simulations) = 0;
  virtual std::ptrdiff_t collect() = 0;
  virtual std::ptrdiff_t backpropagate(const float* logits, const float* values) = 0;
  virtual void results(std::int64_t* actions, float* policies, float* values, float* surprises) = 0;
  virtual void advance() = 0;
  virtual std::size_t tree_size(std::ptrdiff_t game) const = 0;
  virtual std::vector<search::NetworkTree::RootMove> moves(std::ptrdiff_t game) const = 0;
  virtual std::vector<search::NetworkTree::Action> line(std::ptrdiff_t game) const = 0;
};

template <class Game>
class SearchOf final : public AnySearch {
 public:
  SearchOf(const env::Batch<Game>& batch, const search::NetworkTreeSettings& settings, int leaves,
           const env::LeafArrays& arrays, std::uint64_t seed)
      : search_(batch, settings, leaves, arrays, seed) {}
  void begin(const std::int32_t* simulations) override { search_.begin(simulations); }
  std::ptrdiff_t collect() override { return search_.collect(); }
  std::ptrdiff_t backpropagate(const float* logits, const float* values) override {
    return search_.backpropagate(logits, values);
  }
  void results(std::int64_t* actions, float* policies, float* values, float* surprises) override {
    search_.results(actions, policies, values, surprises);
  }
  void advance() override { search_.advance(); }
  std::size_t tree_size(std::ptrdiff_t game) const override { return search_.tree(game).size(); }
  std::vector<search::NetworkTree::RootMove> moves(std::ptrdiff_t game) const override {
    return search_.tree(game).root_moves(search_.settings());
  }
  std::vector<search::NetworkTree::Action> line(std::ptrdiff_t game) const override {
    return search_.tree(game).line(search_.settings());
  }

 private:
  env::NetworkSearch<Game> search_;
};

// A batch of any game; see env::Batch.
class AnyBatch {
 public:
  virtual ~AnyBatch() = default;
  virtual void reset(const bool* which) = 0;
  virtual std::ptrdiff_t step(const std::int64_t* actions) = 0;
  virtual void sample(std::int64_t* actions) = 0;
  // Like Batch::copy(), but returns nullopt if the games of `source` differ in type or in encoding.
  virtual std::optional<std::ptrdiff_t> copy(const AnyBatch& source, const std::int64_t* from) = 0;
  virtual const std::vector<std::int32_t>& history(std::ptrdiff_t game) const = 0;
  virtual std::ptrdiff_t restore(std::ptrdiff_t game, std::span<const std::int32_t> actions, bool over) = 0;
  virtual bool over(std::ptrdiff_t game) const = 0;
  virtual std::uint64_t random_state(std::ptrdiff_t game) const = 0;
  virtual void set_random_state(std::ptrdiff_t game, std::uint64_t state) = 0;
  virtual int actions() const = 0;
  virtual int observation() const = 0;
  virtual bool observes_fractions() const = 0;
  virtual env::Workers& workers() const = 0;
  virtual std::unique_ptr<AnySearch> search(const search::NetworkTreeSettings& settings, int leaves,
                                            const env::LeafArrays& arrays, std::uint64_t seed) const = 0;
};

template <class Game>
class BatchOf final : public AnyBatch {
 public:
  BatchOf(typename Game::Shared shared, const env::BatchSettings& settings, const env::BatchArrays& arrays)
      : batch_(std::move(shared), settings, arrays) {}
  void reset(const bool* which) override { batch_.reset(which); }
  std::ptrdiff_t step(const std::int64_t* actions) override { return batch_.step(actions); }
  void sample(std::int64_t* actions) override { batch_.sample(actions); }
  std::optional<std::ptrdiff_t> copy(const AnyBatch& source, const std::int64_t* from) override {
    const auto* const same = dynamic_cast<const BatchOf*>(&source);
    if (same == nullptr || same->actions() != actions() || same->observation() != observation()) return std::nullopt;
    return batch_.copy(same->batch_, from);
  }
  const std::vector<std::int32_t>& history(std::ptrdiff_t game) const override { return batch_.history(game); }
  std::ptrdiff_t restore(std::ptrdiff_t game, std::span<const std::int32_t> actions, bool over) override {
    return batch_.restore(game, actions, over);
  }
  bool over(std::ptrdiff_t game) const override { return batch_.over(game); }
  std::uint64_t random_state(std::ptrdiff_t game) const override { return batch_.random_state(game); }
  void set_random_state(std::ptrdiff_t game, std::uint64_t state) override { batch_.set_random_state(game, state); }
  int actions() const override { return batch_.shared().actions(); }
  int observation() const override { return batch_.shared().observation(); }
  env::Workers& workers() const override { return batch_.workers(); }
  bool observes_fractions() const override { return std::is_same_v<typename Game::Value, float>; }
  std::unique_ptr<AnySearch> search(const search::NetworkTreeSettings& settings, int leaves,
                                    const env::LeafArrays& arrays, std::uint64_t seed) const override {
    return std::make_unique<SearchOf<Game>>(batch_, settings, leaves, arrays, seed);
  }

 private:
  env::Batch<Game> batch_;
};

// The Python arrays that a batch writes. They live as long as the batch.
struct PyArrays {
  std::optional<Array<float, 2>> planes;         // observations with fractions
  std::optional<Array<std::int8_t, 2>> numbers;  // observations with small integers
  std::optional<Array<std::int8_t, 2>> masks;
  Array<std::int8_t, 1> players;
  Array<std::int32_t, 1> plies, legal;
  Array<float, 2> rewards;
  Array<bool, 1> terminated, truncated;
  std::optional<Array<std::int16_t, 3>> moves;
};

// Raises ValueError unless the axes of the array have these sizes. Sizes beyond its last axis are ignored.
template <class Numbers>
void check_shape(const char* name, const Numbers& array, std::ptrdiff_t count, std::ptrdiff_t columns,
                 std::ptrdiff_t third = 0) {
  bool fits = true;
  std::string expected;
  std::size_t axis = 0;
  for (const std::ptrdiff_t size : {count, columns, third}) {
    if (axis == array.ndim()) break;
    fits = fits && array.shape(axis) == static_cast<std::size_t>(size);
    expected += (axis++ == 0 ? "" : ", ") + std::to_string(size);
  }
  if (!fits) throw nb::value_error((std::string(name) + " has the wrong shape: expected [" + expected + "]").c_str());
}

class PyBatch {
 public:
  template <class Game>
  static std::unique_ptr<PyBatch> make(typename Game::Shared shared, env::BatchSettings settings, PyArrays arrays) {
    const std::ptrdiff_t count = settings.count;
    Game first(shared);
    first.begin(shared, nullptr);
    if (first.legal(shared) == 0) throw nb::value_error("the game is over at the start");
    env::BatchArrays raw;
    if (arrays.planes || arrays.numbers) {
      if constexpr (std::is_same_v<typename Game::Value, float>) {
        if (!arrays.planes) throw nb::value_error("observations have the wrong type: expected float32");
        raw.observations = arrays.planes->data();
        check_shape("observations", *arrays.planes, count, shared.observation());
      } else {
        if (!arrays.numbers) throw nb::value_error("observations have the wrong type: expected int8");
        raw.observations = arrays.numbers->data();
        check_shape("observations", *arrays.numbers, count, shared.observation());
      }
    }
    if (arrays.masks) {
      check_shape("masks", *arrays.masks, count, shared.actions());
      raw.masks = arrays.masks->data();
    }
    if (arrays.moves) {
      const auto room = static_cast<std::ptrdiff_t>(arrays.moves->shape(1));
      checked<std::ptrdiff_t>("the number of rows for moves", room, first.legal(shared), 1 << 15);
      check_shape("moves", *arrays.moves, count, room, Game::kMoveColumns);
      raw.moves = arrays.moves->data();
      settings.room = static_cast<int>(room);
    }
    check_shape("players", arrays.players, count, 0);
    check_shape("plies", arrays.plies, count, 0);
    check_shape("legal", arrays.legal, count, 0);
    check_shape("rewards", arrays.rewards, count, 2);
    check_shape("terminated", arrays.terminated, count, 0);
    check_shape("truncated", arrays.truncated, count, 0);
    raw.players = arrays.players.data();
    raw.plies = arrays.plies.data();
    raw.legal = arrays.legal.data();
    raw.rewards = arrays.rewards.data();
    raw.terminated = arrays.terminated.data();
    raw.truncated = arrays.truncated.data();
    auto batch = std::make_unique<PyBatch>();
    batch->count_ = count;
    batch->batch_ = std::make_unique<BatchOf<Game>>(std::move(shared), settings, raw);
    batch->arrays_ = std::move(arrays);
    return batch;
  }

  void reset(const std::optional<Array<const bool, 1>>& which) {
    if (which) check_shape("which", *which, count_, 0);
    run([&] { batch_->reset(which ? which->data() : nullptr); });
  }
  std::ptrdiff_t step(const Array<const std::int64_t, 1>& actions) {
    check_shape("actions", actions, count_, 0);
    // A copy, because another thread may write into the array during the call.
    const std::vector<std::int64_t> numbers(actions.data(), actions.data() + count_);
    std::ptrdiff_t illegal = -1;
    run([&] { illegal = batch_->step(numbers.data()); });
    return illegal;
  }
  void sample(const Array<std::int64_t, 1>& actions) {
    check_shape("actions", actions, count_, 0);
    run([&] { batch_->sample(actions.data()); });
  }

  std::ptrdiff_t copy(PyBatch& source, const Array<const std::int64_t, 1>& from) {
    check_shape("from_games", from, count_, 0);
    // A copy, because another thread may write into the array during the call.
    const std::vector<std::int64_t> games(from.data(), from.data() + count_);
    for (const std::int64_t game : games) checked<std::int64_t>("a game to copy", game, -1, source.count_ - 1);
    std::optional<std::ptrdiff_t> wrong;
    std::optional<Lock> other;
    if (&source != this) other.emplace(source.busy_);
    run([&] { wrong = batch_->copy(*source.batch_, games.data()); });
    if (!wrong) throw nb::value_error("the two batches differ in game or encodings");
    return *wrong;
  }
  std::vector<std::int32_t> history(std::ptrdiff_t game) {
    checked<std::ptrdiff_t>("game", game, 0, count_ - 1);
    const Lock lock(busy_);
    return batch_->history(game);
  }
  std::ptrdiff_t restore(std::ptrdiff_t game, const Array<const std::int32_t, 1>& actions, bool over) {
    checked<std::ptrdiff_t>("game", game, 0, count_ - 1);
    std::ptrdiff_t wrong = -1;
    run([&] { wrong = batch_->restore(game, {actions.data(), actions.shape(0)}, over); });
    return wrong;
  }
  bool over(std::ptrdiff_t game) {
    checked<std::ptrdiff_t>("game", game, 0, count_ - 1);
    const Lock lock(busy_);
    return batch_->over(game);
  }
  std::uint64_t random_state(std::ptrdiff_t game) {
    checked<std::ptrdiff_t>("game", game, 0, count_ - 1);
    const Lock lock(busy_);
    return batch_->random_state(game);
  }
  void set_random_state(std::ptrdiff_t game, std::uint64_t state) {
    checked<std::ptrdiff_t>("game", game, 0, count_ - 1);
    const Lock lock(busy_);
    batch_->set_random_state(game, state);
  }

  std::ptrdiff_t count() const { return count_; }
  const AnyBatch& games() const { return *batch_; }
  // Calls work() without the GIL and with the batch locked. Such calls are short, so they cannot be interrupted:
  // signals are handled between the steps of a batch and between the evaluations of a search.
  template <class Work>
  void run(Work work) {
    const LongCall call;
    const Lock lock(busy_);
    lock.run([&] {
      const WithoutGil release;
      work();
    });
  }
  // As run(work), with the search locked too. If work() runs out of memory, the search becomes unusable, but the batch
  // does not.
  template <class Work>
  void run(OneAtATime& search, Work work) {
    run_long(search, nullptr, [&](LongCall&) { work(); });
  }
  // As run(search, work), for long work, which must end once call() returns true.
  template <class Work>
  void run_long(OneAtATime& search, const StopToken* token, Work work) {
    LongCall call(token);
    {
      const Lock batch(busy_), lock(search);
      lock.run([&] {
        const WithoutGil release;
        work(call);
      });
    }
    call.rethrow();
  }

 private:
  OneAtATime busy_;
  std::ptrdiff_t count_ = 0;
  PyArrays arrays_;
  std::unique_ptr<AnyBatch> batch_;
};

// The searches for the games of a batch. Each call also locks the batch, so only one call at a time can use either.
class PySearch {
 public:
  PySearch(PyBatch& batch, const search::NetworkTreeSettings& settings, int leaves,
           std::optional<Array<float, 2>> planes, std::optional<Array<std::int8_t, 2>> numbers,
           Array<std::int8_t, 2> masks, Array<bool, 1> waiting, std::uint64_t seed)
      : batch_(&batch),
        leaves_(leaves),
        planes_(std::move(planes)),
        numbers_(std::move(numbers)),
        masks_(std::move(masks)),
        waiting_(std::move(waiting)) {
    const AnyBatch& games = batch_->games();
    check_shape("masks", masks_, rows(), games.actions());
    check_shape("waiting", waiting_, rows(), 0);
    env::LeafArrays arrays{nullptr, masks_.data(), waiting_.data()};
    if (games.observes_fractions() ? !planes_ : !numbers_) throw nb::value_error("observations have the wrong type");
    if (games.observes_fractions()) {
      check_shape("observations", *planes_, rows(), games.observation());
      arrays.observations = planes_->data();
    } else {
      check_shape("observations", *numbers_, rows(), games.observation());
      arrays.observations = numbers_->data();
    }
    search_ = games.search(settings, leaves, arrays, seed);
  }

  void begin(const std::optional<Array<const std::int32_t, 1>>& simulations) {
    if (!simulations) return batch_->run(busy_, [&] { search_->begin(nullptr); });
    check_shape("simulations", *simulations, batch_->count(), 0);
    // A copy, because another thread may write into the array during the call.
    const std::vector<std::int32_t> given(simulations->data(), simulations->data() + batch_->count());
    for (const std::int32_t one : given) checked("simulations", one, 1, 1 << 30);
    batch_->run(busy_, [&] { search_->begin(given.data()); });
  }
  std::ptrdiff_t collect() {
    std::ptrdiff_t waiting = 0;
    batch_->run(busy_, [&] { waiting = search_->collect(); });
    return waiting;
  }
  std::ptrdiff_t backpropagate(const Array<const float, 2>& logits, const Array<const float, 1>& values) {
    check_shape("logits", logits, rows(), batch_->games().actions());
    check_shape("values", values, rows(), 0);
    std::ptrdiff_t wrong = -1;
    batch_->run(busy_, [&] { wrong = search_->backpropagate(logits.data(), values.data()); });
    return wrong;
  }
  // Continues the searches with a built-in network until all are complete, `seconds` have passed, or the token is set.
  // Makes at least one round of evaluations. Returns whether all searches are complete.
  template <class Network>
  bool run(const Network& network, double seconds, const StopToken* token) {
    const AnyBatch& games = batch_->games();
    if (network.observation() != games.observation() || network.actions() != games.actions())
      throw nb::value_error("the network does not fit the observations and actions of the games");
    checked_seconds(seconds);
    logits_.resize(static_cast<std::size_t>(rows()) * static_cast<std::size_t>(network.actions()));
    values_.resize(static_cast<std::size_t>(rows()));
    std::ptrdiff_t waiting = env::kGoOn;
    bool finite = true;
    batch_->run_long(busy_, token, [&](LongCall& call) {
      const auto begin = std::chrono::steady_clock::now();
      const auto late = [&] {
        return call() || std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() >= seconds;
      };
      do {
        waiting = search_->collect();
        if (waiting > 0) {
          evaluate(network, games);
          finite = search_->backpropagate(logits_.data(), values_.data()) < 0;
        }
      } while ((waiting > 0 || waiting == env::kGoOn) && finite && !late());
    });
    if (waiting == env::kMoved) throw nb::value_error("a game has moved on since the search began");
    if (!finite) throw nb::value_error("the network returned numbers that are not finite");
    return waiting == env::kComplete;
  }
  void results(const Array<std::int64_t, 1>& actions, const Array<float, 2>& policies, const Array<float, 1>& values,
               const Array<float, 1>& surprises) {
    check_shape("actions", actions, batch_->count(), 0);
    check_shape("policies", policies, batch_->count(), batch_->games().actions());
    check_shape("values", values, batch_->count(), 0);
    check_shape("surprises", surprises, batch_->count(), 0);
    batch_->run(busy_, [&] { search_->results(actions.data(), policies.data(), values.data(), surprises.data()); });
  }
  void advance() {
    batch_->run(busy_, [&] { search_->advance(); });
  }
  std::size_t tree_size(std::ptrdiff_t game) {
    checked<std::ptrdiff_t>("game", game, 0, batch_->count() - 1);
    std::size_t size = 0;
    batch_->run(busy_, [&] { size = search_->tree_size(game); });
    return size;
  }
  std::vector<std::tuple<int, std::uint32_t, float, float, float, int>> moves(std::ptrdiff_t game) {
    checked<std::ptrdiff_t>("game", game, 0, batch_->count() - 1);
    std::vector<std::tuple<int, std::uint32_t, float, float, float, int>> rows;
    batch_->run(busy_, [&] {
      for (const auto& move : search_->moves(game))
        rows.emplace_back(move.action, move.visits, move.value, move.prior, move.improved,
                          static_cast<int>(move.proof));
    });
    return rows;
  }
  std::vector<int> line(std::ptrdiff_t game) {
    checked<std::ptrdiff_t>("game", game, 0, batch_->count() - 1);
    std::vector<int> actions;
    batch_->run(busy_, [&] {
      for (const auto action : search_->line(game)) actions.push_back(action);
    });
    return actions;
  }

 private:
  std::ptrdiff_t rows() const { return batch_->count() * leaves_; }
  // Evaluates the rows that are waiting.
  template <class Network>
  void evaluate(const Network& network, const AnyBatch& games) {
    constexpr std::ptrdiff_t kChunk = 1;  // an evaluation takes a long time, and the waiting rows are unevenly spread
    games.workers().for_each(rows(), kChunk, [&](std::ptrdiff_t row) {
      if (!waiting_.data()[row]) return;
      thread_local typename Network::Workspace space;
      float* const logits = logits_.data() + row * games.actions();
      const std::ptrdiff_t place = row * games.observation();
      values_[static_cast<std::size_t>(row)] = planes_ ? network.evaluate(planes_->data() + place, logits, space)
                                                       : network.evaluate(numbers_->data() + place, logits, space);
    });
  }

  OneAtATime busy_;
  PyBatch* batch_;  // kept alive by Python
  int leaves_;
  std::optional<Array<float, 2>> planes_;
  std::optional<Array<std::int8_t, 2>> numbers_;
  Array<std::int8_t, 2> masks_;
  Array<bool, 1> waiting_;
  std::vector<float> logits_, values_;  // for run(), with an entry for each row
  std::unique_ptr<AnySearch> search_;
};

// Returns the settings of a batch. Raises ValueError if a number is out of range.
inline env::BatchSettings settings_of(std::ptrdiff_t count, int max_plies, bool illegal_loses, bool auto_reset,
                                      int threads, std::uint64_t seed) {
  checked<std::ptrdiff_t>("count", count, 1, kMaxGames);
  checked("max_plies", max_plies, 1, 1 << 30);
  checked_threads(threads);
  return {count, max_plies, illegal_loses, auto_reset, threads, seed, 0};
}

}  // namespace hexapoda::bindings
