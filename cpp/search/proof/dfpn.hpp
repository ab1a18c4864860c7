// Depth-first proof-number search (df-pn; Nagai 2002). It finds deep forced wins along lines that leave the defender
// few replies, far beyond the depth of a full search.
//
// Every position has a proof number, the least number of leaves that must still be won to prove it, and a disproof
// number, the least number of leaves that must be lost to disprove it. The search always expands the most-proving leaf,
// on which both numbers depend. It stays below a position until one of the numbers of that position reaches a
// threshold, which depends on the siblings. Results are kept in a table, so an interrupted search can be resumed.
//
// Differences from the original:
// - The proof number of a defender's position is not the sum over its replies, but the maximum plus one for each other
//   open reply. The same holds for the disproof number of an attacker's position. One line of play often answers
//   several similar replies, and the sum would count it for each of them.
// - Proofs are stored with their lengths in a ProofTable, apart from the numbers. A proof depends only on positions
//   proven before it, never on itself, so it is sound even though positions can repeat.
// - A position that repeats on the path or is too deep counts as disproven. Because this may depend on the path, a
//   disproof proves nothing here; it only guides the search.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "search/growing_table.hpp"
#include "search/proof/proof_budget.hpp"
#include "search/proof/proof_game.hpp"
#include "search/proof/proof_table.hpp"

namespace hexapoda::search {

template <ProofGame Game>
class DfPn {
 public:
  static constexpr int kDeepest = 120;  // plies from the root

  DfPn(Game& game, ProofTable& proofs, ProofBudget& budget, std::size_t megabytes)
      : game_(game), proofs_(proofs), budget_(budget), table_(megabytes), list_(Game::kMaxMoves) {}

  // Searches until the position is proven, the budget is spent, or no open line remains. Returns whether the position
  // is proven; the ProofTable then contains the number of plies.
  bool search() {
    if (exhausted_) return false;
    path_.clear();
    children_.clear();
    Child root = probe();
    if (root.numbers.proof != 0 && root.numbers.disproof != 0) expand(root, kInfinite, kInfinite);
    exhausted_ = root.numbers.disproof == 0;
    return root.numbers.proof == 0;
  }

 private:
  using Numbers = ProofNumbers;
  static constexpr std::uint32_t kInfinite = 1u << 30;

  struct Entry {
    std::uint64_t key = 0;
    Numbers numbers{};
    std::uint32_t work = 0;
    bool used = false;
    std::uint32_t priority() const { return work; }
  };
  struct Child {
    std::uint64_t key = 0;
    Numbers numbers{};
    std::uint16_t move = 0;
    int wins = 0;  // if proven: the attacker wins within this many plies
  };
  struct Choice {
    Numbers numbers;
    std::size_t best = 0;
    std::uint32_t second = kInfinite;  // the proof number (for the defender, disproof number) of the second-best child
    std::uint32_t others = 0;          // the number of open children besides the best one
  };

  // Looks up or estimates the numbers of the current position before it is searched.
  Child probe() {
    Child child;
    const Verdict verdict = game_.verdict();
    if (verdict != Verdict::kOpen) {
      child.numbers = verdict == Verdict::kWon ? Numbers{0, kInfinite} : Numbers{kInfinite, 0};
      return child;
    }
    child.key = game_.key();
    if (const ProofEntry* proof = proofs_.find(child.key); proof != nullptr && proof->wins != ProofEntry::kUnknown) {
      child.numbers = {0, kInfinite};
      child.wins = proof->wins;
    } else if (static_cast<int>(path_.size()) >= kDeepest || on_path(child.key)) {
      child.numbers = {kInfinite, 0};
    } else if (const Entry* entry = table_.find(child.key)) {
      child.numbers = entry->numbers;
    } else if (game_.attacking() && game_.wins_at_once()) {
      child.numbers = {0, kInfinite};
      child.wins = 1;
    } else {
      child.numbers = game_.estimate();
    }
    return child;
  }

