#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <exception>

#include "hex/bindings/moves.hpp"
#include "hex/bindings/network.hpp"
#include "hex/bindings/placement.hpp"
#include "hex/bindings/register.hpp"
#include "hex/rave/rave_settings.hpp"
#include "hex/solve/connections.hpp"
#include "hex/solve/exhaustive.hpp"
#include "hex/solve/inferior.hpp"
#include "hex/solve/proof_adviser.hpp"
#include "hex/solve/solver.hpp"

namespace hexapoda::bindings {
namespace {

using hex::Cell;
using hex::Exhaustive;
using hex::Placement;
using hex::Position;
using hex::Shape;
using hex::SolveFeatures;
using hex::Solver;

using ProgressCall = nb::typed<nb::callable, void(std::uint64_t)>;
using Points = std::vector<HexPoint>;

constexpr int kMaxSolverThreads = 1024;
constexpr std::size_t kMaxSolverMegabytes = std::size_t{1} << 20;

Shape board_shape(int columns, int rows) {
  return {checked("columns", columns, 1, hex::kMaxSide), checked("rows", rows, 1, hex::kMaxSide)};
}

struct Feature {
  const char* name;
  bool SolveFeatures::* on;
};
constexpr Feature kFeatures[] = {
    {"fill-in", &SolveFeatures::fill_in},         {"dominated", &SolveFeatures::dominated},
    {"connections", &SolveFeatures::connections}, {"must-play", &SolveFeatures::must_play},
    {"captures", &SolveFeatures::captures},       {"or-rule", &SolveFeatures::or_rule},
    {"symmetry", &SolveFeatures::symmetry},       {"evaluation", &SolveFeatures::evaluation},
};

SolveFeatures features_without(const std::vector<std::string>& names) {
  SolveFeatures features;
  for (const std::string& name : names) {
    const auto* feature =
        std::find_if(std::begin(kFeatures), std::end(kFeatures), [&](const Feature& f) { return f.name == name; });
    if (feature == std::end(kFeatures)) throw nb::value_error(("the solver has no feature " + name).c_str());
    features.*feature->on = false;
  }
  return features;
}

struct PySolver {
  Shape shape;
  std::unique_ptr<Solver> solver;
  mutable OneAtATime busy;

