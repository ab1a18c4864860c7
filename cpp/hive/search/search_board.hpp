// Hive as the alpha-beta search sees it (search/alphabeta/worker.hpp says what it asks): a Position with a key that is
// kept up to date, codes for moves, and an opinion on which moves to try first.
//
// A move code is good in every position of a game: it names cells of the plane modulo 32 (no hive of 28 spans more)
// and not pieces, since positions that differ in piece numbers only are one and the same to the table.
//
//   bit 21: 1 | from (11 bits: a cell, or 1024 + bug from the hand, or 1024 + 15 the pass) | to (10 bits)
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hive/rules/position.hpp"
#include "hive/search/move_ranker.hpp"

namespace hexapoda::hive {

// What makes a player of the search: given once, for all positions of a search.
struct PlayStyle {
  std::uint64_t seed = 0;
  int noise = 0;          // amplitude of what is added to evaluations, the same for equal positions
  int attack = 0;         // what a filled cell beside a queen counts more for the side that searches, if it is theirs,
  int defence = 0;        // and if it is its own
  int overlooked = 0;     // thousandths of the moves that are not seen
  bool sees_wins = true;  // but never a move that wins at once, for either side
  friend bool operator==(const PlayStyle&, const PlayStyle&) = default;
};

class SearchBoard {
 public:
  using Move = PackedMove;
  static constexpr int kMaxMoves = hive::kMaxMoves;
  static constexpr unsigned kSlots = MoveRanker::kSlots;

  explicit SearchBoard(const Position& position, const PlayStyle& style = {});

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

  int ending() const;
  bool repeated() const;
  int evaluate() const;
  bool wins_at_once() const;

  std::uint32_t code(Move move) const;
  std::optional<Move> decode(std::uint32_t code) const;

  using Ranker = MoveRanker;
  Ranker rank_with() const {
    return position_.on_grid([&](const auto& grid) { return Ranker(grid, position_.turn()); });
  }
  bool sees_all() const { return style_.overlooked == 0; }
  // Whether a weak player does not see this move; always the same moves of a position.
  bool overlooks(Move move, const Ranker& ranker) const {
    return !sees_all() && !(style_.sees_wins && ranker.may_win(move)) && is_missed(move);
  }

 private:
  struct Frame {
    std::uint64_t pieces;  // what stands where
    std::uint64_t key;     // and whose turn it is, who rests, ...
    std::uint32_t since;   // index of the first frame that this position could repeat
  };

  std::uint64_t full_key(std::uint64_t pieces) const;
  bool is_missed(Move move) const;

  Position position_;
  PlayStyle style_;
  std::vector<Frame> stack_;
  std::size_t root_ = 0;  // index of the root's frame
  int root_side_ = 0;
  std::vector<std::uint64_t> drawn_;  // exact keys of positions whose next occurrence ends the game
  std::uint64_t drawn_salt_ = 0;      // what was proven before there were such positions is not looked up
};

}  // namespace hexapoda::hive