  bool on_path(std::uint64_t key) const { return std::find(path_.begin(), path_.end(), key) != path_.end(); }

  // Searches below the current position, `node`, until one of its numbers reaches the given maximum.
  void expand(Child& node, std::uint32_t max_proof, std::uint32_t max_disproof) {
    const bool attacking = game_.attacking();
    const std::size_t first = children_.size();
    const std::uint64_t before = budget_.nodes();
    path_.push_back(node.key);
    const int count = game_.generate(list_.data(), ProofTable::kMaxPlies);
    for (int i = 0; i < count; ++i) {
      const std::uint16_t move = list_[static_cast<std::size_t>(i)];
      game_.make(move);
      Child child = probe();
      game_.unmake();
      child.move = move;
      children_.push_back(child);
      budget_.count();
      if (attacking ? child.numbers.proof == 0 : child.numbers.disproof == 0) break;
    }
    for (;;) {
      const Choice choice = choose(first, attacking);
      node.numbers = choice.numbers;
      if (node.numbers.proof >= max_proof || node.numbers.disproof >= max_disproof || node.numbers.proof == 0 ||
          node.numbers.disproof == 0 || budget_.ended())
        break;
      // The search stays below the best child until another one becomes the best, and a little longer, so that it does
      // not switch back and forth between two children.
      const std::uint32_t until = choice.second + choice.second / 4 + 1;
      Child best = children_[first + choice.best];
      game_.make(best.move);
      if (attacking)
        expand(best, std::min(max_proof, until), max_disproof - choice.others);
      else
        expand(best, max_proof - choice.others, std::min(max_disproof, until));
      game_.unmake();
      children_[first + choice.best] = best;
    }
    if (node.numbers.proof == 0) {
      prove(node, first, attacking);
    } else {
      Entry& entry = table_.place(node.key);
      entry.numbers = node.numbers;
      entry.work = static_cast<std::uint32_t>(std::min<std::uint64_t>(budget_.nodes() - before + 1, kInfinite));
    }
    children_.resize(first);
    path_.pop_back();
  }

  // The attacker selects the child that is easiest to prove, the defender the one that is easiest to disprove.
  Choice choose(std::size_t first, bool attacking) const {
    Choice choice;
    std::uint32_t least = kInfinite, most = 0, open = 0;
    for (std::size_t i = first; i < children_.size(); ++i) {
      const Numbers& numbers = children_[i].numbers;
      const std::uint32_t mine = attacking ? numbers.proof : numbers.disproof;
      const std::uint32_t other = attacking ? numbers.disproof : numbers.proof;
      if (mine < least) {
        choice.second = least;
        least = mine;
        choice.best = i - first;
      } else {
        choice.second = std::min(choice.second, mine);
      }
      most = std::max(most, other);
      open += other != 0;
    }
    choice.others = open == 0 ? 0 : open - 1;
    const std::uint32_t all = std::min(most + choice.others, kInfinite);
    choice.numbers = attacking ? Numbers{least, all} : Numbers{all, least};
    return choice;
  }

  // Stores the proof of a position and its length: the attacker plays to the quickest won child, the defender to the
  // slowest.
  void prove(Child& node, std::size_t first, bool attacking) {
    node.wins = attacking ? ProofTable::kMaxPlies : 0;
    std::uint16_t move = 0;
    for (std::size_t i = first; i < children_.size(); ++i) {
      const Child& child = children_[i];
      if (child.numbers.proof != 0 || (attacking ? child.wins >= node.wins : child.wins < node.wins)) continue;
      node.wins = child.wins;
      move = child.move;
    }
    ++node.wins;
    if (node.wins <= ProofTable::kMaxPlies) proofs_.store_win(node.key, node.wins, move);
  }

  Game& game_;
  ProofTable& proofs_;
  ProofBudget& budget_;
  GrowingTable<Entry> table_;
  std::vector<std::uint16_t> list_;
  std::vector<Child> children_;
  std::vector<std::uint64_t> path_;
  bool exhausted_ = false;
};

}  // namespace hexapoda::search
