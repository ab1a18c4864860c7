#include "hex/baselines/montecarlo.hpp"

#include <atomic>
#include <mutex>

#include "hex/baselines/playout.hpp"

namespace hexapoda::hex {

class MonteCarlo::Work {
 public:
  Work(const Placement& placement, std::uint64_t deals, std::uint64_t seed)
      : cells_of_(placement.free().size()), wanted_(deals), rounds_(rounds(deals, cells_of_)), seed_(seed) {
    for (const Cell cell : placement.free()) means_.push_back({cell, 0, 0, 0, 0});
  }
  virtual ~Work() = default;

  void run(search::ThreadTeam& team) {
    team.run([&](int worker) {
      bool first = worker == 0 && next_ == 0;
      while (first || !team.over(worker)) {
        const std::uint64_t unit = next_.fetch_add(1);
        if (unit >= rounds_ * cells_of_) break;
        first = false;
        const std::uint64_t cell = unit % cells_of_, round = unit / cells_of_;
        const std::uint64_t all = wanted_ / cells_of_ + (cell < wanted_ % cells_of_);
        const std::uint64_t count = share(all, round + 1) - share(all, round);
        CellMean mean{means_[cell].cell, count, 0, 0, 0};
        search::Random random(search::spread(seed_ ^ search::spread(unit)));
        deal(mean, random);
        const std::lock_guard lock(adding_);
        means_[cell].deals += count;
        means_[cell].wins += mean.wins;
        means_[cell].own += mean.own;
        means_[cell].other += mean.other;
        deals_ += count;
      }
    });
  }

  bool complete() const { return deals_ == wanted_; }
  std::uint64_t deals() const { return deals_; }
  const std::vector<CellMean>& cells() const { return means_; }

 protected:
  // Makes `mean.deals` deals in which `mean.cell` belongs to the side to move.
  virtual void deal(CellMean& mean, search::Random& random) const = 0;

 private:
  static constexpr std::uint64_t kRoundDeals = 100;  // deals of a cell in one round

  static std::uint64_t rounds(std::uint64_t deals, std::uint64_t cells) {
    return std::max<std::uint64_t>(1, deals / cells / kRoundDeals);
  }
  std::uint64_t share(std::uint64_t all, std::uint64_t rounds) const {
    return all / rounds_ * rounds + all % rounds_ * rounds / rounds_;
  }

  const std::uint64_t cells_of_, wanted_, rounds_, seed_;
  std::atomic<std::uint64_t> next_{0};
  std::mutex adding_;
  std::uint64_t deals_ = 0;
  std::vector<CellMean> means_;
};

namespace {

template <int kWords>
class DealsOnWords : public MonteCarlo::Work {
 public:
  using Set = BitCells<kWords>;

  DealsOnWords(const Placement& placement, std::uint64_t deals, std::uint64_t seed)
      : Work(placement, deals, seed),
        graph_(placement.shape),
        own_(Set::of(placement.of(placement.to_move))),
        free_(placement.free()),
        color_(placement.to_move) {}

 private:
  void deal(MonteCarlo::CellMean& mean, search::Random& random) const override {
    Set own = own_;
    own.add(mean.cell);
    std::vector<Cell> free = free_;
    std::erase(free, mean.cell);
    const Deal<kWords> rest(free);
    const int count = static_cast<int>(free.size()) / 2;
    for (std::uint64_t i = 0; i < mean.deals; ++i) {
      const Set all = own | rest.draw(count, random);
      const ShortestChains won = graph_.shortest_chains(all, color_);
      if (won.length != 0) {
        mean.own += won.count / won.length;
        ++mean.wins;
      } else {
        const ShortestChains lost = graph_.shortest_chains(graph_.all() - all, 1 - color_);
        mean.other += lost.count / lost.length;
      }
    }
  }

  const CellGraph<kWords> graph_;
  const Set own_;
  const std::vector<Cell> free_;
  const int color_;
};

}  // namespace

MonteCarlo::MonteCarlo(const Placement& placement, std::uint64_t deals, std::uint64_t seed)
    : work_(with_words(placement.shape, [&](auto words) -> std::unique_ptr<Work> {
        return std::make_unique<DealsOnWords<words>>(placement, deals, seed);
      })) {}
MonteCarlo::~MonteCarlo() = default;

void MonteCarlo::run(search::ThreadTeam& team) { work_->run(team); }
bool MonteCarlo::complete() const { return work_->complete(); }
std::uint64_t MonteCarlo::deals() const { return work_->deals(); }
std::vector<MonteCarlo::CellMean> MonteCarlo::cells() const { return work_->cells(); }

}  // namespace hexapoda::hex
