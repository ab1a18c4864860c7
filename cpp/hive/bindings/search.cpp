// Python bindings for the alpha-beta search of Hive: an object that keeps its table and what it has learned
// between searches.
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <map>

#include "bindings/search_report.hpp"
#include "hive/bindings/moves.hpp"
#include "hive/bindings/register.hpp"
#include "hive/search/search_board.hpp"
#include "hive/solve/attack.hpp"
#include "hive/solve/solver.hpp"
#include "search/alphabeta/alphabeta.hpp"

namespace hexapoda::bindings {
namespace {

using hive::SearchBoard;

using PyReport = SearchReport<PyMove>;

// The moves of a line. If the search cut a proven line short, the line is completed from the transposition table.
std::vector<PyMove> full_line(const SearchBoard& root, const search::Report& report,
                              const search::TranspositionTable& table) {
  SearchBoard board(root);
  std::vector<PyMove> moves;
  const std::size_t length =
      std::max(report.line.size(), static_cast<std::size_t>(std::abs(search::plies_to_end(report.score))));
  while (moves.size() < length && board.ending() == search::kNotOver) {
    std::uint32_t code = 0;
    search::TableEntry entry;
    if (moves.size() < report.line.size()) {
      code = report.line[moves.size()];
    } else if (table.probe(board.key(), entry) && search::is_proven(entry.score)) {
      code = entry.move;
    } else if (const PackedMove win = hive::winning_move(board.position()); win != kPass) {
      code = board.code(win);
    }
    const auto move = code != 0 ? board.decode(code) : std::nullopt;
    if (!move) break;
    const auto legal = LegalMoves(board.position()).find(*move);
    if (!legal) break;
    moves.push_back(*legal);
    board.make(*move);
  }
  return moves;
}

constexpr double kSolverShare = 0.05;               // the solver's share of the time and nodes
constexpr std::uint64_t kMaxSolverNodes = 100'000;  // the maximum number of nodes for the solver

constexpr int kMaxNoise = 100'000;  // beyond any evaluation of a trained network

class SearchCore {
 public:
  static constexpr std::size_t kMaxMegabytes = 65536;
  static constexpr int kMaxLines = 65536, kMaxDepth = 1000;

  SearchCore(std::size_t megabytes, const hive::EvaluationNetwork* network)
      : network_(network), search_(checked("megabytes", megabytes, std::size_t{1}, kMaxMegabytes)) {}

  void new_game() {
    const Lock lock(busy_);
    const LongCall call;
    const WithoutGil release;
    search_.new_game();
  }

  std::vector<PyReport> search(const Position& position, double seconds, double soft_seconds, std::uint64_t nodes,
                               int depth, int threads, int lines, std::uint32_t features, const hive::PlayStyle& style,
                               const StopToken* token, nb::object on_report) {
    if (position.board_over()) throw nb::value_error("the game is over: there is nothing to search");
    search::Limits limits = checked_limits(seconds, soft_seconds, nodes, depth);
    const search::Settings settings{features, checked_threads(threads), checked("lines", lines, 1, kMaxLines)};
    const SearchBoard board(position, style, network_);
    const Lock lock(busy_);
    LongCall call(token);
    std::exception_ptr error;
    std::vector<search::Report> reports;
    hive::Solution proof;
    {
      const WithoutGil release;
      const auto began = std::chrono::steady_clock::now();
      forget_other_style(board, style);
      proof = prove(board.position(), limits, settings, style, call);
      // The time for clearing a large table and for the proof counts against the limits.
      const double spent = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
      limits.seconds -= spent;
      limits.soft_seconds -= spent;
      if (nodes != 0) limits.nodes = nodes - std::min(nodes - 1, proof.nodes);
      if (proof.line.empty()) {
        const auto send_report = [&](const search::Report& report) {
          if (on_report.is_none() || error) return;
          try {
            with_gil([&] { on_report(py_report(board, report, proof)); });
          } catch (...) {
            error = std::current_exception();
          }
        };
        reports = search_.search(board, limits, settings, send_report, [&] { return error || call(); });
      }
    }
    call.rethrow();
    if (error) std::rethrow_exception(error);
    std::vector<PyReport> result;
    if (!proof.line.empty()) {
      result.push_back(py_report(proof));
      if (!on_report.is_none()) on_report(result.back());
    }
    for (const auto& report : reports) result.push_back(py_report(board, report, proof));
    return result;
  }

 private:
  // Converts limits from Python, where 0 nodes or plies mean no limit.
  static search::Limits checked_limits(double seconds, double soft_seconds, std::uint64_t nodes, int depth) {
    search::Limits limits;
    limits.seconds = checked_seconds(seconds);
    limits.soft_seconds = checked_seconds(soft_seconds);
    if (nodes != 0) limits.nodes = nodes;
    if (checked("depth", depth, 0, kMaxDepth) != 0) limits.depth = depth;
    return limits;
  }

