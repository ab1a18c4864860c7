// A position of Hive with its history: moves, undo, repetition, outcome, keys.
//
// movegen generates the moves of one side on one grid. This class adds the rest of the state: turns, the resting
// piece, passes, and the unbounded plane. It uses a window of 16 x 16 cells while the hive spans at most 14 along both
// axes, otherwise one of 32 x 32, and moves the window with the hive. Callers do not see the window.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "hive/rules/grid.hpp"
#include "hive/rules/movegen.hpp"

namespace hexapoda::hive {

struct Rules {
  PieceSet in_play = kBaseSlots;   // slots of one side
  bool tournament_opening = true;  // no queen on a player's first turn
  bool repetition = true;          // the third occurrence of a position is a draw
  friend bool operator==(const Rules&, const Rules&) = default;
};

enum class Kind : std::uint8_t { kPlace, kWalk, kThrow, kPass };

// A move in the plane.
struct Move {
  Piece piece = kNoPiece;  // kNoPiece: the passing move
  Kind kind = Kind::kPass;
  Cell to;
  Cell origin;  // of a walk or a throw; for a placement, the destination

  bool is_pass() const { return piece == kNoPiece; }
  // Equal moves bring the same piece to the same cell.
  friend bool operator==(const Move& a, const Move& b) { return a.piece == b.piece && a.to == b.to; }
};

enum class Ending : std::uint8_t { kNone, kQueenSurrounded, kBothSurrounded, kRepetition, kNoMoves };

struct Outcome {
  Ending ending = Ending::kNone;
  int winner = -1;  // color, or -1 for a draw or a game in progress
};

struct PlacedPiece {
  Piece piece;
  Cell at;
  int level;
};

// The part of a position that is needed to unpack its moves after the position has changed.
struct Snapshot {
  bool wide;
  Cell base;
  PieceSet played;
  std::array<std::uint16_t, kPieces> cell;

  Cell to_cell(CellIndex index) const {
    const unsigned n = wide ? 32 : 16;
    return {base.q + static_cast<int>(index % n), base.r + static_cast<int>(index / n)};
  }
  Move unpack(PackedMove move, Kind kind) const {
    if (move == kPass) return {};
    const Piece piece = piece_of(move);
    const Cell to = to_cell(destination_of(move));
    return {piece, kind, to, played & set_of(piece) ? to_cell(cell[piece]) : to};
  }
};

class Position {
 public:
  explicit Position(const Rules& rules = {});
  Position(const Position& other);
  Position& operator=(const Position& other);
  Position(Position&&) noexcept = default;
  Position& operator=(Position&&) noexcept = default;

  // Sets `into` to a position without a history. The pieces of a stack must come bottom first. Returns nullptr, or an
  // error message if the setup is invalid.
  static const char* set_up(const Rules& rules, std::span<const PlacedPiece> pieces, int ply, Piece resting,
                            Position& into);

  // A copy of this position as set_up() would make it: no moves to undo, no passes, no earlier occurrences.
  Position without_history() const;

  const Rules& rules() const { return rules_; }
  int turn() const { return ply_ & 1; }
  int ply() const { return ply_; }
  int turn_number() const { return ply_ / 2 + 1; }
  Piece resting() const { return resting_; }
  int passes() const { return passes_; }  // consecutive passes up to now

  // Writes the legal moves, packed for the current grid, and returns their number. There are none if a queen is
  // surrounded or the last three plies were passes. Repetition is ignored. `kinds` receives the number of moves of each
  // kind, all 0 if the only move is the pass.
  int generate(PackedMove* out, MoveCounts* kinds = nullptr) const;
  // Plays a move from generate(). For search and perft: it does not keep the keys that repetition needs.
  void make(PackedMove move);
  void unmake();

  // Plays a legal move (see find()) or a pass that need not be legal, and keeps the keys that repetition needs.
  void push(PackedMove move);
  // Like unmake(), but returns the move.
  Move take_back();
  // The packed form of a legal move, or nullopt.
  std::optional<PackedMove> find(Piece piece, Cell to) const;

