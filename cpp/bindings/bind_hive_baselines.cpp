// Hive's plain searches: minimax, by which others are checked.
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "bindings/hive_moves.hpp"
#include "hive/evaluate.hpp"
#include "hive/plain_board.hpp"
#include "search/minimax.hpp"

namespace hexapoda::bindings {
namespace {

using namespace hexapoda::hive;

constexpr int kMinimaxWin = 32000;
constexpr int kMinimaxDepth = 4;  // as far as PlainBoard sees every repetition

std::tuple<int, std::vector<std::tuple<PyMove, int>>, std::uint64_t> minimax(const Position& position, int depth,
                                                                             const StopToken* token) {
  if (depth < 0 || depth > kMinimaxDepth) throw nb::value_error("minimax depth must be 0 to 4");
  Interrupt interrupt(token);
  PlainBoard board(position);
  search::Budget budget(std::numeric_limits<double>::infinity(), std::numeric_limits<std::uint64_t>::max(),
                        [&] { return interrupt(); });
  const auto evaluation = [](const PlainBoard& at) { return evaluate(at.position()); };
  search::Minimax search(board, evaluation, kMinimaxWin, budget);
  std::vector<std::pair<PackedMove, int>> values;
  int score;
  {
    nb::gil_scoped_release release;
    values = search.values(depth);
    score = values.empty() ? search.value(0) : std::numeric_limits<int>::min();
  }
  interrupt.rethrow();
  if (budget.spent()) throw nb::value_error("minimax was stopped");
  std::vector<std::tuple<PyMove, int>> moves;
  const LegalMoves list(position);  // in the same order
  for (std::size_t i = 0; i < values.size(); ++i) {
    score = std::max(score, values[i].second);
    moves.emplace_back(list.get(i), values[i].second);
  }
  return {score, moves, budget.taken()};
}

}  // namespace

void bind_hive_baselines(nb::module_& m) {
  m.def("minimax", &minimax, nb::arg("position"), nb::arg("depth"), nb::arg("stop").none() = nb::none(),
        "Look at everything to a depth of 0 to 4: the score, the score of each legal move, the moves made. Leaves\n"
        "are worth evaluate(), a draw (by repetition too) 0, a win on the n-th ply 32000 - n, a loss the opposite.");
}

}  // namespace hexapoda::bindings
