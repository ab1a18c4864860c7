#include "hex/baselines/plain_tree.hpp"

#include <cmath>
#include <limits>

#include "hex/baselines/playout.hpp"
#include "search/tree/uct.hpp"

namespace hexapoda::hex {

class PlainTree::Trees {
 public:
  virtual ~Trees() = default;
  virtual void grow(search::ThreadTeam& team, std::uint64_t playouts) = 0;
  virtual bool solved() const = 0;
  virtual std::uint64_t playouts() const = 0;
  virtual std::vector<RootMove> root_moves() const = 0;
  virtual search::SearchLine<Cell> best() = 0;
};

namespace {

// The Board that search/tree/uct.hpp expects.
template <int kWords>
class TreeBoard {
 public:
  using Move = Cell;
  static constexpr std::size_t kMaxMoves = kMaxCells;

  explicit TreeBoard(const Placement& placement)
      : graph_(placement.shape),
        stones_{BitCells<kWords>::of(placement.black), BitCells<kWords>::of(placement.white)},
        to_move_(placement.to_move) {}

  int generate(Cell* list) const {
    int count = 0;
    free().for_each([&](Cell cell) { list[count++] = cell; });
    return count;
  }
  void make(Cell cell) {
    stones_[to_move_].add(cell);
    to_move_ = 1 - to_move_;
    made_.push_back(cell);
  }
  void unmake() {
    to_move_ = 1 - to_move_;
    stones_[to_move_].remove(made_.back());
    made_.pop_back();
  }
  // Only the side that made the last move can have won.
  int ending() const { return graph_.joined(stones_[1 - to_move_], 1 - to_move_) ? -1 : search::kNotOver; }

  BitCells<kWords> free() const { return graph_.all() - stones_[0] - stones_[1]; }
  const CellGraph<kWords>& graph() const { return graph_; }
  const BitCells<kWords>& stones(int color) const { return stones_[color]; }
  int to_move() const { return to_move_; }

 private:
  CellGraph<kWords> graph_;
  BitCells<kWords> stones_[2];
  int to_move_;
  std::vector<Cell> made_;
};

struct DealPlayout {
  template <int kWords>
  double operator()(const TreeBoard<kWords>& board, search::Random& random, search::Budget&) const {
    std::vector<Cell> free;
    board.free().for_each([&](Cell cell) { free.push_back(cell); });
    const int count = (static_cast<int>(free.size()) + 1) / 2;
    const auto own = board.stones(board.to_move()) | Deal<kWords>(free).draw(count, random);
    return board.graph().joined(own, board.to_move()) ? 1 : 0;
  }
};

template <int kWords>
class TreesOnWords : public PlainTree::Trees {
 public:
  TreesOnWords(const Placement& placement, double exploration, int depth, int threads, std::uint64_t seed) {
    const TreeBoard<kWords> board(placement);
    const search::UctSettings settings{exploration, depth, kAllNodes / static_cast<unsigned>(threads)};
    trees_.reserve(static_cast<std::size_t>(threads));
    for (int i = 0; i < threads; ++i) trees_.emplace_back(board, DealPlayout(), settings, search::spread(seed) + i);
  }

  void grow(search::ThreadTeam& team, std::uint64_t playouts) override {
    // Each tree has a fixed share of all playouts: how fast the threads are must not change the result.
    const std::uint64_t threads = trees_.size();
    team.run([&](int worker) {
      const auto index = static_cast<std::uint64_t>(worker);
      grow_tree(team, worker, playouts / threads + (index < playouts % threads));
    });
    // The playouts of threads that the system could not start.
    const std::uint64_t left = playouts - std::min(playouts, this->playouts());
    if (left != 0 && !solved()) grow_tree(team, 0, trees_.front().playouts() + left);
  }

  bool solved() const override {
    return std::any_of(trees_.begin(), trees_.end(), [](const auto& tree) { return tree.solved(); });
  }
  std::uint64_t playouts() const override {
    std::uint64_t sum = 0;
    for (const auto& tree : trees_) sum += tree.playouts();
    return sum;
  }

  std::vector<PlainTree::RootMove> root_moves() const override {
    std::vector<PlainTree::RootMove> sum;
    for (const auto& tree : trees_) {
      for (const auto& [cell, visits, value, end_in] : tree.root_moves()) {
        auto at =
            std::find_if(sum.begin(), sum.end(), [wanted = cell](const auto& move) { return move.cell == wanted; });
        if (at == sum.end()) at = sum.insert(sum.end(), {cell, 0, 0, 0});
        const std::uint64_t all = at->visits + visits;
        if (all != 0)
          at->value = (at->value * static_cast<double>(at->visits) + value * visits) / static_cast<double>(all);
        at->visits = all;
        if (end_in != 0) at->end_in = end_in;
      }
    }
    return sum;
  }

  search::SearchLine<Cell> best() override {
    for (auto& tree : trees_)
      if (tree.solved()) return tree.best();
    search::SearchLine<Cell> result = trees_.front().best();
    if (trees_.size() == 1) return result;
    const auto moves = root_moves();
    const auto most = std::max_element(moves.begin(), moves.end(), [](const auto& a, const auto& b) {
      return std::pair(a.end_in >= 0, a.visits) < std::pair(b.end_in >= 0, b.visits);
    });
    result.line.clear();
    for (auto& tree : trees_) {
      const auto its = tree.best();
      result.selective_depth = std::max(result.selective_depth, its.selective_depth);
      if (its.line.front() == most->cell && its.line.size() > result.line.size()) result.line = its.line;
    }
    if (result.line.empty()) result.line.push_back(most->cell);
    result.score = most->value;
    return result;
  }

 private:
  static constexpr std::size_t kAllNodes = 2'000'000;

  void grow_tree(search::ThreadTeam& team, int worker, std::uint64_t playouts) {
    auto& tree = trees_[static_cast<std::size_t>(worker)];
    search::Budget unbounded(std::numeric_limits<double>::infinity(), std::numeric_limits<std::uint64_t>::max(), {});
    while (tree.playouts() < playouts && !tree.solved() && !team.over(worker)) tree.grow(unbounded);
    if (tree.solved()) team.halt();
  }

  std::vector<search::Uct<TreeBoard<kWords>, DealPlayout>> trees_;
};

}  // namespace

PlainTree::PlainTree(const Placement& placement, double exploration, int depth, int threads, std::uint64_t seed)
    : trees_(with_words(placement.shape, [&](auto words) -> std::unique_ptr<Trees> {
        return std::make_unique<TreesOnWords<words>>(placement, exploration, depth, threads, seed);
      })) {}
PlainTree::~PlainTree() = default;

void PlainTree::grow(search::ThreadTeam& team, std::uint64_t playouts) { trees_->grow(team, playouts); }
bool PlainTree::solved() const { return trees_->solved(); }
std::uint64_t PlainTree::playouts() const { return trees_->playouts(); }
std::vector<PlainTree::RootMove> PlainTree::root_moves() const { return trees_->root_moves(); }
search::SearchLine<Cell> PlainTree::best() { return trees_->best(); }

}  // namespace hexapoda::hex
