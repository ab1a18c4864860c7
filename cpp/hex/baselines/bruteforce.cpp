#include "hex/baselines/bruteforce.hpp"

#include <atomic>
#include <bit>
#include <mutex>

namespace hexapoda::hex {

double deals_of(int free) {
  const int own = (free + 1) / 2;
  double count = 1;
  for (int i = 1; i <= own; ++i) count = count * (free - own + i) / i;
  return count;
}

class BruteForce::Work {
 public:
  explicit Work(const Placement& placement)
      : free_(placement.free()),
        own_((static_cast<int>(free_.size()) + 1) / 2),
        split_(std::max(0, static_cast<int>(free_.size()) - kPartCells)),
        parts_(std::uint64_t{1} << split_) {
    for (const Cell cell : free_) sums_.push_back({cell, 0, 0});
  }
  virtual ~Work() = default;

  void run(search::ThreadTeam& team, std::uint64_t deals) {
    team.run([&](int worker) {
      std::vector<CellSum> sums = empty_sums();
      std::uint64_t done = 0;
      const bool first = worker == 0 && deals_ == 0;
      while ((first && done == 0) || (!team.over(worker) && deals_ < deals)) {
        const std::uint64_t part = next_part_.fetch_add(1);
        if (part >= parts_) break;
        // Multiplication by an odd number, modulo a power of 2, visits each part once.
        const std::uint64_t made = deal(part * 0x9E3779B97F4A7C15ULL & (parts_ - 1), sums);
        done += made;
        deals_ += made;
        ++parts_done_;
      }
      const std::lock_guard lock(adding_);
      for (std::size_t i = 0; i < sums.size(); ++i) {
        sums_[i].sum += sums[i].sum;
        sums_[i].deals += sums[i].deals;
      }
    });
  }

  bool complete() const { return parts_done_ == parts_; }
  std::uint64_t deals() const { return deals_; }
  const std::vector<CellSum>& cells() const { return sums_; }

 protected:
  static constexpr int kPartCells = 13;  // at most 1716 deals, which take half a millisecond

  // Makes the deals of a part and returns their number. The bits of `part` assign the first few cells to the two sides.
  virtual std::uint64_t deal(std::uint64_t part, std::vector<CellSum>& sums) const = 0;

  std::vector<CellSum> empty_sums() const {
    std::vector<CellSum> sums;
    for (const Cell cell : free_) sums.push_back({cell, 0, 0});
    return sums;
  }

  const std::vector<Cell> free_;
  const int own_, split_;

 private:
  const std::uint64_t parts_;
  std::atomic<std::uint64_t> next_part_{0}, parts_done_{0}, deals_{0};
  std::mutex adding_;
  std::vector<CellSum> sums_;
};

namespace {

template <int kWords>
class WorkOnWords : public BruteForce::Work {
 public:
  using Set = BitCells<kWords>;

  explicit WorkOnWords(const Placement& placement)
      : Work(placement),
        graph_(placement.shape),
        own_stones_(Set::of(placement.of(placement.to_move))),
        color_(placement.to_move) {}

 private:
  struct Total {
    double sum = 0;
    std::uint64_t deals = 0;

    Total& operator+=(const Total& other) {
      sum += other.sum;
      deals += other.deals;
      return *this;
    }
  };

  std::uint64_t deal(std::uint64_t part, std::vector<BruteForce::CellSum>& sums) const override {
    Set own = own_stones_;
    const int left = own_ - std::popcount(part);
    if (left < 0 || left > static_cast<int>(free_.size()) - split_) return 0;
    for (int i = 0; i < split_; ++i)
      if (part >> i & 1) own.add(free_[static_cast<std::size_t>(i)]);
    const Total total = deal_from(split_, left, own, sums);
    for (int i = 0; i < split_; ++i)
      if (part >> i & 1) give(sums, i, total);
    return total.deals;
  }

  // Makes all deals of the free cells from index `at` on that give `left` of them to the side to move. `own` holds the
  // cells that this side already has. The total of a subtree is added to a cell once, not deal by deal.
  Total deal_from(int at, int left, Set own, std::vector<BruteForce::CellSum>& sums) const {
    const int rest = static_cast<int>(free_.size()) - at;
    if (left == 0) return {quality(own), 1};
    if (left == rest) {
      for (int i = at; i < at + rest; ++i) own.add(free_[static_cast<std::size_t>(i)]);
      const Total total{quality(own), 1};
      for (int i = at; i < at + rest; ++i) give(sums, i, total);
      return total;
    }
    Total total = deal_from(at + 1, left, own, sums);
    own.add(free_[static_cast<std::size_t>(at)]);
    const Total with = deal_from(at + 1, left - 1, own, sums);
    give(sums, at, with);
    return total += with;
  }

  static void give(std::vector<BruteForce::CellSum>& sums, int index, const Total& total) {
    sums[static_cast<std::size_t>(index)].sum += total.sum;
    sums[static_cast<std::size_t>(index)].deals += total.deals;
  }

  double quality(const Set& own) const {
    const ShortestChains won = graph_.shortest_chains(own, color_);
    if (won.length != 0) return won.count / won.length;
    const ShortestChains lost = graph_.shortest_chains(graph_.all() - own, 1 - color_);
    return -lost.count / lost.length;
  }

  const CellGraph<kWords> graph_;
  const Set own_stones_;
  const int color_;
};

}  // namespace

BruteForce::BruteForce(const Placement& placement)
    : work_(with_words(placement.shape, [&](auto words) -> std::unique_ptr<Work> {
        return std::make_unique<WorkOnWords<words>>(placement);
      })) {}
BruteForce::~BruteForce() = default;

void BruteForce::run(search::ThreadTeam& team, std::uint64_t deals) { work_->run(team, deals); }
bool BruteForce::complete() const { return work_->complete(); }
std::uint64_t BruteForce::deals() const { return work_->deals(); }
std::vector<BruteForce::CellSum> BruteForce::cells() const { return work_->cells(); }

}  // namespace hexapoda::hex
