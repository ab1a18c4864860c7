// Python bindings for the baseline searches of Hex: the engines bruteforce, montecarlo and mcts, and single playouts.
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <vector>

#include "hex/baselines/bruteforce.hpp"
#include "hex/baselines/montecarlo.hpp"
#include "hex/baselines/plain_tree.hpp"
#include "hex/baselines/playout.hpp"
#include "hex/bindings/moves.hpp"
#include "hex/bindings/placement.hpp"
#include "hex/bindings/register.hpp"
#include "hex/rave/bridge_playout.hpp"

namespace hexapoda::bindings {
namespace {

using namespace hexapoda::hex;

constexpr std::uint64_t kLongRun = 1'000;  // playouts between two checks of the stop condition

constexpr std::uint64_t kMaxDeals = 1'000'000'000'000'000;
constexpr double kMaxExploration = 1e9;
constexpr int kMaxDepth = 1000;

// Runs a team without the GIL, then rethrows the exception of a signal handler, if there was one.
template <class Work>
void with_team(int threads, double seconds, const StopToken* token, Work work) {
  LongCall call(token);
  search::ThreadTeam team(checked_threads(threads), checked_seconds(seconds), [&] { return call(); });
  {
    const WithoutGil release;
    work(team);
  }
  call.rethrow();
}

class PyBruteForce {
 public:
  explicit PyBruteForce(const Position& position) : placement_(placement_of(position)), search_(checked(placement_)) {}

  void run(double seconds, std::uint64_t deals, int threads, const StopToken* token) {
    const Lock lock(busy_);
    lock.run([&] { with_team(threads, seconds, token, [&](search::ThreadTeam& team) { search_.run(team, deals); }); });
  }
  bool complete() const {
    const Lock lock(busy_);
    return search_.complete();
  }
  std::uint64_t deals() const {
    const Lock lock(busy_);
    return search_.deals();
  }
  std::vector<std::tuple<HexMove, double, std::uint64_t>> cells() const {
    const Lock lock(busy_);
    std::vector<std::tuple<HexMove, double, std::uint64_t>> cells;
    for (const auto& [cell, sum, deals] : search_.cells())
      cells.emplace_back(hex_move(placement_.shape, cell), sum, deals);
    return cells;
  }

 private:
  static const Placement& checked(const Placement& placement) {
    if (placement.free().size() > BruteForce::kMaxFree)
      throw nb::value_error((std::to_string(placement.free().size()) + " free cells: expected at most " +
                             std::to_string(BruteForce::kMaxFree) + " for brute force")
                                .c_str());
    return placement;
  }

  Placement placement_;
  BruteForce search_;
  mutable OneAtATime busy_;
};

class PyMonteCarlo {
 public:
  PyMonteCarlo(const Position& position, std::uint64_t deals, std::uint64_t seed)
      : placement_(placement_of(position)),
        search_(placement_, checked("deals", deals, std::uint64_t{0}, kMaxDeals), seed) {}

  void run(double seconds, int threads, const StopToken* token) {
    const Lock lock(busy_);
    lock.run([&] { with_team(threads, seconds, token, [&](search::ThreadTeam& team) { search_.run(team); }); });
  }
  bool complete() const {
    const Lock lock(busy_);
    return search_.complete();
  }
  std::uint64_t deals() const {
    const Lock lock(busy_);
    return search_.deals();
  }
  std::vector<std::tuple<HexMove, std::uint64_t, std::uint64_t, double, double>> cells() const {
    const Lock lock(busy_);
    std::vector<std::tuple<HexMove, std::uint64_t, std::uint64_t, double, double>> cells;
    for (const auto& [cell, deals, wins, own, other] : search_.cells())
      cells.emplace_back(hex_move(placement_.shape, cell), deals, wins, own, other);
    return cells;
  }

 private:
  Placement placement_;
  MonteCarlo search_;
  mutable OneAtATime busy_;
};

class PyTree {
 public:
  PyTree(const Position& position, double exploration, int depth, int threads, std::uint64_t seed)
      : placement_(placement_of(position)),
        threads_(checked_threads(threads)),
        search_(placement_, checked("exploration", exploration, 0.0, kMaxExploration),
                checked("depth", depth, 1, kMaxDepth), threads, seed) {}