  Placement check(const Position& position) const {
    if (position.shape() != shape) throw nb::value_error("the solver was created for another board size");
    return placement_of(position);
  }
};

// Calls the solver without the GIL until `seconds` have passed (0: no limit) or the call is stopped.
template <class Call>
auto run(const PySolver& self, double seconds, const StopToken* token, const std::optional<ProgressCall>& progress,
         Call call) {
  using Clock = std::chrono::steady_clock;
  checked_seconds(seconds);
  const Lock lock(self.busy);
  LongCall long_call(token);
  std::exception_ptr error;
  const auto start = Clock::now();
  auto next = start;
  const Solver::Stop stop = [&] {
    const auto now = Clock::now();
    if (progress && !error && now >= next) {
      next = now + std::chrono::milliseconds(100);
      try {
        with_gil([&] { (*progress)(self.solver->nodes()); });
      } catch (...) {
        error = std::current_exception();
      }
    }
    return error || long_call() || (seconds > 0 && std::chrono::duration<double>(now - start).count() >= seconds);
  };
  const auto found = lock.run([&] {
    const WithoutGil release;
    return call(stop);
  });
  long_call.rethrow();
  if (error) std::rethrow_exception(error);
  return found;
}

template <int kWords>
Points points_of(const Shape& shape, const hex::BitCells<kWords>& cells) {
  Points points;
  cells.for_each([&](int cell) { points.push_back(hex_point(shape, static_cast<Cell>(cell))); });
  return points;
}

Points points_of(const Shape& shape, const std::vector<Cell>& cells) {
  Points points;
  for (const Cell cell : cells) points.push_back(hex_point(shape, cell));
  return points;
}

using FoundConnection = std::tuple<HexPoint, HexPoint, Points, std::optional<HexPoint>>;

// The Python form of a node: the point of a cell, or (-1, 0) and (-1, 1) for the edges, which follow the last cell.
HexPoint node_point(const Shape& shape, int node) {
  return node < shape.cells() ? hex_point(shape, static_cast<Cell>(node)) : HexPoint{-1, node - shape.cells()};
}

int point_cell(const Shape& shape, const HexPoint& point) {
  const auto [column, row] = point;
  if (!shape.contains(column, row)) throw nb::value_error("a cell is off the board");
  return shape.at(column, row);
}

int point_node(const Shape& shape, const HexPoint& point) {
  const auto [column, row] = point;
  return column == -1 && (row == 0 || row == 1) ? shape.cells() + row : point_cell(shape, point);
}

const Shape& small(const Shape& shape) {
  if (shape.cells() > 25)
    throw nb::value_error(
        (std::to_string(shape.cells()) + " cells: expected at most 25 for an exhaustive search").c_str());
  return shape;
}

int player_color(int color) {
  if (color != hex::kBlack && color != hex::kWhite) throw nb::value_error("color: expected 0 (Black) or 1 (White)");
  return color;
}

std::vector<FoundConnection> connections_of(const Position& position, int color,
                                            const std::vector<std::string>& without, double seconds, bool groups,
                                            bool thorough, int largest) {
  using Clock = std::chrono::steady_clock;
  const Shape shape = position.shape();
  const Placement placement = placement_of(position);
  const SolveFeatures features = features_without(without);
  player_color(color);
  checked_seconds(seconds);
  hex::ConnectionBounds bounds = thorough ? hex::kThorough : hex::ConnectionBounds{};
  if (checked("largest", largest, 0, hex::kMaxCells) > 0) {
    if (thorough) throw nb::value_error("thorough and largest: expected at most one of them");
    bounds = hex::kBrief;
    bounds.largest = largest;
  }
  LongCall call;
  const auto start = Clock::now();
  const hex::WorkLimit::Stop stop = [&] {
    return call() || (seconds > 0 && std::chrono::duration<double>(Clock::now() - start).count() >= seconds);
  };
  std::vector<FoundConnection> found;
  {
    const WithoutGil release;
    hex::with_proof_words(shape, [&](auto words) {
      const hex::ProofBoard<words> geometry(shape);
      const auto stones = hex::bit_stones<words>(placement);
      const auto wanted = [&](int node) { return !groups || node >= shape.cells() || stones.of[color].has(node); };
      hex::Connections<words> connections(geometry, {features.captures, features.or_rule, groups && largest > 0},
                                          bounds);
      hex::WorkLimit limit(&stop);
      connections.build(stones, color, hex::Connections<words>::Until::kAll, limit);
      connections.for_each_full([&](int a, int b, const hex::BitCells<words>& carrier) {
        if (!wanted(a) || !wanted(b)) return;
        found.emplace_back(node_point(shape, a), node_point(shape, b), points_of(shape, carrier), std::nullopt);
      });
      connections.for_each_semi([&](int a, int b, const hex::BitCells<words>& carrier, int key) {
        if (!wanted(a) || !wanted(b)) return;
        found.emplace_back(node_point(shape, a), node_point(shape, b), points_of(shape, carrier),
                           node_point(shape, key));
      });
    });
  }
  call.rethrow();
  return found;
}

// Returns the dead cells, the cells captured by Black and by White, and the moves that are not inferior.
std::tuple<Points, Points, Points, Points> inferior_cells_of(const Position& position) {
  const Shape shape = position.shape();
  const Placement placement = placement_of(position);
  const LongCall call;
  const WithoutGil release;
  return hex::with_proof_words(shape, [&](auto words) -> std::tuple<Points, Points, Points, Points> {
    const hex::ProofBoard<words> geometry(shape);
    hex::Inferior<words> inferior(geometry);
    const auto board = hex::bit_stones<words>(placement);
    const auto left = inferior.without_inferior(board, geometry.empties(board));
    auto filled_board = board;
    const auto filled = inferior.fill(filled_board);
    return {points_of(shape, filled.dead), points_of(shape, filled.captured[hex::kBlack]),
            points_of(shape, filled.captured[hex::kWhite]), points_of(shape, left)};
  });
}

// Fills in the position, and after each move then possible fills in only what the move changed. Returns the moves after
// which filling in the whole board fills in other cells.
Points wrong_fills_of(const Position& position) {
  const Shape shape = position.shape();
  const Placement placement = placement_of(position);
  return hex::with_proof_words(shape, [&](auto words) -> Points {
    const hex::ProofBoard<words> geometry(shape);
    hex::Inferior<words> inferior(geometry), partial(geometry);
    auto before = hex::bit_stones<words>(placement);
    inferior.fill(before);
    for (const int color : {hex::kBlack, hex::kWhite})
      if (geometry.joined(before.of[color], color)) return {};
    hex::BitCells<words> wrong;
    geometry.empties(before).for_each([&](int move) {
      auto whole = before.after(move), part = whole;
      if (inferior.fill(whole) != partial.fill(part, hex::BitCells<words>::only(move)) || whole != part)
        wrong.add(move);
    });
    return points_of(shape, wrong);
  });
}

// The maximum number of WorkLimit steps for both colors together. In late positions of games on 11x11, no proof needed
// more than half of them.
constexpr std::uint64_t kThoroughSteps = 40'000'000;

// Returns the winner if it is proven. Otherwise returns -1 and a set of cells: if any move wins, a move on one of them
// does. With `thorough`, an analysis with larger bounds follows if the analysis that the searches use proves nothing.
std::pair<int, Points> proof_by_connections(const Position& position, bool thorough) {
  const Shape shape = position.shape();
  const Placement placement = placement_of(position);
  LongCall call;
  const hex::WorkLimit::Stop stop = [&] { return call(); };
  std::pair<int, Points> found{-1, {}};
  {
    const WithoutGil release;
    hex::with_words(shape, [&](auto words) {
      const hex::BitCells<words> stones[2] = {hex::BitCells<words>::of(placement.black),
                                              hex::BitCells<words>::of(placement.white)};
      const auto advised = [&](hex::ConnectionBounds bounds, std::uint64_t steps) {
        const auto adviser = std::make_unique<hex::ProofAdviser<words>>(shape, bounds);
        return adviser->advise(stones, placement.to_move, stop, steps);
      };
      hex::Advice<words> advice = advised({}, hex::kAdviceSteps);
      if (thorough && advice.proof == hex::Proof::kNone && !call()) {
        const auto less = advice.must_play;
        advice = advised(hex::kThorough, kThoroughSteps);
        if (advice.proof == hex::Proof::kNone) {
          // Every winning move is in both sets. If they have no common cell, the side to move loses.
          advice.must_play &= less;
          if (advice.must_play.empty()) advice.proof = hex::Proof::kLost;
        }
      }
      if (advice.proof == hex::Proof::kNone)
        found.second = points_of(shape, advice.must_play);
      else
        found.first = advice.proof == hex::Proof::kWon ? placement.to_move : 1 - placement.to_move;
    });
  }
  call.rethrow();
  return found;
}

}  // namespace

void bind_hex_solve(nb::module_& m) {
  m.def(
      "solve_features",
      [] {
        std::vector<std::string> names;
        for (const Feature& feature : kFeatures) names.emplace_back(feature.name);
        return names;
      },
      "The names of the solver features that can be switched off.");
  m.def(
      "solver_megabytes",
      [](int columns, int rows, int threads) {
        return Solver::min_megabytes(board_shape(columns, rows), checked_threads(threads, kMaxSolverThreads));
      },
      nb::arg("columns"), nb::arg("rows"), nb::arg("threads"),
      "The minimum memory of a solver with this many threads, in MiB.");
  nb::class_<PySolver>(m, "SolverCore", "The compiled core of hexapoda.hex.solve.")
      .def(
          "__init__",
          [](PySolver* self, int columns, int rows, const std::vector<std::string>& without, int threads,
             std::size_t megabytes, const std::optional<nb::bytes>& network) {
            const Shape shape = board_shape(columns, rows);
            checked_threads(threads, kMaxSolverThreads);
            checked("megabytes", megabytes, std::size_t{1}, kMaxSolverMegabytes);
            auto weights = network ? std::make_shared<const hex::NetworkWeights>(network_weights(*network)) : nullptr;
            new (self) PySolver{
                shape, Solver::make(shape, features_without(without), threads, megabytes, std::move(weights)), {}};
          },
          nb::arg("columns"), nb::arg("rows"), nb::arg("without"), nb::arg("threads"), nb::arg("megabytes"),
          nb::arg("network").none() = nb::none(),
          "`network`: the weights of a network, which orders the moves and guesses how hard they are to refute.\n"
          "Without it a long search takes two to three times as many positions.")
      .def(
          "winner",
          [](const PySolver& self, const Position& position, double seconds, const StopToken* token,
             const std::optional<ProgressCall>& progress) {
            const Placement placement = self.check(position);
            return run(self, seconds, token, progress,
                       [&](const Solver::Stop& stop) { return self.solver->winner(placement, stop); });
          },
          nb::arg("position"), nb::arg("seconds"), nb::arg("stop").none(), nb::arg("progress").none(),
          "The color that wins, or -1 if the search was stopped first. `progress(nodes)` is called at most ten\n"
          "times a second.")
      .def(
          "best",
          [](const PySolver& self, const Position& position, double seconds,
             const StopToken* token) -> std::optional<HexPoint> {
            const Placement placement = self.check(position);
            const Cell cell = run(self, seconds, token, std::nullopt,
                                  [&](const Solver::Stop& stop) { return self.solver->best(placement, stop); });
            if (cell == hex::kNoCell) return std::nullopt;
            return hex_point(self.shape, cell);
          },
          nb::arg("position"), nb::arg("seconds"), nb::arg("stop").none(),
          "A winning move if there is one, else the move that is hardest to refute. None if there is no move or\n"
          "the search was stopped first.")
      .def(
          "contenders",
          [](const PySolver& self, const Position& position, double seconds, const StopToken* token) {
            const Placement placement = self.check(position);
            return points_of(self.shape, run(self, seconds, token, std::nullopt, [&](const Solver::Stop& stop) {
                               return self.solver->contenders(placement, stop);
                             }));
          },
          nb::arg("position"), nb::arg("seconds") = 0.0, nb::arg("stop").none() = nb::none(),
          "The cells on which the side to move may still win: all others are refuted by the opponent's threats.\n"
          "If the search was stopped first, the list may contain more cells than necessary.")
      .def(
          "needed",
          [](const PySolver& self, const Position& position) -> std::optional<Points> {
            const Placement placement = self.check(position);
            const Lock lock(self.busy);
            const auto cells = self.solver->needed(placement);
            if (!cells) return std::nullopt;
            return points_of(self.shape, *cells);
          },
          nb::arg("position"),
          "For tests: the cells within which the winner of a solved position wins, even if all other empty cells\n"
          "are the loser's. None if the position is not solved.")
      .def(
          "proofs",
          [](const PySolver& self, std::uint32_t work) {
            const Lock lock(self.busy);
            const std::vector<std::uint8_t> bytes = [&] {
              const WithoutGil release;
              return self.solver->proofs(work);
            }();
            return nb::bytes(bytes.data(), bytes.size());
          },
          nb::arg("work"),
          "The proofs of positions for which at least `work` positions were evaluated, as bytes for restore() of a\n"
          "solver for the same board, with the same features, on a machine with the same byte order.")
      .def(
          "restore",
          [](const PySolver& self, const nb::bytes& proofs) {
            const Lock lock(self.busy);
            self.solver->restore({static_cast<const std::uint8_t*>(proofs.data()), proofs.size()});
          },
          nb::arg("proofs"),
          "Take over the proofs of another solver, as far as they fit into memory. Whether they are right is not\n"
          "checked. Raises ValueError if they cannot be those of a solver for this board.")
      .def_prop_ro(
          "nodes", [](const PySolver& self) { return self.solver->nodes(); },
          "The number of positions evaluated since the solver was created.");

  m.def("connections", &connections_of, nb::arg("position"), nb::arg("color"), nb::arg("without"),
        nb::arg("seconds") = 0.0, nb::arg("groups") = false, nb::arg("thorough") = false, nb::arg("largest") = 0,
        "The virtual connections of a color: (node, node, carrier, key). The key of a full connection is None. A node\n"
        "is an empty cell, the lowest stone of a group, or (-1, 0) or (-1, 1) for the two edges of the color. If\n"
        "`seconds` (0: no limit) run out, some connections may be missing. With `groups`, only connections between\n"
        "groups and edges are returned. `thorough` uses longer lists, which find more connections. `largest` (0: no\n"
        "limit) is the maximum number of cells in a carrier. It uses shorter lists and is faster; with `groups` it is\n"
        "much faster, because few connections between empty cells are examined.");
  m.def("proof_by_connections", &proof_by_connections, nb::arg("position"), nb::arg("thorough") = true,
        "Try to prove the winner by virtual connections and fill-in, without a search. Returns the winner, or -1 and\n"
        "a set of cells: if any move wins, a move on one of them does. Neither side may have won yet. If the analysis\n"
        "that the searches use proves nothing, `thorough` repeats it with longer lists of connections.");
  m.def("inferior_cells", &inferior_cells_of, nb::arg("position"),
        "The dead cells, the cells captured by Black, those captured by White, and the moves that are neither\n"
        "vulnerable nor dominated. Neither side may have won yet.");
  m.def("wrong_fills", &wrong_fills_of, nb::arg("position"),
        "For tests: the moves after which filling in only what they change fills in other cells than filling in the\n"
        "whole board: none. Neither side may have won yet.");
  m.def(
      "exhaustive_wins",
      [](const Position& position) {
        LongCall call;
        Exhaustive all(small(position.shape()), [&] { return call(); });
        const auto board = hex::bit_stones<1>(placement_of(position));
        std::vector<bool> wins;
        int winner;
        {
          const WithoutGil release;
          all.geometry().empties(board).for_each([&](int cell) { wins.push_back(!all.wins(board.after(cell))); });
          winner = all.wins(board) ? board.to_move : 1 - board.to_move;
        }
        call.require_complete("the exhaustive search was stopped");
        return std::pair(winner, wins);
      },
      nb::arg("position"),
      "For tests: the winning color, and for each free cell, row by row, whether the side to move wins by playing\n"
      "there. Every line is played to its end.");
  m.def(
      "exhaustive_connections",
      [](const Position& position, int color, const std::vector<FoundConnection>& connections) {
        const Shape shape = small(position.shape());
        player_color(color);
        LongCall call;
        Exhaustive all(shape, [&] { return call(); });
        const auto board = hex::bit_stones<1>(placement_of(position));
        std::vector<bool> held;
        {
          const WithoutGil release;
          for (const auto& [a, b, carrier, key] : connections) {
            auto own = board.of[color];
            hex::BitCells<1> free;
            for (const HexPoint& point : carrier) free.add(point_cell(shape, point));
            const int ends[] = {point_node(shape, a), point_node(shape, b)};
            for (const int end : ends)
              if (end < shape.cells()) own.add(end);
            bool good = !free.meets(own) && !free.meets(board.of[1 - color]) && !own.meets(board.of[1 - color]);
            if (key) {
              const int cell = point_cell(shape, *key);
              good = good && free.has(cell);
              own.add(cell);
              free.remove(cell);
            }
            held.push_back(good && all.connects(color, own, ends[0], ends[1], free));
          }
        }
        call.require_complete("the exhaustive search was stopped");
        return held;
      },
      nb::arg("position"), nb::arg("color"), nb::arg("connections"),
      "For tests: whether each connection, in the form of connections(), holds when every line is played to its end.");
}

}  // namespace hexapoda::bindings
