// Python bindings for batches of Hive games, and for the observations and action numbers of single positions.
#include "bindings/batch.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "hive/bindings/batch_game.hpp"
#include "hive/bindings/register.hpp"

namespace hexapoda::bindings {
namespace {

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

// Overwrites an array with an observation. Throws if the array has the wrong size or the hive does not fit in the
// window.
template <class Observation>
void observe(const hive::Position& position, int player, const Observation& encoder, typename Observation::Value* out,
             std::size_t size) {
  checked("player", player, 0, 1);
  if (size != static_cast<std::size_t>(encoder.size())) throw nb::value_error("the array has the wrong size");
  typename Observation::Written written;
  position.on_grid([&](const auto& grid) {
    const hive::CenteredPieces pieces = hive::center_pieces(grid);
    if (!encoder.fits(pieces)) throw nb::value_error("the hive does not fit in the window");
    std::fill_n(out, size, typename Observation::Value{});
    encoder.write(position, player, grid, pieces, position.repetitions(), out, written);
  });
}

// The action number of each legal move. Throws if the hive does not fit in the window.
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

void bind_hive_batch(nb::module_& m) {
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
      "A batch of Hive games. `window` is the window of the observation `planes`, or 0 for `tokens`; `action_window`\n"
      "is the window of the actions `cells`, or 0 for `openspiel`.");
  m.def(
      "hive_planes",
      [](const hive::Position& position, int player, int window, const Array<float, 3>& out) {
        observe(position, player, hive::Planes(checked_window(window)), out.data(), out.size());
      },
      nb::arg("position"), nb::arg("player"), nb::kw_only(), nb::arg("window"), nb::arg("out").noconvert(),
      "Write the observation `planes` from a player's point of view to `out`. Raises ValueError if the hive does not\n"
      "fit in the window.");
  m.def(
      "hive_tokens",
      [](const hive::Position& position, int player, const Array<std::int8_t, 2>& out) {
        observe(position, player, hive::Tokens(position.rules()), out.data(), out.size());
      },
      nb::arg("position"), nb::arg("player"), nb::kw_only(), nb::arg("out").noconvert(),
      "Write the observation `tokens` from a player's point of view to `out`.");
  m.def(
      "hive_numbers",
      [](const hive::Position& position, int action_window) {
        return action_window == 0 ? numbers_of(position, hive::OpenSpielActions())
                                  : numbers_of(position, hive::CellActions(checked_window(action_window)));
      },
      nb::arg("position"), nb::kw_only(), nb::arg("action_window"),
      "The action number of each legal move, in the order of `legal_moves`: in the actions `cells`, or in `openspiel`\n"
      "if `action_window` is 0. If a move has several numbers in `openspiel`, the lowest one is given. Raises\n"
      "ValueError if the hive does not fit in the window.");
}

}  // namespace hexapoda::bindings