  // Clears the table if its scores no longer apply: they were found under other rules or in another style, or for the
  // other side in a style that favors one side.
  void forget_other_style(const SearchBoard& board, const hive::PlayStyle& style) {
    const bool one_sided = (style.attack | style.defense) != 0;
    if (!(board.position().rules() == rules_) || !(style == style_) || (one_sided && board.side() != side_))
      search_.clear();
    rules_ = board.position().rules();
    style_ = style;
    side_ = board.side();
  }

  // Spends a small part of the budget on an exact search for a forced result, which the selective main search may miss.
  // Skipped for weakened players and for MultiPV.
  static hive::Solution prove(const Position& position, const search::Limits& limits, const search::Settings& settings,
                              const hive::PlayStyle& style, LongCall& call) {
    if (!(settings.features & search::kSolver) || settings.lines > 1 || style.overlooked != 0) return {};
    hive::SolveLimits part;
    part.seconds = limits.seconds * kSolverShare;
    part.nodes = std::min<std::uint64_t>(kMaxSolverNodes,
                                         static_cast<std::uint64_t>(static_cast<double>(limits.nodes) * kSolverShare));
    if (limits.depth < search::Limits{}.depth) part.plies = limits.depth;  // the default depth is effectively no limit
    if (part.nodes == 0 || part.seconds <= 0) return {};                   // to the solver, 0 means no limit
    hive::Solution solution = hive::solve(position, part, [&] { return call(); });
    const bool decided = solution.result == hive::Proven::kWin || solution.result == hive::Proven::kLoss;
    if (!decided) solution.line.clear();
    return solution;
  }

  static PyReport py_report(const hive::Solution& proof) {
    const int end = proof.result == hive::Proven::kWin ? proof.plies : -proof.plies;
    std::vector<PyMove> line;
    for (const Move& move : proof.line) line.push_back(py_move(move));
    return {.depth = proof.plies,
            .selective_depth = proof.plies,
            .score = static_cast<double>(search::score_of_end(end)),
            .end_in = end,
            .nodes = proof.nodes,
            .seconds = proof.seconds,
            .line = line};
  }

  // `before` is the solver's result. Its nodes and seconds are added to those of the report.
  PyReport py_report(const SearchBoard& board, const search::Report& report, const hive::Solution& before) {
    return {.rank = report.rank,
            .depth = report.depth,
            .selective_depth = report.selective_depth,
            .score = static_cast<double>(report.score),
            .end_in = search::plies_to_end(report.score),
            .nodes = report.nodes + before.nodes,
            .seconds = report.seconds + before.seconds,
            .line = full_line(board, report, search_.table())};
  }

  OneAtATime busy_;
  hive::Rules rules_;
  hive::PlayStyle style_;
  const hive::EvaluationNetwork* network_;
  int side_ = 0;
  search::AlphaBeta<SearchBoard> search_;
};

}  // namespace

void bind_hive_search(nb::module_& m) {
  bind_search_report<PyMove>(m);
  m.def(
      "search_features",
      [] {
        std::map<std::string, std::uint32_t> features;
        for (const auto& [name, feature] : search::kFeatureNames) features.emplace(name, feature);
        return features;
      },
      "The search features that can be switched off, each with its bit in `features`.");

  nb::class_<hive::PlayStyle>(m, "PlayStyle", "The style of a player: randomness, weaknesses and preferences.")
      .def(
          "__init__",
          [](hive::PlayStyle* self, std::uint64_t seed, int noise, int attack, int defense, int overlooked) {
            new (self)
                hive::PlayStyle{seed, checked("noise", noise, 0, kMaxNoise), checked("attack", attack, 0, kMaxNoise),
                                checked("defense", defense, 0, kMaxNoise), checked("overlooked", overlooked, 0, 1000)};
          },
          nb::arg("seed") = 0, nb::arg("noise") = 0, nb::arg("attack") = 0, nb::arg("defense") = 0,
          nb::arg("overlooked") = 0,
          "`noise` is the maximum random change to an evaluation, `attack` the bonus for each filled cell beside the\n"
          "opponent's queen, and `defense` the penalty for each filled cell beside the player's own queen, all in\n"
          "hundredths of a point. `overlooked` is the share of moves that the player overlooks, in thousandths; it\n"
          "never overlooks a winning move.");

  nb::class_<SearchCore>(m, "SearchCore",
                         "An alpha-beta search that keeps its table and what it has learned between searches.")
      .def(nb::init<std::size_t, const hive::EvaluationNetwork*>(), nb::arg("megabytes"),
           nb::arg("network").none() = nb::none(), nb::keep_alive<1, 3>(),
           "Evaluates positions with `network`, or with the feature weights if it is None.")
      .def("new_game", &SearchCore::new_game,
           "Clear the table and what was learned, and allocate the memory for the table.")
      .def("search", &SearchCore::search, nb::arg("position"), nb::arg("seconds"), nb::arg("soft_seconds"),
           nb::arg("nodes"), nb::arg("depth"), nb::arg("threads"), nb::arg("lines"), nb::arg("features"),
           nb::arg("style"), nb::arg("stop").none() = nb::none(), nb::arg("on_report").none() = nb::none(),
           "The best lines, best first. `on_report` is called with each line after every iteration.");
}

}  // namespace hexapoda::bindings
