// One side's attack on the other queen, as the searches for forced wins see it (search/proof/proof_game.hpp).
//
// Keeps a position, a key that is updated move by move, and the positions that are drawn at once because they have
// stood on the board twice in the game before. Those are all that repetition can change: a shortest forced win never
// comes to a position twice, so within a search no third occurrence stands in its way, and a draw is no win.
#pragma once

#include <cstdint>
#include <vector>

#include "hive/rules/position.hpp"
#include "search/proof/proof_game.hpp"

namespace hexapoda::hive {

// A move that wins at once for the side to move, or kPass when there is none. Quick where none can be there.
PackedMove winning_move(const Position& position);

// What the attacker is content with.
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
  std::vector<std::uint64_t> pieces_;  // keys of the pieces on the board, one a ply from the root on
  std::vector<std::uint64_t> drawn_;   // Position::key() of positions whose next occurrence is the third
};

}  // namespace hexapoda::hive
