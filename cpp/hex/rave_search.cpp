#include "hex/rave_search.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <tuple>
#include <utility>

#include "hex/crew.hpp"
#include "hex/proof_adviser.hpp"
#include "hex/rave_worker.hpp"

namespace hexapoda::hex {
namespace {

constexpr int kLookEvery = 16;               // playouts between two looks at the clock
constexpr std::uint64_t kKnownSpeed = 1000;  // playouts after which their speed is known
constexpr double kFirstReport = 0.1;         // seconds
constexpr double kReportGrowth = 1.25;       // the next report comes after so many times the time
constexpr double kLongestSilence = 1.0;      // seconds
constexpr std::uint32_t kShownVisits = 10;

// Where a move stands among those of its node, higher is better: one that is proven to win, the quicker the better;
// then by visits; what is closed comes last, lost ones after the others.
using Standing = std::tuple<int, float, float, float>;

Standing standing(const RaveArena& arena, const RaveNode& node, Cell cell) {
  const Tally stats = node.stats(cell);
  const float bias = node.bias(cell);
  const RaveNode* const child = node.has_child(cell) ? &arena[node.child(cell)] : nullptr;
  const Proof proof = child != nullptr ? child->proof.load() : Proof::kNone;
  const bool wins = proof == Proof::kLost || (node.proof == Proof::kWon && node.winning == cell);
  if (wins) return {3, child != nullptr ? -static_cast<float>(child->plies) : 0, stats.count, bias};
  if (proof == Proof::kWon) return {0, static_cast<float>(child->plies), stats.count, bias};
  if (node.closed(cell)) return {1, stats.count, stats.wins, bias};
  return {2, stats.count, stats.count > 0 ? stats.wins : node.rave(cell).mean(), bias};
}

std::vector<Cell> ranked(const RaveArena& arena, const RaveNode& node) {
  std::vector<std::pair<Standing, Cell>> order;
  for (const Cell cell : node.moves()) order.emplace_back(standing(arena, node, cell), cell);
  std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<Cell> moves;
  for (const auto& entry : order) moves.push_back(entry.second);
  return moves;
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
    Crew crew(settings.threads, limits.seconds, stopped);  // its clock runs while things are got ready
    std::vector<Cell> played;
    if (!(settings.parts & kPartReuse) || !moves_between(root_, placement, played) || !tree_.follow(played))
      tree_.clear();
    // Below the root a loss ended the search; as the root it is searched for the moves that resist.
    if (!tree_.empty() && tree_.arena()[tree_.root()].proof == Proof::kLost) tree_.clear();
    root_ = placement;
    begin(placement, settings, tree_.empty());
    std::atomic<std::uint64_t> playouts{0};
    double next_report = kFirstReport;
    const RaveNode& root = tree_.arena()[tree_.root()];
    const std::uint64_t before = visits_of(root);
    const auto report = [&] { return reports(root, lines, playouts, crew.seconds()); };
    const double ready = crew.seconds();
    crew.run([&](int worker) {
      get_ready(worker);
      for (int i = 0; root.proof.load(std::memory_order_relaxed) == Proof::kNone; ++i) {
        // However late it is, a few playouts choose the move.
        if (i % kLookEvery == kLookEvery - 1 && crew.over(worker)) break;
        const std::uint64_t number = playouts.fetch_add(1, std::memory_order_relaxed);
        if (number >= limits.playouts) {
          playouts.fetch_sub(1, std::memory_order_relaxed);
          break;
        }
        grow(worker, before + number + 1);
        if (worker != 0 || i % kLookEvery != kLookEvery - 1) continue;
        const double seconds = crew.seconds();
        if (limits.soft_seconds < limits.seconds) {
          // How fast counts grow is not known at first; by more than the playouts, as the network's answers count too.
          const double grown = std::max(static_cast<double>(playouts),
                                        static_cast<double>(visits_of(root)) - static_cast<double>(before));
          const double to_come = playouts < kKnownSpeed ? std::numeric_limits<double>::infinity()
                                                        : grown / (seconds - ready) * (limits.soft_seconds - seconds);
          if (is_clear(root, seconds >= limits.soft_seconds, to_come)) crew.halt();
        }
        if (seconds < next_report) continue;
        next_report = std::min(seconds * kReportGrowth, seconds + kLongestSilence);
        if (on_report)
          for (const RaveReport& line : report()) on_report(line);
      }
      crew.halt();
    });
    auto last = report();
    if (on_report)
      for (const RaveReport& line : last) on_report(line);
    return last;
  }

