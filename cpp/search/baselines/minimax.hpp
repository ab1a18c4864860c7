// Minimax to a fixed depth: every move at every node, no pruning, no table. It is far too slow to play with and serves
// as the reference for faster searches.
//
// The Board of every baseline search provides:
//
//   Move, kMaxMoves           a small integer, valid in the position that generated it; the maximum length of a list
//   generate(Move*) -> int    all legal moves; at least one unless the game is over
//   make(Move), unmake()
//   ending() -> int           kNotOver, or 1, 0, -1: won, drawn, lost for the side to move
#pragma once

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "search/budget.hpp"
#include "search/ending.hpp"

namespace hexapoda::search {

template <class Board, class Evaluate>
class Minimax {
 public:
  using Move = typename Board::Move;

  // `evaluate(board)` scores a leaf for the side to move. A win on the n-th ply from the root scores `win` - n.
  Minimax(Board& board, Evaluate evaluate, int win, Budget& budget)
      : board_(board), evaluate_(std::move(evaluate)), win_(win), budget_(budget) {}

  // The value for the side to move; meaningless once the budget is spent.
  int value(int depth, int ply = 0) {
    const int ending = board_.ending();
    if (ending != kNotOver) return ending * (win_ - ply);
    if (depth == 0) return evaluate_(board_);
    int best = std::numeric_limits<int>::min();
    for (const Move move : moves()) best = std::max(best, -value_after(move, depth, ply));
    return best;
  }

  // The value of each move, in the order of generate(); empty if the depth is 0 or the game is over.
  std::vector<std::pair<Move, int>> values(int depth) {
    std::vector<std::pair<Move, int>> values;
    if (depth == 0 || board_.ending() != kNotOver) return values;
    for (const Move move : moves()) values.emplace_back(move, -value_after(move, depth, 0));
    return values;
  }

 private:
  std::vector<Move> moves() const {
    std::vector<Move> list(Board::kMaxMoves);
    list.resize(static_cast<std::size_t>(board_.generate(list.data())));
    return list;
  }
  int value_after(Move move, int depth, int ply) {
    if (!budget_.take()) return 0;
    board_.make(move);
    const int found = value(depth - 1, ply + 1);
    board_.unmake();
    return found;
  }

  Board& board_;
  Evaluate evaluate_;
  int win_;
  Budget& budget_;
};

}  // namespace hexapoda::search
