// One side's attack on the opponent's queen, as a ProofGame (search/proof/proof_game.hpp) for the searches for forced
// wins.
//
// Keeps a position, an incremental key, and the positions that are immediate draws because they have occurred twice in
// the game. No other repetition matters: a draw is not a win, and a shortest forced win never visits a position twice,
// so a position never needs to occur twice within a search.
#pragma once

#include <cstdint>
#include <vector>

#include "hive/rules/position.hpp"
#include "search/proof/proof_game.hpp"

namespace hexapoda::hive {

// A winning move for the side to move, or kPass if there is none. Fast if the cells around the enemy queen already rule
// one out.
PackedMove winning_move(const Position& position);

// The result that the attacker tries to force: a win, or at least a draw.
enum class Goal : std::uint8_t { kWin, kDraw };

class Attack {
 public:
  static constexpr int kMaxMoves = hive::kMaxMoves;

  Attack(const Position& position, int attacker, Goal goal = Goal::kWin);

  const Position& position() const { return position_; }
  int attacker() const { return attacker_; }
  bool attacking() const { return position_.turn() == attacker_; }
  search::Verdict verdict() const;
  std::uint64_t key() const;
  bool hopeless(int plies) const;
  bool wins_at_once();
  search::ProofNumbers estimate() const;
  int generate(PackedMove* out, int plies) const;
  void make(PackedMove move);
  void unmake() {
    position_.unmake();
    pieces_.pop_back();
  }

 private:
  bool drawn_by_history() const;

  Position position_;
  int attacker_;
  Goal goal_;
  int placed_at_root_;
  std::vector<std::uint64_t> pieces_;  // keys of the pieces on the board, one per ply from the root
  std::vector<std::uint64_t> drawn_;   // Position::key() of positions whose next occurrence is the third
};

}  // namespace hexapoda::hive