  // Returns the score, the plies to a proven win (negative for a loss, 0 if neither is proven), the length of the
  // longest path, and the line.
  std::tuple<double, int, int, std::vector<HexMove>> grow(double seconds, std::uint64_t playouts,
                                                          const StopToken* token) {
    const Lock lock(busy_);
    lock.run(
        [&] { with_team(threads_, seconds, token, [&](search::ThreadTeam& team) { search_.grow(team, playouts); }); });
    const auto result = search_.best();
    return {result.score, result.end_in, result.selective_depth, hex_line(placement_.shape, result.line)};
  }
  std::vector<std::tuple<HexMove, std::uint64_t, double, int>> root_moves() const {
    const Lock lock(busy_);
    std::vector<std::tuple<HexMove, std::uint64_t, double, int>> moves;
    for (const auto& [cell, visits, value, end_in] : search_.root_moves())
      moves.emplace_back(hex_move(placement_.shape, cell), visits, value, end_in);
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
  Placement placement_;
  int threads_;
  PlainTree search_;
  mutable OneAtATime busy_;
};

// The number of playouts that Black wins.
std::uint64_t black_wins(const Position& position, std::uint64_t count, bool bridges, std::uint64_t seed,
                         const StopToken* token) {
  const Placement placement = placement_of(position);
  std::uint64_t wins = 0;
  with_team(1, 1e18, token, [&](search::ThreadTeam& team) {
    wins = with_words(placement.shape, [&](auto words) -> std::uint64_t {
      const CellGraph<words> graph(placement.shape);
      const BitCells<words> stones[2] = {BitCells<words>::of(placement.black), BitCells<words>::of(placement.white)};
      FramedBoard board(placement.shape);
      for (const int color : {kBlack, kWhite})
        for (const Cell cell : placement.of(color)) board.put(board.framed(cell), color);
      const std::vector<Cell> free = placement.free();
      const Deal<words> deal(free);
      const auto mine = (static_cast<int>(free.size()) + 1) / 2;
      BridgePlayout<words> playout(graph);
      search::Random random(seed);
      std::uint64_t won = 0;
      for (std::uint64_t i = 0; i < count && (i % kLongRun != 0 || !team.over(0)); ++i) {
        if (bridges) {
          BitCells<words> all[2] = {stones[0], stones[1]};
          won += playout.run(board, all, placement.to_move, kNoCell, random);
        } else {
          const auto own = stones[placement.to_move] | deal.draw(mine, random);
          won += graph.joined(own, placement.to_move) == (placement.to_move == kBlack);
        }
      }
      return won;
    });
  });
  return wins;
}

}  // namespace

void bind_hex_baselines(nb::module_& m) {
  m.def(
      "deals_of", [](int free) { return deals_of(checked("free", free, 0, kMaxCells)); }, nb::arg("free"),
      "The number of deals that brute force makes with this many free cells.");
  m.def(
      "winning_moves",
      [](const Position& position) {
        const Placement placement = placement_of(position);
        return hex_line(placement.shape, placement.winning_cells());
      },
      nb::arg("position"), "The moves that win at once.");
  m.def("black_wins", &black_wins, nb::arg("position"), nb::arg("playouts"), nb::arg("bridges") = false,
        nb::arg("seed") = 0, nb::arg("stop").none() = nb::none(),
        "The number of random playouts that Black wins. With `bridges`, both sides save their bridges.");

  nb::class_<PyBruteForce>(m, "BruteForceSearch", "The search of the engine `bruteforce`.")
      .def(nb::init<const Position&>(), nb::arg("position"))
      .def("run", &PyBruteForce::run, nb::arg("seconds"), nb::arg("deals"), nb::arg("threads"),
           nb::arg("stop").none() = nb::none(),
           "Run for `seconds`, or until about `deals` deals have been made in total, but make at least a few.")
      .def("cells", &PyBruteForce::cells,
           "For each free cell: its move, and the sum of the qualities and the number of the deals that gave it to\n"
           "the side to move.")
      .def_prop_ro("complete", &PyBruteForce::complete, "Whether every deal has been made.")
      .def_prop_ro("deals", &PyBruteForce::deals, "The number of deals made so far.");

  nb::class_<PyMonteCarlo>(m, "MonteCarloSearch", "The search of the engine `montecarlo`.")
      .def(nb::init<const Position&, std::uint64_t, std::uint64_t>(), nb::arg("position"), nb::arg("deals"),
           nb::arg("seed"))
      .def("run", &PyMonteCarlo::run, nb::arg("seconds"), nb::arg("threads"), nb::arg("stop").none() = nb::none(),
           "Run for `seconds`, or until all deals have been made.")
      .def("cells", &PyMonteCarlo::cells,
           "For each free cell: its move, the number of deals, the number that the side to move won, and the sums of\n"
           "the qualities of the boards won by the side to move and by the opponent.")
      .def_prop_ro("complete", &PyMonteCarlo::complete, "Whether every deal has been made.")
      .def_prop_ro("deals", &PyMonteCarlo::deals, "The number of deals made so far.");

  nb::class_<PyTree>(m, "TreeSearch", "The search of the engine `mcts`.")
      .def(nb::init<const Position&, double, int, int, std::uint64_t>(), nb::arg("position"), nb::arg("exploration"),
           nb::arg("depth"), nb::arg("threads"), nb::arg("seed"))
      .def("grow", &PyTree::grow, nb::arg("seconds"), nb::arg("playouts"), nb::arg("stop").none() = nb::none(),
           "Run playouts for `seconds`, until there are `playouts` in total, or until the outcome is proven.\n"
           "Returns the value from 0 to 1, plies to a proven win (negative for a loss, 0 if neither is proven),\n"
           "the length of the longest path, and the line.")
      .def("root_moves", &PyTree::root_moves,
           "Each move with its visits, its mean value from 0 to 1, and plies to a proven win (negative for a loss,\n"
           "0 if neither is proven).")
      .def_prop_ro("playouts", &PyTree::playouts, "The number of playouts; a visit to a finished game counts as one.")
      .def_prop_ro("solved", &PyTree::solved, "Whether the outcome is proven.");
}

}  // namespace hexapoda::bindings
