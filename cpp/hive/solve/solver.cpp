#include "hive/solve/solver.hpp"

#include <algorithm>
#include <chrono>

#include "hive/solve/attack.hpp"
#include "search/proof/dfpn.hpp"
#include "search/proof/win_in_n.hpp"

namespace hexapoda::hive {
namespace {

using search::ProofEntry;
using Search = search::WinInN<Attack>;

constexpr std::size_t kTableMegabytes = 128;  // the maximum size of each of the three tables
constexpr int kDrawPlies = 4;  // forced draws are searched to this depth: three passes, or both queens surrounded
constexpr std::uint64_t kFirstSlice = 1 << 13;  // nodes
constexpr std::uint64_t kDeepSlices = 4;        // df-pn may search this many times as many nodes: each costs less
constexpr int kBestValue = 1000;                // the highest value of a move in report_line()
constexpr int kUnknown = ProofEntry::kUnknown;
constexpr std::uint64_t kUnlimited = ~std::uint64_t{0};

class Solver {
 public:
  Solver(const Position& position, const SolveLimits& limits, const std::function<bool()>& stop,
         const std::function<void(const SolveProgress&)>& progress)
      : root_(position),
        limits_(limits),
        progress_(progress),
        start_(std::chrono::steady_clock::now()),
        table_(kTableMegabytes),
        budget_([this, stop] { return stop() || out_of_time(); }),
        wins_{{position, position.turn()}, {position, 1 - position.turn()}},
        holds_{{position, position.turn(), Goal::kDraw}, {position, 1 - position.turn(), Goal::kDraw}},
        deep_{{wins_[0], table_, budget_, kTableMegabytes}, {wins_[1], table_, budget_, kTableMegabytes}} {}

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
    return limits_.seconds > 0 && elapsed() >= limits_.seconds;
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
    if (limits_.plies > 0) {
      deepen(limits_.nodes > 0 ? limits_.nodes : kUnlimited);
      return;
    }
    // Without a limit on plies, iterative deepening and df-pn alternate, with growing slices of nodes.
    for (std::uint64_t slice = kFirstSlice; !finished(); slice *= 2) {
      if (deepen(slice)) return;
      for (const int side : {0, 1}) {
        if (!allow(kDeepSlices * slice) || !deep_[side].search()) continue;
        const ProofEntry* proof = table_.find(wins_[side].key());
        if (proof != nullptr && proof->wins != ProofEntry::kUnknown) return shorten(side, proof->wins);
      }
    }
  }

  // Allows a search this many nodes; returns false if none are left.
  bool allow(std::uint64_t nodes) {
    const std::uint64_t end = nodes < kUnlimited - budget_.nodes() ? budget_.nodes() + nodes : kUnlimited;
    budget_.allow_until(limits_.nodes > 0 ? std::min(end, limits_.nodes) : end);
    return !budget_.ended();
  }
  bool finished() const {
    return budget_.stopped() || (limits_.nodes > 0 && budget_.nodes() >= limits_.nodes) ||
           solution_.searched >= search::ProofTable::kMaxPlies;
  }

  // Iterative deepening, ply by ply. Returns true if there is a result or nothing is left to do.
  bool deepen(std::uint64_t nodes) {
    allow(nodes);
    const int last =
        limits_.plies > 0 ? std::min(limits_.plies, search::ProofTable::kMaxPlies) : search::ProofTable::kMaxPlies;
    for (int plies = solution_.searched + 1; plies <= last; ++plies) {
      for (const int side : {0, 1})
        if (prove(wins_[side], plies)) {
          report_win(side, plies);
          return true;
        }
      if (plies <= kDrawPlies && prove(holds_[0], plies) && prove(holds_[1], plies)) {
        report_draw(plies);
        return true;
      }
      if (budget_.ended()) return false;
      solution_.searched = plies;
    }
    return true;
  }

  // A win within `plies` is proven. Searches for a shorter win, with at most as many nodes as were searched before.
  void shorten(int side, int plies) {
    allow(budget_.nodes());
    for (int fewer = solution_.searched + 1; fewer < plies; ++fewer) {
      if (prove(wins_[side], fewer)) return report_win(side, fewer);
      if (budget_.ended()) return report_bound(side, plies);
      solution_.searched = fewer;
    }
    report_win(side, plies);
  }

  bool prove(Attack& attack, int plies) { return Search(attack, table_, budget_).prove(plies) && !budget_.ended(); }

  // Reports the line of a shortest win: the attacker plays a shortest win, and the defender holds out as long as
  // possible.
  void report_win(int side, int plies) {
    Attack& attack = wins_[side];
    solution_.shortest = true;
    report_line(
        side == 0 ? Proven::kWin : Proven::kLoss, plies, {&attack},
        [&](int left) {
          return prove(attack, left) && (left == 0 || !attack.attacking() || !prove(attack, left - 1)) ? kBestValue : 0;
        },
        [&](int left) { return rate(attack, left); });
  }
  // Reports the line of a win that may not be shortest: each side follows the proven bounds.
  void report_bound(int side, int plies) {
    Attack& attack = wins_[side];
    const auto evaluate = [&](int left) { return rate(attack, left); };
    report_line(side == 0 ? Proven::kWin : Proven::kLoss, plies, {&attack}, evaluate, evaluate);
  }
  // Reports the line of a draw: each side plays only moves after which it can still force at least a draw.
  void report_draw(int plies) {
    const auto mover = [&]() -> Attack& { return holds_[0].attacking() ? holds_[1] : holds_[0]; };
    report_line(
        Proven::kDraw, plies, {&holds_[0], &holds_[1]}, [&](int left) { return prove(mover(), left) ? kBestValue : 0; },
        [&](int left) { return rate(mover(), left); });
    // The game may end before `plies`, the depth of both proofs.
    if (holds_[0].verdict() != search::Verdict::kOpen) solution_.plies = static_cast<int>(solution_.line.size());
  }

