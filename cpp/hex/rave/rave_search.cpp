#include "hex/rave/rave_search.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

#include "hex/rave/rave_worker.hpp"
#include "hex/solve/proof_adviser.hpp"
#include "search/thread_team.hpp"

namespace hexapoda::hex {
namespace {

constexpr std::uint64_t kCheckEvery = 16;    // playouts between clock checks; each evaluation is followed by one
constexpr std::uint64_t kKnownSpeed = 1000;  // playouts after which the speed is known
constexpr double kFirstReport = 0.1;         // seconds until the first report
constexpr double kReportGrowth = 1.25;       // the next report comes when the time has grown by this factor
constexpr double kLongestSilence = 1.0;      // the maximum number of seconds between two reports
constexpr float kShownVisits = 10;
constexpr std::uint64_t kResistPlayouts = 5'000;  // the maximum playouts for choosing a move in a lost position
// Playouts choose the move in a lost position only if at least 1 / kResistShare of the playouts and time that the proof
// took remain.
constexpr int kResistShare = 4;

// The status of a move. From best to worst: proven wins, the quickest one first; open moves; proven losses, the most
// visited one first; moves closed without a proof, because they are inferior or ignore a threat.
enum Class { kClosed, kLosing, kOpen, kWinning };

Class class_of(const RaveArena& arena, const RaveNode& node, Cell cell) {
  const Proof proof = node.has_child(cell) ? arena[node.child(cell)].proof.load() : Proof::kNone;
  if (proof == Proof::kLost || (node.proof == Proof::kWon && node.winning == cell)) return kWinning;
  if (proof == Proof::kWon) return kLosing;
  return node.closed(cell) ? kClosed : kOpen;
}

// The rank of a move in its node; higher is better.
using Rank = std::tuple<int, float, float, float>;

Rank rank_of(const RaveArena& arena, const RaveNode& node, Cell cell) {
  const PlayoutStats stats = node.stats(cell);
  const float bias = node.bias(cell);
  const Class known = class_of(arena, node, cell);
  const float plies = node.has_child(cell) ? static_cast<float>(arena[node.child(cell)].plies.load()) : 0;
  if (known == kWinning) return {known, -plies, stats.count, bias};
  if (known == kLosing) return {known, plies > 1 ? stats.count : -1, plies, bias};
  if (known == kClosed) return {known, stats.count, stats.wins, bias};
  return {known, stats.count, stats.count > 0 ? stats.wins : node.rave(cell).mean(), bias};
}

template <class RankOf>
std::vector<Cell> sorted(std::vector<Cell> cells, RankOf rank) {
  std::vector<std::pair<Rank, Cell>> order;
  for (const Cell cell : cells) order.emplace_back(rank(cell), cell);
  std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::ranges::transform(order, cells.begin(), [](const auto& entry) { return entry.second; });
  return cells;
}

std::vector<Cell> ranked(const RaveArena& arena, const RaveNode& node) {
  return sorted(node.moves(), [&](Cell cell) { return rank_of(arena, node, cell); });
}

// The moves in the order in which an analysis lists them: the best one first, the others by a lower confidence bound on
// their values.
std::vector<Cell> ranked_by_value(const RaveArena& arena, const RaveNode& node) {
  std::vector<Cell> cells = ranked(arena, node);
  if (cells.empty()) return cells;
  const Cell best = cells.front();
  return sorted(std::move(cells), [&](Cell cell) -> Rank {
    const Rank rank = rank_of(arena, node, cell);
    const PlayoutStats stats = node.stats(cell);
    const float bound = stats.count > 0 ? stats.mean() - 1 / std::sqrt(stats.count) : -1;
    if (cell == best) return {kWinning + 1, 0, 0, 0};
    return std::get<0>(rank) == kOpen ? Rank{kOpen, bound, std::get<2>(rank), std::get<3>(rank)} : rank;
  });
}

// Whether a half-turn of the board maps the position to itself.
bool is_symmetric(const Placement& placement) {
  for (const int color : {kBlack, kWhite}) {
    const auto& stones = placement.of(color);
    for (const Cell cell : stones)
      if (std::ranges::find(stones, placement.shape.rotated(cell)) == stones.end()) return false;
  }
  return true;
}

}  // namespace

class RaveSearch::Tree {
 public:
  Tree(Shape shape, std::size_t bytes) : tree_(bytes, shape.cells()) {}
  virtual ~Tree() = default;

  void clear() { tree_.clear(); }