 protected:
  // Begins a search, and makes the root's node if `plant`.
  virtual void begin(const Placement& placement, const RaveSettings& settings, bool plant) = 0;
  // On the worker's own thread, before it grows anything.
  virtual void get_ready(int worker) = 0;
  virtual void grow(int worker, std::uint64_t visits) = 0;
  virtual int depth() const = 0;

  RaveTree tree_;

 private:
  // Whether one position may come from the other by a move of each side at most, and by which.
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

  // Whether more thought is of no use: before the soft bound when no other move can be tried as often as the first in
  // what is to come until then, after it when the move tried most is also the one that wins most.
  static bool is_clear(const RaveNode& root, bool late, double to_come) {
    if (root.open == 1) return true;
    Tally first, second;
    double best_mean = 0;
    root.for_each_move([&](Cell cell) {
      if (root.closed(cell)) return;
      const Tally counts = root.stats(cell);
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

  std::vector<RaveReport> reports(const RaveNode& root, int lines, std::uint64_t playouts, double seconds) {
    std::vector<RaveReport> all;
    const RaveArena& arena = tree_.arena();
    for (const Cell cell : ranked(arena, root)) {
      if (static_cast<int>(all.size()) == lines) break;
      RaveReport report;
      report.rank = static_cast<int>(all.size()) + 1;
      const Tally stats = root.stats(cell);
      report.value = stats.count > 0 ? stats.mean() : root.rave(cell).mean();
      report.visits = static_cast<std::uint64_t>(stats.count);
      report.playouts = playouts;
      report.seconds = seconds;
      report.depth = depth();
      const RaveNode* child = root.has_child(cell) ? &arena[root.child(cell)] : nullptr;
      const Proof proof = child != nullptr ? child->proof.load() : Proof::kNone;
      if (proof != Proof::kNone) {
        report.value = proof == Proof::kLost ? 1 : 0;
        report.end_in = (proof == Proof::kLost ? 1 : -1) * (child->plies + 1);
      } else if (root.proof == Proof::kWon && root.winning == cell) {
        report.value = 1;
        report.end_in = root.plies;
      } else if (root.proof == Proof::kLost) {
        report.value = 0;
        report.end_in = -root.plies;
      }
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
};

namespace {

template <int kWords>
class TreeOnWords : public RaveSearch::Tree {
 public:
  TreeOnWords(Shape shape, std::size_t bytes, const PatternWeights* patterns, const NetworkWeights* network)
      : Tree(shape, bytes),
        graph_(shape),
        patterns_(patterns),
        network_(shape.cells() <= kJudgedCells ? network : nullptr) {}

 private:
  void begin(const Placement& placement, const RaveSettings& settings, bool plant) override {
    settings_ = settings;
    // Workers are kept: an adviser of a large board has so much memory that getting it takes longer than a quick move.
    workers_.resize(static_cast<std::size_t>(settings.threads));
    for (std::size_t i = 0; i < workers_.size(); ++i) {
      if (!workers_[i])
        workers_[i] = std::make_unique<RaveWorker<kWords>>(graph_, tree_, settings_, patterns_, network_);
      workers_[i]->set_root(placement, search::spread(settings.seed + i));
    }
    get_ready(0);
    workers_.front()->plant(plant);
  }
  void get_ready(int worker) override {
    RaveWorker<kWords>& own = *workers_[static_cast<std::size_t>(worker)];
    const bool advised = (settings_.parts & kPartAdvice) != 0 && settings_.overlooked == 0 &&
                         graph_.shape().cells() <= ProofAdviser<kWords>::kMostCells;
    if (own.has_adviser() != advised)
      own.set_adviser(advised ? std::make_unique<ProofAdviser<kWords>>(graph_.shape()) : nullptr);
  }
  void grow(int worker, std::uint64_t visits) override { workers_[static_cast<std::size_t>(worker)]->grow(visits); }
  int depth() const override { return workers_.front()->depth(); }

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
  } catch (...) {  // out of memory, at any point of the tree
    tree_.reset();
    throw;
  }
}

}  // namespace hexapoda::hex
