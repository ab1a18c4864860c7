// Whether the attacker wins within N plies: an exact search of all attacks and replies.
//
// The attacker needs one move that wins, the defender one that does not lose. With `b` moves per position, it takes
// about b ^ (N / 2) positions to show that there is no win, or fewer with the game's bound hopeless(). There are
// no reductions and no heuristic pruning: the answer follows from the rules alone, and the table entries stay valid.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "search/proof/proof_budget.hpp"
#include "search/proof/proof_game.hpp"
#include "search/proof/proof_table.hpp"

namespace hexapoda::search {

template <ProofGame Game>
class WinInN {
 public:
  WinInN(Game& game, ProofTable& table, ProofBudget& budget) : game_(game), table_(table), budget_(budget) {}

  // Whether the attacker wins within `plies`. Once the budget has ended, false is inconclusive.
  bool prove(int plies) {
    const Verdict verdict = game_.verdict();
    if (verdict != Verdict::kOpen) return verdict == Verdict::kWon;
    if (plies <= 0 || game_.hopeless(plies)) return false;
    const bool attacking = game_.attacking();
    if (plies == 1 && attacking) return game_.wins_at_once();
    const std::uint64_t key = game_.key();
    std::uint16_t tried_first = kNone;
    if (const ProofEntry* entry = table_.find(key)) {
      if (entry->wins <= plies) return true;
      if (entry->fails >= plies) return false;
      tried_first = entry->move;
    }
    if (budget_.count()) return false;

    // Search for a decisive move: one that wins for the attacker, or saves the defender.
    std::uint16_t list[Game::kMaxMoves];
    const int count = game_.generate(list, plies);
    bring_forward(list, count, killer(plies), 0);
    bring_forward(list, count, tried_first, 0);
    for (int i = 0; i < count; ++i) {
      game_.make(list[i]);
      const bool won = prove(plies - 1);
      game_.unmake();
      if (budget_.ended()) return false;
      if (won != attacking) continue;
      killer(plies) = list[i];
      if (attacking)
        table_.store_win(key, plies, list[i]);
      else
        table_.store_failure(key, plies, list[i]);
      return attacking;
    }
    if (attacking)
      table_.store_failure(key, plies, count > 0 ? list[0] : kNone);
    else
      table_.store_win(key, plies, list[0]);
    return !attacking;
  }

 private:
  static constexpr std::uint16_t kNone = 0;
  static constexpr int kKillers = 64;

  static void bring_forward(std::uint16_t* list, int count, std::uint16_t move, int to) {
    const auto found = std::find(list + to, list + count, move);
    if (found != list + count) std::rotate(list + to, found, found + 1);
  }
  std::uint16_t& killer(int plies) { return killers_[static_cast<std::size_t>(std::min(plies, kKillers - 1))]; }

  Game& game_;
  ProofTable& table_;
  ProofBudget& budget_;
  std::array<std::uint16_t, kKillers> killers_{};
};

}  // namespace hexapoda::search
