#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <exception>

#include "hive/bindings/moves.hpp"
#include "hive/bindings/register.hpp"
#include "hive/solve/attack.hpp"
#include "hive/solve/exhaustive.hpp"
#include "hive/solve/solver.hpp"

namespace hexapoda::bindings {
namespace {

using hive::Solution;
using hive::SolveLimits;
using hive::SolveProgress;

using ProgressCall = nb::typed<nb::callable, void(int, std::uint64_t)>;
// result (0 unknown, 1 win, 2 loss, 3 draw), plies, shortest, searched, line, nodes, seconds
using SolutionTuple = std::tuple<int, int, bool, int, std::vector<PyMove>, std::uint64_t, double>;

constexpr int kMaxPlies = 200;  // the maximum length of a proof, in plies
constexpr int kMaxTried = 10;   // the maximum depth of an exhaustive search

SolutionTuple solve_position(const Position& position, int plies, double seconds, std::uint64_t nodes,
                             const StopToken* token, const std::optional<ProgressCall>& progress) {
  checked("plies", plies, 0, kMaxPlies);
  checked_seconds(seconds);
  LongCall call(token);
  std::exception_ptr error;
  std::function<void(const SolveProgress&)> report_progress;
  auto next = std::chrono::steady_clock::now();
  if (progress)
    report_progress = [&](const SolveProgress& now) {
      if (error || std::chrono::steady_clock::now() < next) return;
      next = std::chrono::steady_clock::now() + std::chrono::milliseconds(100);
      try {
        with_gil([&] { (*progress)(now.searched, now.nodes); });
      } catch (...) {
        error = std::current_exception();
      }
    };
  Solution found;
  {
    const Position copy(position);
    const WithoutGil release;
    found = hive::solve(copy, SolveLimits{plies, seconds, nodes}, [&] { return error || call(); }, report_progress);
  }
  call.rethrow();
  if (error) std::rethrow_exception(error);
  std::vector<PyMove> line;
  for (const Move& move : found.line) line.push_back(py_move(move));
  return {static_cast<int>(found.result),
          found.plies,
          found.shortest,
          found.searched,
          std::move(line),
          found.nodes,
          found.seconds};
}

// Returns at most `most` moves, other than `but`, that win within `plies`; nullopt if the time limit or the stop token
// ended the search first.
std::optional<std::vector<PyMove>> winning_moves(const Position& position, int plies, std::size_t most,
                                                 const std::optional<PyMove>& but, double seconds,
                                                 const StopToken* token) {
  checked("plies", plies, 0, kMaxPlies);
  checked_seconds(seconds);
  const LegalMoves legal(position);
  PackedMove list[kMaxMoves];
  const int count = position.generate(list);
  std::vector<PackedMove> packed;
  std::vector<PyMove> moves;
  for (int i = 0; i < count; ++i)
    if (const auto move = legal.find(list[i]); move && !(but && *move == *but)) {
      packed.push_back(list[i]);
      moves.push_back(*move);
    }
  LongCall call(token);
  std::optional<std::vector<std::size_t>> found;
  {
    const Position copy(position);
    const WithoutGil release;
    found = hive::winning_moves(copy, packed, plies, most, seconds, [&] { return call(); });
  }
  call.rethrow();
  if (!found) return std::nullopt;
  std::vector<PyMove> wins;
  for (const std::size_t i : *found) wins.push_back(moves[i]);
  return wins;
}

}  // namespace

void bind_hive_solve(nb::module_& m) {
  m.def("solve", &solve_position, nb::arg("position"), nb::arg("plies"), nb::arg("seconds"), nb::arg("nodes"),
        nb::arg("stop").none(), nb::arg("progress").none(),
        "Search for a forced win, loss or draw for the side to move. A limit of 0 means no limit. Returns the\n"
        "result (0 unknown, 1 win, 2 loss, 3 draw), the plies to the end, whether they are proven to be the\n"
        "minimum, the depth that was searched completely, the line, the nodes and the seconds.\n"
        "`progress(searched, nodes)` is called at most ten times a second.");
  m.def("winning_moves", &winning_moves, nb::arg("position"), nb::arg("plies"), nb::arg("most"), nb::arg("but").none(),
        nb::arg("seconds"), nb::arg("stop").none(),
        "Return at most `most` moves, other than `but`, that win within `plies`, counting the move itself. None if\n"
        "`seconds` (0: no limit) or `stop` ended the search first.");
  m.def(
      "exhaustive_win",
      [](const Position& start, int plies) {
        checked("plies", plies, 0, kMaxTried);
        Position position(start);
        LongCall call;
        int win;
        {
          const WithoutGil release;
          win = hive::exhaustive_win(position, plies, [&] { return call(); });
        }
        call.require_complete("the exhaustive search was stopped");
        return win;
      },
      nb::arg("position"), nb::arg("plies"),
      "For tests: k if the side to move can force a win in k plies, -k if its loss in k plies is forced, 0 if neither\n"
      "is the case within `plies`. No line is pruned.");
  m.def(
      "winning_move",
      [](const Position& position) -> std::optional<PyMove> {
        const PackedMove win = hive::winning_move(position);
        if (win == kPass) return std::nullopt;
        return LegalMoves(position).find(win);
      },
      nb::arg("position"), "For tests: a move that wins at once, found as in the searches; None if there is none.");
}

}  // namespace hexapoda::bindings