  std::vector<RaveReport> search(const Placement& placement, const RaveLimits& limits, const RaveSettings& settings,
                                 int lines, const std::function<void(const RaveReport&)>& on_report,
                                 const std::function<bool()>& stopped) {
    search::ThreadTeam team(settings.threads, limits.seconds, stopped);  // its clock includes the setup
    std::vector<Cell> played;
    // Searches with playouts and searches with evaluations store different values in a node.
    const bool same_kind = ((settings.parts ^ std::exchange(parts_, settings.parts)) & (kPartNetwork | kPartPuct)) == 0;
    if (!(settings.parts & kPartReuse) || !same_kind || lost_in_ != 0 || !moves_between(root_, placement, played) ||
        !tree_.follow(played))
      tree_.clear();
    lost_in_ = 0;
    if (!tree_.empty()) check_proof(tree_.arena()[tree_.root()]);
    root_ = placement;
    // Limit the analysis of the root, to leave time for playouts.
    const double analyzed = limits.seconds * kRootAdviceShare;
    begin(placement, settings, tree_.empty(), true, [&] { return team.over(0) || team.elapsed_seconds() > analyzed; });
    Progress progress{limits, on_report, lines};
    run(team, limits.playouts, progress, true);
    const RaveNode& root = tree_.arena()[tree_.root()];
    if (root.proof == Proof::kLost) {
      lost_in_ = root.plies;
      const std::uint64_t left =
          std::min(kResistPlayouts, limits.playouts - std::min(limits.playouts, progress.playouts.load()));
      const double seconds = team.elapsed_seconds(), seconds_left = limits.seconds - seconds;
      if (root.plies > 2 && left * kResistShare >= std::min(progress.playouts.load(), kResistPlayouts) && left > 0 &&
          seconds_left * kResistShare >= seconds && !(stopped && stopped())) {
        tree_.clear();
        search::ThreadTeam second(settings.threads, seconds_left, stopped);
        begin(placement, settings, true, false, [&] { return second.over(0) || second.elapsed_seconds() > analyzed; });
        progress.seconds = seconds;
        run(second, left, progress, false);
      }
    }
    auto last = reports(progress, team.elapsed_seconds());
    if (on_report)
      for (const RaveReport& line : last) on_report(line);
    return last;
  }

 protected:
  // Begins a search. Creates the root node if `make_root` is true. `proofs` is as in RaveWorker::set_root(), `stop` as
  // in RaveWorker::set_stop().
  virtual void begin(const Placement& placement, const RaveSettings& settings, bool make_root, bool proofs,
                     WorkLimit::Stop stop) = 0;
  // Called on the worker's own thread before it grows the tree.
  virtual void get_ready(int worker, WorkLimit::Stop stop) = 0;
  virtual bool grow(int worker, std::uint64_t visits) = 0;  // returns whether more can be learned
  virtual int depth() const = 0;
  // The number of playouts that a call to grow() counts as.
  virtual std::uint64_t playouts_of_growth() const = 0;

  RaveTree tree_;

 private:
  struct Progress {
    const RaveLimits& limits;
    const std::function<void(const RaveReport&)>& on_report;
    const int lines;
    std::atomic<std::uint64_t> playouts{0};  // of the whole search
    double seconds = 0;                      // elapsed before this part of the search
    double next_report = kFirstReport;
  };

  // Grows the tree by at most `most` playouts; with `proofs`, stops once the root is proven.
  void run(search::ThreadTeam& team, std::uint64_t most, Progress& progress, bool proofs) {
    const RaveNode& root = tree_.arena()[tree_.root()];
    const std::uint64_t before = visits_of(root), done = progress.playouts;
    const RaveLimits& limits = progress.limits;
    const std::uint64_t each = playouts_of_growth(), check_every = each < kCheckEvery ? kCheckEvery : 1;
    const double ready = team.elapsed_seconds();
    team.run([&](int worker) {
      get_ready(worker, [&team, worker] { return team.over(worker); });
      for (std::uint64_t i = 0; !proofs || root.proof.load(std::memory_order_relaxed) == Proof::kNone; ++i) {
        // The first check comes after a few playouts, so that they can choose a move even if the time is already up.
        const bool checks = i != 0 && i % check_every == check_every - 1;
        if (checks && team.over(worker)) break;
        const std::uint64_t number = progress.playouts.fetch_add(each, std::memory_order_relaxed) - done;
        if (number >= most) {
          progress.playouts.fetch_sub(each, std::memory_order_relaxed);
          break;
        }
        if (!grow(worker, before + number / each + 1)) break;
        if (worker != 0 || !checks) continue;
        const double seconds = team.elapsed_seconds();
        if (proofs && limits.soft_seconds < limits.seconds) {
          // At first, the growth rate of the visit counts is unknown. The counts grow faster than the number of
          // playouts, because network evaluations add to them too.
          const auto growths = static_cast<double>(progress.playouts / each);
          const double grown = std::max(growths, static_cast<double>(visits_of(root)) - static_cast<double>(before));
          const double to_come = progress.playouts < kKnownSpeed
                                     ? std::numeric_limits<double>::infinity()
                                     : grown / (seconds - ready) * (limits.soft_seconds - seconds);
          if (is_clear(root, seconds >= limits.soft_seconds, to_come)) team.halt();
        }
        const double all = progress.seconds + seconds;
        if (all < progress.next_report) continue;
        progress.next_report = std::min(all * kReportGrowth, all + kLongestSilence);
        if (progress.on_report)
          for (const RaveReport& line : reports(progress, all)) progress.on_report(line);
      }
      team.halt();
    });
  }