  // Rates the move that led to the current position by the proven bounds: the attacker wants a low bound, the defender
  // a high one.
  int rate(Attack& attack, int left) const {
    const int bound = known_bound(attack);
    if (attack.attacking()) return 1 + std::min(bound, left);
    return bound <= left ? 1 + left - bound : 0;
  }
  // The number of plies within which a position is known to be won.
  int known_bound(Attack& attack) const {
    if (attack.verdict() != search::Verdict::kOpen) return attack.verdict() == search::Verdict::kWon ? 0 : kUnknown;
    if (attack.attacking() && attack.wins_at_once()) return 1;
    const ProofEntry* proof = table_.find(attack.key());
    return proof == nullptr ? kUnknown : proof->wins;
  }

  // Writes the line of a proof. `evaluate(left)` rates the move that led to the current position of `attacks`, with
  // `left` plies to go: 0 rules the move out, and no move is better than kBestValue. `known(left)` does the same
  // without a search. It is used once the budget is spent; the line may then be shorter than the proof.
  template <class Evaluate, class Known>
  void report_line(Proven result, int plies, const std::vector<Attack*>& attacks, Evaluate evaluate, Known known) {
    solution_.result = result;
    solution_.plies = plies;
    budget_.allow_until(limits_.nodes > 0 ? limits_.nodes : kUnlimited);
    std::vector<PackedMove> list(kMaxMoves);
    for (int left = plies - 1; left >= 0 && attacks[0]->verdict() == search::Verdict::kOpen; --left) {
      const Position& position = attacks[0]->position();
      MoveCounts kinds;
      const int count = position.generate(list.data(), &kinds);
      const Snapshot snapshot = position.detached();
      // The table move is tried first: it won, or held out longest.
      const ProofEntry* entry = table_.find(attacks[0]->key());
      const bool proven = entry != nullptr && entry->wins <= left + 1;
      const auto found =
          entry == nullptr ? count : std::find(list.begin(), list.begin() + count, entry->move) - list.begin();
      const int hint = found < count ? static_cast<int>(found) : -1;
      int best = best_move(list, count, hint, attacks, [&] { return evaluate(left); });
      if (best < 0) best = best_move(list, count, hint, attacks, [&] { return known(left); });
      if (best < 0 && proven && attacks[0]->attacking()) best = hint;
      if (best < 0) return;
      solution_.line.push_back(snapshot.unpack(list[best], best < kinds.placements                 ? Kind::kPlace
                                                           : best < kinds.placements + kinds.walks ? Kind::kWalk
                                                                                                   : Kind::kThrow));
      for (Attack* attack : attacks) attack->make(list[best]);
    }
  }
  // The index of the move with the highest value, the first if several are equal; -1 if all moves are ruled out. `hint`
  // is tried first if it is not negative.
  template <class Evaluate>
  static int best_move(const std::vector<PackedMove>& list, int count, int hint, const std::vector<Attack*>& attacks,
                       Evaluate evaluate) {
    int best = -1, best_value = 0;
    for (int k = hint < 0 ? 0 : -1; k < count && best_value < kBestValue; ++k) {
      const int i = k < 0 ? hint : k;
      for (Attack* attack : attacks) attack->make(list[i]);
      const int value = evaluate();
      for (Attack* attack : attacks) attack->unmake();
      if (value > best_value) best = i, best_value = value;
    }
    return best;
  }

  Position root_;
  SolveLimits limits_;
  std::function<void(const SolveProgress&)> progress_;
  std::chrono::steady_clock::time_point start_;
  search::ProofTable table_;
  search::ProofBudget budget_;
  // In each array: [0] attacks for the side to move at the root, [1] for the other side.
  Attack wins_[2];
  Attack holds_[2];  // with a draw as the goal
  search::DfPn<Attack> deep_[2];
  Solution solution_;
};

}  // namespace

Solution solve(const Position& position, const SolveLimits& limits, const std::function<bool()>& stop,
               const std::function<void(const SolveProgress&)>& progress) {
  return Solver(position, limits, stop, progress).run();
}

std::optional<std::vector<std::size_t>> winning_moves(const Position& position, const std::vector<PackedMove>& moves,
                                                      int plies, std::size_t most, double seconds,
                                                      const std::function<bool()>& stop) {
  const auto start = std::chrono::steady_clock::now();
  search::ProofTable table(kTableMegabytes);
  search::ProofBudget budget([&] {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    return stop() || (seconds > 0 && elapsed.count() >= seconds);
  });
  Attack attack(position, position.turn());
  Search search(attack, table, budget);
  std::vector<bool> wins(moves.size());
  // All moves share the table and the killer replies, so most take far fewer nodes than in a separate search. Shallow
  // searches of all moves fill the table for the deeper ones.
  std::size_t count = 0;
  for (int depth = 1; depth <= plies && count < most; ++depth)
    for (std::size_t i = 0; i < moves.size() && count < most; ++i) {
      if (wins[i]) continue;
      attack.make(moves[i]);
      wins[i] = search.prove(depth - 1);
      attack.unmake();
      if (budget.ended()) return std::nullopt;
      count += wins[i];
    }
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < moves.size(); ++i)
    if (wins[i]) found.push_back(i);
  return found;
}

}  // namespace hexapoda::hive
