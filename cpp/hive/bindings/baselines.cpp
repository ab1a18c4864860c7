// Python bindings for the baseline searches of Hive: the engines classic, expectimax and mcts, and minimax as a
// reference.
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "hive/bindings/moves.hpp"
#include "hive/bindings/register.hpp"
#include "hive/evaluate/evaluate.hpp"
#include "hive/search/classic_board.hpp"
#include "hive/search/random_playout.hpp"
#include "search/baselines/deepening.hpp"
#include "search/baselines/expectimax.hpp"
#include "search/baselines/minimax.hpp"
#include "search/tree/uct.hpp"

namespace hexapoda::bindings {
namespace {

using namespace hexapoda::hive;

constexpr int kMinimaxWin = 32000;
constexpr int kMinimaxDepth = 4;  // up to this depth PlainBoard finds every repetition

std::tuple<int, std::vector<std::tuple<PyMove, int>>, std::uint64_t> minimax(const Position& position, int depth,
                                                                             const StopToken* token) {
  checked("minimax depth", depth, 0, kMinimaxDepth);
  LongCall call(token);
  PlainBoard board(position);
  search::Budget budget(std::numeric_limits<double>::infinity(), std::numeric_limits<std::uint64_t>::max(),
                        [&] { return call(); });
  const auto evaluation = [](const PlainBoard& at) { return evaluate(at.position()); };
  search::Minimax search(board, evaluation, kMinimaxWin, budget);
  std::vector<std::pair<PackedMove, int>> values;
  int score;
  {
    const WithoutGil release;
    values = search.values(depth);
    score = values.empty() ? search.value(0) : std::numeric_limits<int>::min();
  }
  call.require_complete("minimax was stopped");
  std::vector<std::tuple<PyMove, int>> moves;
  const LegalMoves list(position);  // in the order of `values`
  for (std::size_t i = 0; i < values.size(); ++i) {
    score = std::max(score, values[i].second);
    moves.emplace_back(list.get(i), values[i].second);
  }
  return {score, moves, budget.taken()};
}

// score, plies to a proven win (negative for a loss, 0 if neither is proven), selective depth, complete, nodes, line
using PySearchLine = std::tuple<double, int, int, bool, std::uint64_t, std::vector<PyMove>>;

std::vector<PyMove> line_from(Position position, const std::vector<PackedMove>& line) {
  std::vector<PyMove> moves;
  for (const PackedMove move : line) {
    PackedMove list[kMaxMoves];
    const int count = position.generate(list);
    const auto index = std::find(list, list + count, move) - list;
    if (index == count) break;
    moves.push_back(LegalMoves(position).get(static_cast<std::size_t>(index)));
    position.make(move);
  }
  return moves;
}

PySearchLine py_search_line(const Position& root, const search::SearchLine<PackedMove>& result, std::uint64_t nodes) {
  return {result.score, result.end_in, result.selective_depth, result.complete, nodes, line_from(root, result.line)};
}

void require_moves(const Position& position) {
  if (position.board_over()) throw nb::value_error("the game is over: there is nothing to search");
}

constexpr double kMaxExploration = 1e9;
constexpr int kMaxPlayoutPlies = 1000, kMaxDepth = 1000;

// The search of the engine `classic` or `expectimax`. Each call to iterate() runs one iteration.
template <template <class> class Search>
class ClassicSearch {
 public:
  ClassicSearch(const Position& position, std::uint64_t seed)
      : root_((require_moves(position), position)),
        search_(ClassicBoard(position), ClassicBoard(position).roots(seed), kClassicWin) {}

  PySearchLine iterate(int depth, double seconds, std::uint64_t nodes, const StopToken* token) {
    checked("depth", depth, 1, int{Search<ClassicBoard>::kMaxDepth});
    const Lock lock(busy_);
    LongCall call(token);
    search::Budget budget(checked_seconds(seconds), nodes, [&] { return call(); });
    search::SearchLine<PackedMove> result;
    lock.run([&] {
      const WithoutGil release;
      result = search_.iterate(depth, budget);
    });
    call.rethrow();
    // ClassicBoard omits some placements on the first two turns, so a win or loss found there may not be forced.
    if (root_.turn_number() <= 2) result.end_in = 0;
    return py_search_line(root_, result, budget.taken());
  }

  std::vector<std::tuple<PyMove, double>> root_moves() const {
    const Lock lock(busy_);
    std::vector<std::tuple<PyMove, double>> moves;
    for (const auto& [move, value] : search_.roots())
      moves.emplace_back(line_from(root_, {move}).front(), static_cast<double>(value));
    return moves;
  }

