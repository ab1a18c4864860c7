// Batch environments: many games in step, which write into arrays of Python.
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "bindings/batch.hpp"
#include "env/hex_game.hpp"
#include "env/hive_game.hpp"
#include "hex/encode/planes_network.hpp"

namespace hexapoda::bindings {
namespace {

env::BatchSettings settings_of(std::ptrdiff_t count, int max_plies, bool illegal_loses, bool auto_reset, int threads,
                               std::uint64_t seed) {
  checked<std::ptrdiff_t>("count", count, 1, kMaxGames);
  checked("max_plies", max_plies, 1, 1 << 30);
  checked_threads(threads);
  return {count, max_plies, illegal_loses, auto_reset, threads, seed, 0};
}

int checked_window(int window) {
  checked("window", window, 5, 31);
  if (window % 2 == 0) throw nb::value_error("window must be odd");
  return window;
}

template <class Observation>
std::unique_ptr<PyBatch> hive_batch(const hive::Position& start, Observation encoder, int action_window,
                                    const env::BatchSettings& settings, PyArrays arrays) {
  if (action_window == 0) {
    using Game = env::HiveGame<Observation, hive::OpenSpielActions>;
    return PyBatch::make<Game>({start, std::move(encoder), hive::OpenSpielActions()}, settings, std::move(arrays));
  }
  using Game = env::HiveGame<Observation, hive::CellActions>;
  return PyBatch::make<Game>({start, std::move(encoder), hive::CellActions(checked_window(action_window))}, settings,
                             std::move(arrays));
}

// Writes an observation into an array of any contents. Throws if the array has another size or the hive does not fit.
template <class Observation>
void observe(const hive::Position& position, int player, const Observation& encoder, typename Observation::Value* out,
             std::size_t size) {
  checked("player", player, 0, 1);
  if (size != static_cast<std::size_t>(encoder.size())) throw nb::value_error("the array has another size");
  typename Observation::Written written;
  position.on_grid([&](const auto& grid) {
    const hive::CenteredPieces pieces = hive::center_pieces(grid);
    if (!encoder.fits(pieces)) throw nb::value_error("the hive does not fit in the window");
    std::fill_n(out, size, typename Observation::Value{});
    encoder.write(position, player, grid, pieces, position.repetitions(), out, written);
  });
}

// The number of each legal move. Throws if the hive does not fit.
template <class Actions>
std::vector<hive::ActionNumber> numbers_of(const hive::Position& position, const Actions& numbering) {
  hive::PackedMove moves[hive::kMaxMoves];
  const auto count = static_cast<std::size_t>(position.generate(moves));
  std::vector<hive::ActionNumber> numbers(count);
  position.on_grid([&](const auto& grid) {
    const hive::CenteredPieces pieces = hive::center_pieces(grid);
    if (!numbering.fits(pieces)) throw nb::value_error("the hive does not fit in the window");
    if (count == 1 && moves[0] == hive::kPass)
      numbers[0] = static_cast<hive::ActionNumber>(numbering.size() - 1);
    else
      numbering.write(grid, pieces, position.turn(), std::span<const hive::PackedMove>(moves, count), numbers.data());
  });
  return numbers;
}

}  // namespace

void bind_env(nb::module_& m) {
  nb::class_<PyArrays>(m, "BatchArrays",
                       "The arrays that a batch writes; observations, masks and moves may be missing.")
      .def(
          "__init__",
          [](PyArrays* self, std::optional<Array<float, 2>> planes, std::optional<Array<std::int8_t, 2>> numbers,
             std::optional<Array<std::int8_t, 2>> masks, Array<std::int8_t, 1> players, Array<std::int32_t, 1> plies,
             Array<std::int32_t, 1> legal, Array<float, 2> rewards, Array<bool, 1> terminated, Array<bool, 1> truncated,
             std::optional<Array<std::int16_t, 3>> moves) {
            new (self) PyArrays{std::move(planes),    std::move(numbers), std::move(masks),   std::move(players),
                                std::move(plies),     std::move(legal),   std::move(rewards), std::move(terminated),
                                std::move(truncated), std::move(moves)};
          },
          nb::kw_only(), nb::arg("planes").noconvert().none(), nb::arg("numbers").noconvert().none(),
          nb::arg("masks").noconvert().none(), nb::arg("players").noconvert(), nb::arg("plies").noconvert(),
          nb::arg("legal").noconvert(), nb::arg("rewards").noconvert(), nb::arg("terminated").noconvert(),
          nb::arg("truncated").noconvert(), nb::arg("moves").noconvert().none() = nb::none());

  nb::class_<PyBatch>(m, "Batch", "Many games that are played in step. Calls release the GIL, one at a time.")
      .def("reset", &PyBatch::reset, nb::arg("which").none() = nb::none(),
           "Begin the games that `which`, bool of shape [count], marks; all by default.")
      .def("step", &PyBatch::step, nb::arg("actions"),
           "Play an action, int64 of shape [count], in each game that is not over. Returns the first game whose\n"
           "action is an error: not a number of an action, or illegal if that does not lose. Then nothing has\n"
           "changed. Otherwise returns -1.")
      .def("sample", &PyBatch::sample, nb::arg("actions").noconvert(),
           "Write a random legal action for each game, 0 for a game that is over.");

  nb::class_<PySearch>(m, "Search", "Searches with a network for all games of a batch.")
      .def(
          "__init__",
          [](PySearch* self, PyBatch& batch, std::optional<Array<float, 2>> planes,
             std::optional<Array<std::int8_t, 2>> numbers, Array<std::int8_t, 2> masks, Array<bool, 1> waiting,
             int leaves, bool gumbel, int simulations, float exploration, float unvisited_loss, float noise,
             float noise_alpha, int considered, float value_scale, std::size_t most_nodes, std::uint64_t seed) {
            search::NetworkTreeSettings settings;
            settings.gumbel = gumbel;
            settings.simulations = checked("simulations", simulations, 1, 1 << 30);
            settings.exploration = checked("exploration", exploration, 0.0F, 100.0F);
            settings.unvisited_loss = checked("unvisited_loss", unvisited_loss, 0.0F, 2.0F);
            settings.noise = checked("noise", noise, 0.0F, 1.0F);
            settings.noise_alpha = checked("noise_alpha", noise_alpha, 0.03F, 100.0F);
            settings.considered = checked("considered", considered, 1, 1 << 16);
            settings.value_scale = checked("value_scale", value_scale, 0.0F, 100.0F);
            settings.most_nodes = checked<std::size_t>("most_nodes", most_nodes, 1, 1U << 30);
            new (self) PySearch(batch, settings, checked("leaves", leaves, 1, 1024), std::move(planes),
                                std::move(numbers), std::move(masks), std::move(waiting), seed);
          },
          nb::keep_alive<1, 2>(), nb::arg("batch"), nb::kw_only(), nb::arg("planes").noconvert().none(),
          nb::arg("numbers").noconvert().none(), nb::arg("masks").noconvert(), nb::arg("waiting").noconvert(),
          nb::arg("leaves"), nb::arg("gumbel"), nb::arg("simulations"), nb::arg("exploration"),
          nb::arg("unvisited_loss"), nb::arg("noise"), nb::arg("noise_alpha"), nb::arg("considered"),
          nb::arg("value_scale"), nb::arg("most_nodes") = std::size_t{1} << 30, nb::arg("seed") = 0,
          nb::sig("def __init__(self, batch: Batch, *, planes: numpy.typing.NDArray[numpy.float32] | None, numbers: "
                  "numpy.typing.NDArray[numpy.int8] | None, masks: numpy.typing.NDArray[numpy.int8], waiting: "
                  "numpy.typing.NDArray[numpy.bool_], leaves: int, gumbel: bool, simulations: int, exploration: float, "
                  "unvisited_loss: float, noise: float, noise_alpha: float, considered: int, value_scale: float, "
                  "most_nodes: int = 1073741824, seed: int = 0) -> None"))
      .def("begin", &PySearch::begin, "Begin a search of each game that is not over, in the tree that it has.")
      .def(
          "collect", &PySearch::collect,
          "Walk to leaves and write their rows. Returns how many wait; 0 when all searches are complete, -1 if a game\n"
          "has moved on since `begin`, and -2 if none waits yet: call it again.")
      .def("backpropagate", &PySearch::backpropagate, nb::arg("logits"), nb::arg("values"),
           "Take the evaluations of the rows that wait. Returns a row that is not finite: then nothing has changed.\n"
           "Otherwise returns -1.")
      .def("run", &PySearch::run<hex::PlanesNetwork>, nb::arg("network"), nb::arg("seconds"),
           nb::arg("stop") = nb::none())
      .def("run", &PySearch::run<nn::BoardNetwork>, nb::arg("network"), nb::arg("seconds"),
           nb::arg("stop") = nb::none(),
           "Continue the searches with a network of the core until all are complete, for at most `seconds`, or until\n"
           "the token is set. Returns whether all are complete. Raises ValueError if the network does not fit or "
           "returns\n"
           "numbers that are not finite, and if a game has moved on since `begin`.")
      .def("results", &PySearch::results, nb::arg("actions").noconvert(), nb::arg("policies").noconvert(),
           nb::arg("values").noconvert(),
           "Write the action to play, the policy, and the value for the player to move, of each game.")
      .def("advance", &PySearch::advance, "Keep of each tree what follows the last step of the batch.")
      .def("tree_size", &PySearch::tree_size, nb::arg("game"), "The number of nodes of the tree of a game.")
      .def("line", &PySearch::line, nb::arg("game"), "The actions that the search of a game expects.")
      .def("moves", &PySearch::moves, nb::arg("game"),
           "The moves of the root of a game: action, visits, value, prior, probability in the improved policy, and\n"
           "proof (0 open, 1 won, 2 drawn, 3 lost).");

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
      "hive_planes",
      [](const hive::Position& position, int player, int window, const Array<float, 3>& out) {
        observe(position, player, hive::Planes(checked_window(window)), out.data(), out.size());
      },
      nb::arg("position"), nb::arg("player"), nb::kw_only(), nb::arg("window"), nb::arg("out").noconvert(),
      "Write the observation `planes` as a player sees it. Raises ValueError if the hive does not fit in the window.");
  m.def(
      "hive_tokens",
      [](const hive::Position& position, int player, const Array<std::int8_t, 2>& out) {
        observe(position, player, hive::Tokens(position.rules()), out.data(), out.size());
      },
      nb::arg("position"), nb::arg("player"), nb::kw_only(), nb::arg("out").noconvert(),
      "Write the observation `tokens` as a player sees it.");
  m.def(
      "hive_numbers",
      [](const hive::Position& position, int action_window) {
        return action_window == 0 ? numbers_of(position, hive::OpenSpielActions())
                                  : numbers_of(position, hive::CellActions(checked_window(action_window)));
      },
      nb::arg("position"), nb::kw_only(), nb::arg("action_window"),
      "The number of each legal move, in their order, in the actions `cells`, or `openspiel` if the window is 0. A\n"
      "move may have several numbers in `openspiel`: this is the lowest. Raises ValueError if the hive does not fit "
      "in\n"
      "the window.");
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