  // A proof that names no move is useless at the root, so the search starts again.
  void check_proof(RaveNode& root) {
    if (root.proof != Proof::kWon) return;
    const auto wins = [&](Cell cell) { return class_of(tree_.arena(), root, cell) == kWinning; };
    if (std::ranges::none_of(root.moves(), wins)) tree_.clear();
  }

  // Whether `to` follows from `from` by at most one move of each side. Adds these moves to `moves`.
  static bool moves_between(const Placement& from, const Placement& to, std::vector<Cell>& moves) {
    if (!(from.shape == to.shape)) return false;
    std::vector<Cell> more[2];
    for (const int color : {kBlack, kWhite}) {
      for (const Cell cell : to.of(color))
        if (std::ranges::find(from.of(color), cell) == from.of(color).end()) more[color].push_back(cell);
      if (to.of(color).size() != from.of(color).size() + more[color].size()) return false;
    }
    const auto& own = more[from.to_move];
    const auto& other = more[1 - from.to_move];
    const std::size_t plies = own.size() + other.size();
    if (own.size() > 1 || other.size() > own.size() || (plies % 2 == 1) == (from.to_move == to.to_move)) return false;
    moves.insert(moves.end(), own.begin(), own.end());
    moves.insert(moves.end(), other.begin(), other.end());
    return true;
  }

  static std::uint64_t visits_of(const RaveNode& node) {
    double sum = 0;
    node.for_each_move([&](Cell cell) { sum += node.stats(cell).count; });
    return static_cast<std::uint64_t>(sum);
  }

  // Whether further search is pointless. Before the soft limit: no other move can overtake the most visited move in
  // time. After it: the most visited move also has the best value.
  static bool is_clear(const RaveNode& root, bool late, double to_come) {
    if (root.open == 1) return true;
    PlayoutStats first, second;
    double best_mean = 0;
    root.for_each_move([&](Cell cell) {
      if (root.closed(cell)) return;
      const PlayoutStats counts = root.stats(cell);
      if (counts.count > first.count) {
        second = first;
        first = counts;
      } else if (counts.count > second.count) {
        second = counts;
      }
      if (counts.count > kShownVisits) best_mean = std::max<double>(best_mean, counts.wins / counts.count);
    });
    if (late) return first.count > 0 && first.wins / first.count >= best_mean - 0.005;
    return first.count - second.count > to_come;
  }

  std::vector<RaveReport> reports(const Progress& progress, double seconds) {
    const int lines = progress.lines;
    // The last evaluation may count as more playouts than were left.
    const std::uint64_t playouts = std::min<std::uint64_t>(progress.playouts, progress.limits.playouts);
    std::vector<RaveReport> all;
    const RaveArena& arena = tree_.arena();
    const RaveNode& root = arena[tree_.root()];
    const bool symmetric = lines > 1 && is_symmetric(root_);
    std::vector<Cell> shown;
    for (const Cell cell : lines > 1 ? ranked_by_value(arena, root) : ranked(arena, root)) {
      if (static_cast<int>(all.size()) == lines) break;
      if (symmetric && std::ranges::find(shown, root_.shape.rotated(cell)) != shown.end()) continue;
      shown.push_back(cell);
      RaveReport report;
      report.rank = static_cast<int>(all.size()) + 1;
      const PlayoutStats stats = root.stats(cell);
      report.value = stats.count > 0 ? stats.mean() : root.rave(cell).mean();
      report.visits = static_cast<std::uint64_t>(stats.count);
      report.playouts = playouts;
      report.seconds = seconds;
      report.depth = depth();
      const RaveNode* child = root.has_child(cell) ? &arena[root.child(cell)] : nullptr;
      const Class known = class_of(arena, root, cell);
      if (lost_in_ != 0 || known == kLosing) {
        report.value = 0;
        report.end_in = lost_in_ != 0 ? -lost_in_ : -(child->plies + 1);
      } else if (known == kWinning) {
        report.value = 1;
        report.end_in = child != nullptr && child->proof == Proof::kLost ? child->plies + 1 : int{root.plies};
      }
      // A line must not have a higher value than the line before it: the values of rarely visited moves are unreliable.
      if (!all.empty()) report.value = std::min(report.value, all.back().value);
      report.line.push_back(cell);
      follow(child, report.line);
      all.push_back(std::move(report));
    }
    return all;
  }

