#include "hive/solver.hpp"

#include <algorithm>
#include <chrono>

#include "hive/attack.hpp"
#include "search/win_in_n.hpp"

namespace hexapoda::hive {
namespace {

constexpr std::size_t kTableMegabytes = 64;
constexpr int kDrawPlies = 4;  // forced draws are looked for so far: three passes, both queens at once
constexpr std::uint64_t kNoEnd = ~std::uint64_t{0};

using Search = search::WinInN<Attack>;

class Solver {
 public:
  Solver(const Position& position, const SolveLimits& limits, const std::function<bool()>& stop,
         const std::function<void(const SolveProgress&)>& progress)
      : root_(position),
        limits_(limits),
        progress_(progress),
        start_(std::chrono::steady_clock::now()),
        table_(kTableMegabytes),
        budget_([this, stop] { return stop() || out_of_time(); }) {}

  Solution run() {
    search();
    solution_.nodes = budget_.nodes();
    solution_.seconds = elapsed();
    return solution_;
  }

 private:
  double elapsed() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }
  bool out_of_time() const {
    if (progress_) progress_({solution_.searched, budget_.nodes()});
    return !telling_ && limits_.seconds > 0 && elapsed() >= limits_.seconds;
  }

  void search() {
    const Outcome outcome = root_.outcome();
    if (outcome.ending != Ending::kNone) {
      solution_.result = outcome.winner < 0               ? Proven::kDraw
                         : outcome.winner == root_.turn() ? Proven::kWin
                                                          : Proven::kLoss;
      solution_.shortest = true;
      return;
    }
    if (limits_.nodes > 0) budget_.allow_until(limits_.nodes);
    const int mover = root_.turn();
    Attack wins[2] = {{root_, mover}, {root_, 1 - mover}};
    Attack holds[2] = {{root_, mover, Goal::kDraw}, {root_, 1 - mover, Goal::kDraw}};
    const int last =
        limits_.plies > 0 ? std::min(limits_.plies, search::ProofTable::kMostPlies) : search::ProofTable::kMostPlies;
    for (int plies = 1; plies <= last; ++plies) {
      for (const int side : {0, 1})
        if (prove(wins[side], plies)) return tell_win(side == 0 ? Proven::kWin : Proven::kLoss, plies, wins[side]);
      if (plies <= kDrawPlies && prove(holds[0], plies) && prove(holds[1], plies)) return tell_draw(plies, holds);
      if (budget_.ended()) return;
      solution_.searched = plies;
    }
  }

  bool prove(Attack& attack, int plies) { return Search(attack, table_, budget_).prove(plies) && !budget_.ended(); }

  // The line of a shortest win: the attacker keeps to it, and the defender has an answer that lasts as long.
  void tell_win(Proven result, int plies, Attack& attack) {
    tell(result, plies, {&attack}, [&](int left) {
      return prove(attack, left) && (left == 0 || !attack.attacking() || !prove(attack, left - 1));
    });
  }
  // Each side keeps to moves that hold its draw.
  void tell_draw(int plies, Attack (&holds)[2]) {
    tell(Proven::kDraw, plies, {&holds[0], &holds[1]},
         [&](int left) { return prove(holds[0].attacking() ? holds[1] : holds[0], left); });
    // The game may end sooner than where it took both proofs to end.
    solution_.plies = static_cast<int>(solution_.line.size());
    solution_.shortest = false;
  }

  // `fits(left)`: whether the line may go on from where the attacks stand now, with so many plies left.
  template <class Fits>
  void tell(Proven result, int plies, const std::vector<Attack*>& attacks, Fits fits) {
    solution_.result = result;
    solution_.plies = plies;
    solution_.shortest = true;
    budget_.allow_until(kNoEnd);
    telling_ = true;
    std::vector<PackedMove> list(kMaxMoves);
    for (int left = plies - 1; left >= 0 && attacks[0]->verdict() == search::Verdict::kOpen; --left) {
      const Position& position = attacks[0]->position();
      MoveCounts kinds;
      const int count = position.generate(list.data(), &kinds);
      const Snapshot snapshot = position.detached();
      bool found = false;
      for (int i = 0; i < count && !found; ++i) {
        for (Attack* attack : attacks) attack->make(list[i]);
        found = fits(left);
        if (found)
          solution_.line.push_back(snapshot.unpack(list[i], i < kinds.placements                 ? Kind::kPlace
                                                            : i < kinds.placements + kinds.walks ? Kind::kWalk
                                                                                                 : Kind::kThrow));
        else
          for (Attack* attack : attacks) attack->unmake();
      }
      if (!found) return;
    }
  }

  Position root_;
  SolveLimits limits_;
  std::function<void(const SolveProgress&)> progress_;
  std::chrono::steady_clock::time_point start_;
  search::ProofTable table_;
  search::ProofBudget budget_;
  bool telling_ = false;  // what is proven is written down, whatever time it is
  Solution solution_;
};

}  // namespace

Solution solve(const Position& position, const SolveLimits& limits, const std::function<bool()>& stop,
               const std::function<void(const SolveProgress&)>& progress) {
  return Solver(position, limits, stop, progress).run();
}

}  // namespace hexapoda::hive
