// Python bindings for batch environments: many games that are played in lockstep, with their states in NumPy arrays.
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "bindings/batch.hpp"

namespace hexapoda::bindings {

void bind_env(nb::module_& m) {
  nb::class_<PyArrays>(m, "BatchArrays", "The arrays that a batch writes; observations, masks and moves are optional.")
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

  nb::class_<PyBatch>(m, "Batch",
                      "Many games that advance in lockstep. Calls release the GIL; only one can run at a time.")
      .def("reset", &PyBatch::reset, nb::arg("which").none() = nb::none(),
           "Begin the games marked in `which`, bool of shape [count]; by default, all of them.")
      .def("step", &PyBatch::step, nb::arg("actions"),
           "Play `actions`, int64 of shape [count], one in each game that is not over, and return -1. If an action is\n"
           "invalid, change nothing and return the first game with such an action. An action is invalid if its number\n"
           "is out of range, or if it is illegal and illegal actions do not lose.")
      .def("sample", &PyBatch::sample, nb::arg("actions").noconvert(),
           "Write a random legal action for each game; 0 for a game that is over.")
      .def("copy", &PyBatch::copy, nb::arg("source"), nb::arg("from_games").noconvert(),
           "Replace games with copies of games in `source`, another batch or this one, and return -1. For each game,\n"
           "`from_games`, int64 of shape [count], has the number of the game to copy, or -1 to leave it unchanged. If\n"
           "a game would have more legal actions than there are rows for, change nothing and return the first such\n"
           "game. Raises ValueError if the batches differ in game or encodings.")
      .def("history", &PyBatch::history, nb::arg("game"), "The actions of a game since it began.")
      .def("restore", &PyBatch::restore, nb::arg("game"), nb::arg("actions").noconvert(), nb::arg("over"),
           "Restart a game, play `actions`, int32, and return -1. If an action is illegal or comes after the end,\n"
           "return its index and leave the game at its start. With `over`, the game is over after the actions even if\n"
           "they do not end it.")
      .def("over", &PyBatch::over, nb::arg("game"), "Whether a game has ended and has not begun again.")
      .def("random_state", &PyBatch::random_state, nb::arg("game"), "The state of a game's random number generator.")
      .def("set_random_state", &PyBatch::set_random_state, nb::arg("game"), nb::arg("state"),
           "Set the state of a game's random number generator.");

  nb::class_<PySearch>(m, "Search", "Network searches for all games of a batch.")
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
      .def("begin", &PySearch::begin, nb::arg("simulations").noconvert() = nb::none(),
           "Begin a search of each game that is not over, keeping its tree. `simulations`, int32 of shape [count], is\n"
           "the number of simulations for each game; by default, it is the number given to the constructor.")
      .def(
          "collect", &PySearch::collect,
          "Walk to leaves and write their rows. Returns the number of rows that are waiting for an evaluation; 0 when\n"
          "all searches are complete; -1 if a game has moved on since `begin`; -2 if nothing is waiting yet but some\n"
          "searches are incomplete: call it again.")
      .def("backpropagate", &PySearch::backpropagate, nb::arg("logits"), nb::arg("values"),
           "Expand the waiting leaves, back up their values, and return -1. If a number is not finite, change nothing\n"
           "and return its row.")
      .def("run", &PySearch::run<nn::BoardNetwork>, nb::arg("network"), nb::arg("seconds"),
           nb::arg("stop") = nb::none(),
           "Continue the searches with a compiled network until all are complete, `seconds` have passed, or `stop` is\n"
           "set. Returns whether all are complete. Raises ValueError if the network does not fit the games or returns\n"
           "numbers that are not finite, or if a game has moved on since `begin`.")
      .def("results", &PySearch::results, nb::arg("actions").noconvert(), nb::arg("policies").noconvert(),
           nb::arg("values").noconvert(), nb::arg("surprises").noconvert(),
           "For each game, write the action to play, the policy, the value for the player to move, and the surprise:\n"
           "the divergence of the policy from that of the network.")
      .def("advance", &PySearch::advance, "Advance each tree to the position after the last step, keeping its subtree.")
      .def("tree_size", &PySearch::tree_size, nb::arg("game"), "The number of nodes in a game's tree.")
      .def("line", &PySearch::line, nb::arg("game"), "The principal variation of a game's search, as actions.")
      .def("moves", &PySearch::moves, nb::arg("game"),
           "The root moves of a game: action, visits, value, prior, probability in the improved policy, and proof\n"
           "(0 open, 1 won, 2 drawn, 3 lost, 4 cut off).");
}

}  // namespace hexapoda::bindings