 private:
  Position root_;
  Search<ClassicBoard> search_;
  mutable OneAtATime busy_;
};

template <template <class> class Search>
void bind_classic_search(nb::module_& m, const char* name, const char* doc) {
  nb::class_<ClassicSearch<Search>>(m, name, doc)
      .def(nb::init<const Position&, std::uint64_t>(), nb::arg("position"), nb::arg("seed"))
      .def("iterate", &ClassicSearch<Search>::iterate, nb::arg("depth"), nb::arg("seconds"), nb::arg("nodes"),
           nb::arg("stop").none() = nb::none(),
           "Search `depth` plies deep, 1 to 32. Returns the score in hundredths, plies to a proven win (negative\n"
           "for a loss, 0 if neither is proven), selective depth, whether every move was searched to `depth`,\n"
           "nodes, and the line.")
      .def("root_moves", &ClassicSearch<Search>::root_moves,
           "Each move with its value, in hundredths, from the last iteration that reached it, best first. If the last\n"
           "iteration is incomplete, the moves that it did not reach come last. In `ClassicSearch`, all values but\n"
           "the first are upper bounds.");
}

class TreeSearch {
 public:
  TreeSearch(const Position& position, double exploration, int playout_plies, int depth, std::uint64_t seed)
      : root_((require_moves(position), position)),
        search_(PlainBoard(position), RandomPlayout(checked("playout_plies", playout_plies, 0, kMaxPlayoutPlies)),
                {checked("exploration", exploration, 0.0, kMaxExploration), checked("depth", depth, 1, kMaxDepth)},
                seed) {}

  // Runs playouts until `slice` seconds have passed, a limit is reached, or the outcome is proven. Unlike `seconds` and
  // `nodes`, the slice does not cut off the last playout.
  PySearchLine grow(double slice, double seconds, std::uint64_t nodes, std::uint64_t playouts, const StopToken* token) {
    checked_seconds(slice);
    const Lock lock(busy_);
    LongCall call(token);
    search::Budget budget(checked_seconds(seconds), nodes, [&] { return call(); });
    search::SearchLine<PackedMove> result;
    lock.run([&] {
      const WithoutGil release;
      while (search_.playouts() < playouts && !search_.solved() && !budget.check() && budget.seconds() < slice)
        search_.grow(budget);
      result = search_.best();
    });
    call.rethrow();
    return py_search_line(root_, result, budget.taken());
  }

  std::vector<std::tuple<PyMove, std::uint32_t, double, int>> root_moves() const {
    const Lock lock(busy_);
    std::vector<std::tuple<PyMove, std::uint32_t, double, int>> moves;
    for (const auto& [move, visits, value, end_in] : search_.root_moves())
      moves.emplace_back(line_from(root_, {move}).front(), visits, value, end_in);
    return moves;
  }
  std::uint64_t playouts() const {
    const Lock lock(busy_);
    return search_.playouts();
  }
  bool solved() const {
    const Lock lock(busy_);
    return search_.solved();
  }

 private:
  Position root_;
  search::Uct<PlainBoard, RandomPlayout> search_;
  mutable OneAtATime busy_;
};

}  // namespace

void bind_hive_baselines(nb::module_& m) {
  m.def("minimax", &minimax, nb::arg("position"), nb::arg("depth"), nb::arg("stop").none() = nb::none(),
        "Search every line to a depth of 0 to 4. Returns the score, the score of each legal move, and the nodes. A\n"
        "leaf has the score of evaluate(). A draw, including one by repetition, scores 0, a win on the n-th ply\n"
        "32000 - n, and a loss the negative of that.");
  m.def("classic_evaluate", &classic_evaluate, nb::arg("position"),
        "The evaluation of the classic engines in hundredths, from the side to move's point of view.");
  bind_classic_search<search::Deepening>(m, "ClassicSearch", "The search of the engine `classic`.");
  bind_classic_search<search::Expectimax>(m, "ExpectimaxSearch", "The search of the engine `expectimax`.");
  nb::class_<TreeSearch>(m, "TreeSearch", "The search of the engine `mcts`.")
      .def(nb::init<const Position&, double, int, int, std::uint64_t>(), nb::arg("position"), nb::arg("exploration"),
           nb::arg("playout_plies"), nb::arg("depth"), nb::arg("seed"))
      .def("grow", &TreeSearch::grow, nb::arg("slice"), nb::arg("seconds"), nb::arg("nodes"), nb::arg("playouts"),
           nb::arg("stop").none() = nb::none(),
           "Run playouts until `slice` seconds have passed, a limit is reached (`seconds` or `nodes` for this call,\n"
           "or `playouts` for all calls together), or the outcome is proven. Returns the value from 0 to 1,\n"
           "plies to a proven win (negative for a loss, 0 if neither is proven), selective depth, whether the\n"
           "outcome is proven, the nodes of this call, and the line.")
      .def("root_moves", &TreeSearch::root_moves,
           "Each move with its visits, its mean value from 0 to 1, and plies to a proven win (negative for a loss,\n"
           "0 if neither is proven).")
      .def_prop_ro("playouts", &TreeSearch::playouts,
                   "The number of playouts; a visit to a finished game counts as one.")
      .def_prop_ro("solved", &TreeSearch::solved, "Whether the outcome is proven.");
}

}  // namespace hexapoda::bindings