  Snapshot detached() const;
  Move unpack(PackedMove move, Kind kind) const { return detached().unpack(move, kind); }
  int played_moves() const { return static_cast<int>(history_.size()); }
  std::vector<Move> moves() const;  // since the start or the setup

  // The part of the position, besides the grid, that the generator and the evaluation need.
  Turn turn_info() const;
  bool board_over() const;
  Outcome board_outcome() const;  // ignores repetition
  Outcome outcome() const;
  int repetitions() const;  // how often this position has occurred, including now

  // The key()s, in ascending order, of positions that have occurred twice and may recur: the next occurrence is a draw.
  // Empty if the rules ignore repetition.
  std::vector<std::uint64_t> drawn_if_repeated() const;

  // Equal for positions that are equal up to translation. Piece numbers are ignored; the resting piece counts where it
  // changes the legal moves. See docs/explanation/rules.md.
  std::uint64_t key() const;
  std::uint64_t canonical_key() const;  // also up to the twelve symmetries of the plane
  // The key in two steps, for IncrementalKey: pieces_key() hashes the pieces; key_with() adds the rest of the state.
  std::uint64_t pieces_key() const;
  std::uint64_t key_with(std::uint64_t pieces) const;

  // A fast test that generates no moves. If it returns false, the resting piece does not change the legal moves.
  bool rest_may_matter() const;

  bool same_as(const Position& other) const;  // compares the positions themselves and not only their keys

  // The board.
  PieceSet played() const;
  PieceSet covered() const;
  std::optional<Cell> cell_of(Piece piece) const;
  int level_of(Piece piece) const;
  Piece below(Piece piece) const;
  Piece top(Cell at) const;
  PieceSet pinned() const;
  std::vector<Cell> placement_cells(int color) const;
  unsigned neighbors_of_queen(int color) const;  // ring mask; 0 while it is in hand

  // Calls f(grid) with the Grid<16> or Grid<32> in use, for code that reads the board in bulk: evaluation, features.
  template <class F>
  decltype(auto) on_grid(F f) const {
    return wide_ ? f(*wide_) : f(narrow_);
  }

 private:
  // The undo record of a move: one word, read and written as a whole.
  struct Record {
    std::uint64_t bits;
    PackedMove move() const { return static_cast<PackedMove>(bits); }
    CellIndex origin() const { return static_cast<std::uint16_t>(bits >> 16); }
    Piece resting() const { return static_cast<Piece>(bits >> 32); }
    std::uint8_t passes() const { return static_cast<std::uint8_t>(bits >> 40); }
    bool placed() const { return bits >> 48 & 1; }
    bool changed_window() const { return bits >> 49 & 1; }
  };
  struct Window {
    bool wide;
    Cell base;
  };

  template <class F>
  decltype(auto) change_grid(F f) {
    return wide_ ? f(*wide_) : f(narrow_);
  }
  template <int N>
  std::uint64_t apply(Grid<N>& grid, PackedMove move);
  template <int N>
  void revert(Grid<N>& grid, Record record);
  void change_window(bool wide, Cell base);
  bool fit_window(PackedMove& move);
  // The slow path: a pass, a wide hive, or a move to the edge of the window.
  [[gnu::noinline, gnu::cold]] std::uint64_t make_slowly(PackedMove move, std::uint64_t bits);
  [[gnu::noinline, gnu::cold]] void unmake_slowly(Record record);
  [[gnu::noinline, gnu::cold]] void restore_window();
  int count_moves(Piece resting) const;
  bool rest_matters() const;
  std::uint64_t state_key(std::uint64_t pieces) const;

  Grid<16> narrow_;
  std::unique_ptr<Grid<32>> wide_;  // the grid in use, if it exists
  Rules rules_;
  int ply_ = 0;
  Piece resting_ = kNoPiece;
  std::uint8_t passes_ = 0;
  std::vector<Record> history_;
  std::vector<Window> windows_;      // earlier windows, one for each move that changed the window
  std::vector<std::uint64_t> keys_;  // keys_[i]: the key of the position before move i, if push() played it
};

}  // namespace hexapoda::hive
