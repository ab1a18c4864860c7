// A position of Hex with its history: stones, swap, undo, winner, keys.
//
// Players and colors differ: player 0 begins as Black, and the move swap-sides exchanges the colors of the players.
// docs/explanation/hex-rules.md explains the rules.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hex/rules/cell_set.hpp"
#include "hex/rules/groups.hpp"
#include "hex/rules/shape.hpp"

namespace hexapoda::hex {

enum class Swap : std::uint8_t { kOff, kPieces, kSides };

struct Rules {
  Shape shape;
  Swap swap = Swap::kOff;
  friend bool operator==(const Rules&, const Rules&) = default;
};

// A cell, or one of the special moves below.
using PackedMove = std::uint16_t;
inline constexpr PackedMove kSwapPieces = 0xFFF0, kSwapSides = 0xFFF1, kPass = 0xFFF2;
inline constexpr bool is_placement(PackedMove move) { return move < kMaxCells; }

inline constexpr int kMaxMoves = kMaxCells + 1;

class Position {
 public:
  explicit Position(const Rules& rules = {});

  // A position without a history. The cells must be on the board and distinct. `ply` is the number of moves, including
  // swaps, that count as played.
  static Position set_up(const Rules& rules, std::span<const Cell> black, std::span<const Cell> white,
                         int color_to_move, bool sides_swapped, int ply);

  Position without_history() const;  // this position as set_up() would create it

  const Rules& rules() const { return rules_; }
  const Shape& shape() const { return rules_.shape; }
  int ply() const { return ply_; }
  int color_to_move() const { return color_; }
  bool sides_swapped() const { return sides_swapped_; }      // whether player 0 has White
  int turn() const { return color_ ^ int{sides_swapped_}; }  // the player to move
  int player_of(int color) const { return color ^ int{sides_swapped_}; }

  const CellSet& stones(int color) const { return stones_[color]; }
  bool is_empty(Cell cell) const { return empty_.contains(cell); }
  int color_at(Cell cell) const;  // -1 for an empty cell

  // kSwapPieces or kSwapSides if that is legal now, else kPass.
  PackedMove swap_now() const;
  bool is_legal(PackedMove move) const;
  // Legal moves: cells in ascending order, then a swap; none when the game is over. A pass is never included. Aligned,
  // because perft spends most of its time in the short loop, which is slower if it crosses a cache line.
  [[gnu::aligned(64)]] int generate(PackedMove* out) const;

  // Plays a legal move or a pass, which the rules of Hex do not allow but some records contain.
  void make(PackedMove move);
  PackedMove unmake();  // returns the move
  int played_moves() const { return static_cast<int>(history_.size()); }
  std::vector<PackedMove> moves() const;  // since the start or the setup

  int winner() const { return winner_; }  // the color that has joined its edges, or -1
  // A shortest chain of the winner from its first edge to its second; empty without a winner. If there are several, the
  // choice is deterministic.
  std::vector<Cell> winning_chain() const;

  // A key that is equal for equal positions: the same board, stones, color to move, player to move, and swap if one is
  // still possible.
  std::uint64_t key() const;
  // A key that is also equal after a half-turn and, on a square board, after mirroring with the colors exchanged.
  std::uint64_t canonical_key() const;
  bool same_as(const Position& other) const;  // compares the positions themselves and not only their keys

 private:
  struct Record {
    PackedMove move;
    std::int8_t winner;
    std::size_t mark;
  };

  void put(Cell cell, int color);
  void take(Cell cell, int color);
  void replace_only_stone(Cell from, int color, Cell to);
  bool swap_may_come() const;
  std::uint64_t state_code(int color) const;

  Rules rules_;
  Groups groups_;
  CellSet stones_[2], empty_;
  std::uint64_t stones_key_ = 0;
  int ply_ = 0;
  std::uint8_t color_ = kBlack;
  bool sides_swapped_ = false;
  std::int8_t winner_ = -1;
  std::vector<Record> history_;
};

}  // namespace hexapoda::hex