  void follow(const RaveNode* node, std::vector<Cell>& line) const {
    const RaveArena& arena = tree_.arena();
    while (node != nullptr) {
      const std::vector<Cell> moves = ranked(arena, *node);
      if (moves.empty()) break;
      const Cell cell = moves.front();
      const bool known = node->proof != Proof::kNone && node->plies <= 2;
      if (!known && node->stats(cell).count < kShownVisits && !node->has_child(cell)) break;
      line.push_back(cell);
      node = node->has_child(cell) ? &arena[node->child(cell)] : nullptr;
    }
  }

  Placement root_;
  std::uint32_t parts_ = 0;  // of the last search
  int lost_in_ = 0;          // plies to the proven loss of the root, or 0; after a loss the tree is not reused
};

namespace {

template <int kWords>
class TreeOnWords : public RaveSearch::Tree {
 public:
  TreeOnWords(Shape shape, std::size_t bytes, const PatternWeights* patterns, const NetworkWeights* network)
      : Tree(shape, bytes),
        graph_(shape),
        patterns_(patterns),
        network_(shape.cells() <= kNetworkCells ? network : nullptr) {}

 private:
  void begin(const Placement& placement, const RaveSettings& settings, bool make_root, bool proofs,
             WorkLimit::Stop stop) override {
    settings_ = settings;
    if (make_root) tree_.set_lanes(evaluates() ? kLanesWithoutRave : kLanes);
    // Workers are reused, because allocating the adviser of a large board takes longer than a quick move.
    workers_.resize(static_cast<std::size_t>(settings.threads));
    for (std::size_t i = 0; i < workers_.size(); ++i) {
      if (!workers_[i])
        workers_[i] = std::make_unique<RaveWorker<kWords>>(graph_, tree_, settings_, patterns_, network_);
      workers_[i]->set_root(placement, search::spread(settings.seed + i), proofs);
    }
    get_ready(0, std::move(stop));
    workers_.front()->make_root(make_root);
  }
  void get_ready(int worker, WorkLimit::Stop stop) override {
    RaveWorker<kWords>& own = *workers_[static_cast<std::size_t>(worker)];
    own.set_stop(std::move(stop));
    const bool advised = (settings_.parts & kPartAdvice) != 0 && settings_.overlooked == 0 &&
                         graph_.shape().cells() <= ProofAdviser<kWords>::kMaxAdvisedCells;
    if (own.has_adviser() != advised)
      own.set_adviser(advised ? std::make_unique<ProofAdviser<kWords>>(graph_.shape()) : nullptr);
  }
  bool grow(int worker, std::uint64_t visits) override {
    return workers_[static_cast<std::size_t>(worker)]->grow(visits);
  }
  int depth() const override { return workers_.front()->depth(); }
  std::uint64_t playouts_of_growth() const override { return evaluates() ? kEvaluationPlayouts : 1; }
  bool evaluates() const { return evaluates_leaves(graph_.shape().cells(), network_ != nullptr, settings_); }

  const CellGraph<kWords> graph_;
  const PatternWeights* const patterns_;
  const NetworkWeights* const network_;
  RaveSettings settings_;
  std::vector<std::unique_ptr<RaveWorker<kWords>>> workers_;
};

}  // namespace

RaveSearch::RaveSearch(std::size_t megabytes, std::shared_ptr<const PatternWeights> patterns,
                       std::shared_ptr<const NetworkWeights> network)
    : bytes_(megabytes << 20), patterns_(std::move(patterns)), network_(std::move(network)) {}
RaveSearch::~RaveSearch() = default;

void RaveSearch::clear() {
  if (tree_) tree_->clear();
}

std::vector<RaveReport> RaveSearch::search(const Placement& placement, const RaveLimits& limits,
                                           const RaveSettings& settings, int lines,
                                           const std::function<void(const RaveReport&)>& on_report,
                                           const std::function<bool()>& stopped) {
  if (!tree_ || !(shape_ == placement.shape)) {
    tree_.reset();
    tree_ = with_words(placement.shape, [&](auto words) -> std::unique_ptr<Tree> {
      return std::make_unique<TreeOnWords<words>>(placement.shape, bytes_, patterns_.get(), network_.get());
    });
    shape_ = placement.shape;
  }
  try {
    return tree_->search(placement, limits, settings, lines, on_report, stopped);
  } catch (...) {  // out of memory, anywhere in the tree
    tree_.reset();
    throw;
  }
}

}  // namespace hexapoda::hex
