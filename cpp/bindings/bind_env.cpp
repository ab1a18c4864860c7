// Batch environments: many games in step, which write into arrays of Python.
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "bindings/bind.hpp"
#include "env/batch.hpp"
#include "env/hex_game.hpp"
#include "env/hive_game.hpp"

namespace hexapoda::bindings {
namespace {

template <class Number, std::size_t Axes>
using Array = nb::ndarray<Number, nb::ndim<Axes>, nb::c_contig, nb::device::cpu>;
using Bytes = nb::ndarray<nb::ndim<2>, nb::c_contig, nb::device::cpu>;

constexpr std::ptrdiff_t kMaxGames = 1 << 20;

// A batch of any game.
class AnyBatch {
 public:
  virtual ~AnyBatch() = default;
  virtual void reset(const bool* which) = 0;
  virtual std::ptrdiff_t step(const std::int64_t* actions) = 0;
  virtual void sample(std::int64_t* actions) = 0;
};

template <class Game>
class BatchOf final : public AnyBatch {
 public:
  BatchOf(typename Game::Shared shared, const env::BatchSettings& settings, const env::BatchArrays& arrays)
      : batch_(std::move(shared), settings, arrays) {}
  void reset(const bool* which) override { batch_.reset(which); }
  std::ptrdiff_t step(const std::int64_t* actions) override { return batch_.step(actions); }
  void sample(std::int64_t* actions) override { batch_.sample(actions); }

 private:
  env::Batch<Game> batch_;
};

// The arrays of a batch in Python. They live as long as the batch.
struct PyArrays {
  std::optional<Array<float, 2>> planes;         // observations with fractions
  std::optional<Array<std::int8_t, 2>> numbers;  // observations with small integers
  std::optional<Array<std::int8_t, 2>> masks;
  Array<std::int8_t, 1> players;
  Array<std::int32_t, 1> plies, legal;
  Array<float, 2> rewards;
  Array<bool, 1> terminated, truncated;
};

template <class Numbers>
void check_shape(const char* name, const Numbers& array, std::ptrdiff_t count, std::ptrdiff_t columns) {
  const bool fits = array.shape(0) == static_cast<std::size_t>(count) &&
                    (array.ndim() == 1 || array.shape(1) == static_cast<std::size_t>(columns));
  if (fits) return;
  const std::string expected = "[" + std::to_string(count) + (columns > 0 ? ", " + std::to_string(columns) : "") + "]";
  throw nb::value_error((std::string(name) + " has the wrong shape: expected " + expected).c_str());
}

class PyBatch {
 public:
  template <class Game>
  static std::unique_ptr<PyBatch> make(typename Game::Shared shared, const env::BatchSettings& settings,
                                       PyArrays arrays) {
    const std::ptrdiff_t count = settings.count;
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
    std::ptrdiff_t illegal = -1;
    run([&] { illegal = batch_->step(actions.data()); });
    return illegal;
  }
  void sample(const Array<std::int64_t, 1>& actions) {
    check_shape("actions", actions, count_, 0);
    run([&] { batch_->sample(actions.data()); });
  }

 private:
  // A step takes milliseconds, so it is not interrupted.
  template <class Work>
  void run(Work work) {
    const LongCall call;
    const Turn turn(busy_);
    turn.run([&] {
      const WithoutGil release;
      work();
    });
  }

