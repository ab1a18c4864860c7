// Depth-first proof-number search (df-pn; Nagai 2002): finds deep forced wins along lines that leave the defender few
// answers, with no bound on their length.
//
// Every position has a proof number, how many leaves must at least be won yet to prove it, and a refutation number, how
// many must be lost to refute it. The search always goes to the leaf that matters most for both, and stays below a
// position until its numbers pass the thresholds that its neighbours set. What is found is kept in a table, so a search
// that was broken off goes on where it was.
//
// Differences from the book:
// - A position of the defender counts the most of its answers' proof numbers and one for each further answer, not the
//   sum: many answers of a kind are met by the same play, and the sum counts that play again and again.
// - Proofs are kept apart from the numbers, in a ProofTable with their length. A proof rests on positions proven before
//   it and never on itself, so it is sound in a game whose positions recur.
// - A position that recurs on the way, or lies too deep, counts as refuted. That may depend on the way, so a refutation
//   here proves nothing; it only directs the search.
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

  // Searches until the position is proven, the budget has ended, or nothing is left to try; says whether it is proven.
  // Then the ProofTable tells in how many plies.
  bool search() {
    if (exhausted_) return false;
    path_.clear();
    children_.clear();
    Child root = look();
    if (root.numbers.proof != 0 && root.numbers.refutation != 0) expand(root, kInfinite, kInfinite);
    exhausted_ = root.numbers.refutation == 0;
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
    std::uint32_t worth() const { return work; }
  };
  struct Child {
    std::uint64_t key = 0;
    Numbers numbers{};
    std::uint16_t move = 0;
    int wins = 0;  // of a proven one, within so many plies
  };
  struct Choice {
    Numbers numbers;
    std::size_t best = 0;
    std::uint32_t second = kInfinite;  // the number that the choice goes by, of the second best
    std::uint32_t others = 0;          // what the best one's other number is counted more in those of the parent
  };

  // What is known of the position at hand before it is searched.
  Child look() {
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

  // Searches below the position at hand, which is `node`, until one of its numbers reaches its threshold.
  void expand(Child& node, std::uint32_t most_proof, std::uint32_t most_refutation) {
    const bool attacking = game_.attacking();
    const std::size_t first = children_.size();
    const std::uint64_t before = budget_.nodes();
    path_.push_back(node.key);
    const int count = game_.generate(list_.data(), ProofTable::kMostPlies);
    for (int i = 0; i < count; ++i) {
      const std::uint16_t move = list_[static_cast<std::size_t>(i)];
      game_.make(move);
      Child child = look();
      game_.unmake();
      child.move = move;
      children_.push_back(child);
      budget_.count();
      if (attacking ? child.numbers.proof == 0 : child.numbers.refutation == 0) break;
    }
    for (;;) {
      const Choice choice = choose(first, attacking);
      node.numbers = choice.numbers;
      if (node.numbers.proof >= most_proof || node.numbers.refutation >= most_refutation || node.numbers.proof == 0 ||
          node.numbers.refutation == 0 || budget_.ended())
        break;
      // The best child may go on until another becomes the best, and a little farther, so that the search does not jump
      // to and fro between two.
      const std::uint32_t until = choice.second + choice.second / 4 + 1;
      Child best = children_[first + choice.best];
      game_.make(best.move);
      if (attacking)
        expand(best, std::min(most_proof, until), most_refutation - choice.others);
      else
        expand(best, most_proof - choice.others, std::min(most_refutation, until));
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

  // The attacker takes the child that is easiest to prove, the defender that which is easiest to refute.
  Choice choose(std::size_t first, bool attacking) const {
    Choice choice;
    std::uint32_t least = kInfinite, most = 0, open = 0;
    for (std::size_t i = first; i < children_.size(); ++i) {
      const Numbers& numbers = children_[i].numbers;
      const std::uint32_t mine = attacking ? numbers.proof : numbers.refutation;
      const std::uint32_t other = attacking ? numbers.refutation : numbers.proof;
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

  // Keeps the proof of a position: by the quickest child that is won, or by all of them.
  void prove(Child& node, std::size_t first, bool attacking) {
    node.wins = attacking ? ProofTable::kMostPlies : 0;
    std::uint16_t move = 0;
    for (std::size_t i = first; i < children_.size(); ++i) {
      const Child& child = children_[i];
      if (child.numbers.proof != 0 || (attacking ? child.wins >= node.wins : child.wins < node.wins)) continue;
      node.wins = child.wins;
      move = child.move;
    }
    ++node.wins;
    if (node.wins <= ProofTable::kMostPlies) proofs_.store_win(node.key, node.wins, move);
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
