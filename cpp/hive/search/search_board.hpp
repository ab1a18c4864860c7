// Hive as a Board for the alpha-beta search (search/alphabeta/worker.hpp): a Position with an incremental key, move
// codes, and move ordering.
//
// A move code is valid in every position of a game: it contains cells of the plane modulo 32 (no hive of 28 pieces
// spans more) and no piece numbers, since the table treats positions that differ only in piece numbers as equal.
//
//   bit 21: 1 | from (11 bits: a cell, 1024 + bug for a piece in hand, or 1024 + 15 for the pass) | to (10 bits)
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "hive/evaluate/evaluation_network.hpp"
#include "hive/rules/position.hpp"
#include "hive/search/move_ranker.hpp"

namespace hexapoda::hive {

// The style of a player, which is fixed during a search.
struct PlayStyle {
  std::uint64_t seed = 0;
  int noise = 0;       // maximum random offset of evaluations, the same for equal positions
  int attack = 0;      // bonus per filled cell beside the queen of the searching side's opponent
  int defense = 0;     // penalty per filled cell beside the searching side's own queen
  int overlooked = 0;  // the share of moves that are overlooked, in thousandths; never a winning move
  friend bool operator==(const PlayStyle&, const PlayStyle&) = default;
};

class SearchBoard {
 public:
  using Move = PackedMove;
  static constexpr int kMaxMoves = hive::kMaxMoves;
  static constexpr unsigned kSlots = MoveRanker::kSlots;
  // The kind of a move is that of its piece; kKinds - 1 is a pass, or no move.
  static constexpr unsigned kKinds = 17;

  // Evaluates with `network`, which must outlive the board, or with the weights of evaluation_weights.hpp if it is
  // null.
  explicit SearchBoard(const Position& position, const PlayStyle& style = {},
                       const EvaluationNetwork* network = nullptr);

  const Position& position() const { return position_; }
  int side() const { return position_.turn(); }
  std::uint64_t key() const { return stack_.back().key ^ drawn_salt_; }
  std::uint64_t canonical_key() const { return position_.canonical_key(); }

  int generate(Move* out) const { return position_.generate(out); }
  void make(Move move);
  void unmake() {
    position_.unmake();
    stack_.pop_back();
  }

  std::array<unsigned, 2> last_kinds() const {
    const std::size_t last = stack_.size() - 1;
    return {stack_[last].kind, last == 0 ? kKinds - 1 : stack_[last - 1].kind};
  }

  int ending() const;
  bool repeated() const;
  int evaluate() const;
  // Two hashes: one of the pieces on and beside both queens, and one of the set of pieces on the board and the
  // set of covered pieces.
  std::array<std::uint64_t, 2> resemblance() const;
  bool wins_at_once() const;

  std::uint32_t code(Move move) const;
  std::optional<Move> decode(std::uint32_t code) const;

  using Ranker = MoveRanker;
  Ranker ranker() const {
    return position_.on_grid([&](const auto& grid) { return Ranker(grid, position_.turn()); });
  }
  bool sees_all() const { return style_.overlooked == 0; }
  // Whether a weakened player overlooks this move. It always overlooks the same moves in a position.
  bool overlooks(Move move, const Ranker& ranker) const {
    return !sees_all() && !ranker.may_win(move) && is_missed(move);
  }

 private:
  struct Frame {
    std::uint64_t pieces;            // the key of the pieces on the board
    std::uint64_t key;               // full_key(): includes the side to move, the resting piece and so on
    std::uint32_t since;             // index of the first frame whose position can recur
    std::uint8_t kind = kKinds - 1;  // of the move that led here; the kinds of moves before the root are not kept
  };

  std::uint64_t full_key(std::uint64_t pieces) const;
  bool is_missed(Move move) const;

  Position position_;
  PlayStyle style_;
  const EvaluationNetwork* network_;
  std::vector<Frame> stack_;
  std::size_t root_ = 0;  // index of the root's frame
  int root_side_ = 0;
  std::vector<std::uint64_t> drawn_;  // exact keys of positions whose next occurrence ends the game
  std::uint64_t drawn_salt_ = 0;      // a hash of drawn_, part of every key: proofs depend on these positions
};

}  // namespace hexapoda::hive