  OneAtATime busy_;
  std::ptrdiff_t count_ = 0;
  PyArrays arrays_;
  std::unique_ptr<AnyBatch> batch_;
};

env::BatchSettings settings_of(std::ptrdiff_t count, int max_plies, bool illegal_loses, bool auto_reset, int threads,
                               std::uint64_t seed) {
  checked<std::ptrdiff_t>("count", count, 1, kMaxGames);
  checked("max_plies", max_plies, 1, 1 << 30);
  checked_threads(threads);
  return {count, max_plies, illegal_loses, auto_reset, threads, seed};
}

int checked_window(int window) {
  checked("window", window, 5, 31);
  if (window % 2 == 0) throw nb::value_error("window must be odd");
  return window;
}

template <class Observation>
std::unique_ptr<PyBatch> hive_batch(const hive::Position& start, Observation encoder, int action_window,
                                    const env::BatchSettings& settings, PyArrays arrays) {
  const bool observed = arrays.planes || arrays.numbers;
  if (action_window == 0) {
    using Game = env::HiveGame<Observation, hive::OpenSpielActions>;
    return PyBatch::make<Game>({start, std::move(encoder), hive::OpenSpielActions(), observed}, settings,
                               std::move(arrays));
  }
  using Game = env::HiveGame<Observation, hive::CellActions>;
  return PyBatch::make<Game>({start, std::move(encoder), hive::CellActions(checked_window(action_window)), observed},
                             settings, std::move(arrays));
}

}  // namespace

void bind_env(nb::module_& m) {
  nb::class_<PyArrays>(m, "BatchArrays", "The arrays that a batch writes; observations and masks may be missing.")
      .def(
          "__init__",
          [](PyArrays* self, std::optional<Array<float, 2>> planes, std::optional<Array<std::int8_t, 2>> numbers,
             std::optional<Array<std::int8_t, 2>> masks, Array<std::int8_t, 1> players, Array<std::int32_t, 1> plies,
             Array<std::int32_t, 1> legal, Array<float, 2> rewards, Array<bool, 1> terminated,
             Array<bool, 1> truncated) {
            new (self) PyArrays{std::move(planes),  std::move(numbers),    std::move(masks),
                                std::move(players), std::move(plies),      std::move(legal),
                                std::move(rewards), std::move(terminated), std::move(truncated)};
          },
          nb::kw_only(), nb::arg("planes").none(), nb::arg("numbers").none(), nb::arg("masks").none(),
          nb::arg("players"), nb::arg("plies"), nb::arg("legal"), nb::arg("rewards"), nb::arg("terminated"),
          nb::arg("truncated"));

  nb::class_<PyBatch>(m, "Batch", "Many games that are played in step. Calls release the GIL, one at a time.")
      .def("reset", &PyBatch::reset, nb::arg("which").none() = nb::none(),
           "Begin the games that `which`, bool of shape [count], marks; all by default.")
      .def("step", &PyBatch::step, nb::arg("actions"),
           "Play an action, int64 of shape [count], in each game that is not over. Returns the first game whose\n"
           "action is an error: not a number of an action, or illegal if that does not lose. Then nothing has\n"
           "changed. Otherwise returns -1.")
      .def("sample", &PyBatch::sample, nb::arg("actions"),
           "Write a random legal action for each game, 0 for a game that is over.");

  m.def(
      "hive",
      [](const hive::Position& start, int window, int action_window, const PyArrays& arrays, std::ptrdiff_t count,
         int max_plies, bool illegal_loses, bool auto_reset, int threads, std::uint64_t seed) {
        const env::BatchSettings settings = settings_of(count, max_plies, illegal_loses, auto_reset, threads, seed);
        if (window == 0) return hive_batch(start, hive::Tokens(start.rules()), action_window, settings, arrays);
        return hive_batch(start, hive::Planes(checked_window(window)), action_window, settings, arrays);
      },
      nb::arg("start"), nb::kw_only(), nb::arg("window"), nb::arg("action_window"), nb::arg("arrays"), nb::arg("count"),
      nb::arg("max_plies"), nb::arg("illegal_loses"), nb::arg("auto_reset"), nb::arg("threads"), nb::arg("seed"),
      "Games of Hive. `window` is that of the planes, 0 for tokens; `action_window` that of the actions `cells`, 0 "
      "for\n"
      "`openspiel`.");
  m.def(
      "hex",
      [](const hex::Position& start, const PyArrays& arrays, std::ptrdiff_t count, int max_plies, bool illegal_loses,
         bool auto_reset, int threads, std::uint64_t seed) {
        return PyBatch::make<env::HexGame>(env::HexGame::Shared(start),
                                           settings_of(count, max_plies, illegal_loses, auto_reset, threads, seed),
                                           arrays);
      },
      nb::arg("start"), nb::kw_only(), nb::arg("arrays"), nb::arg("count"), nb::arg("max_plies"),
      nb::arg("illegal_loses"), nb::arg("auto_reset"), nb::arg("threads"), nb::arg("seed"), "Games of Hex.");
}

}  // namespace hexapoda::bindings
