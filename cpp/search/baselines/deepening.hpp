// Plain alpha-beta with iterative deepening: no transposition table, no heuristics. The root moves are tried in the
// order of their values in the previous iteration, all other moves in the order in which the Board generates them.
//
// In addition to search/baselines/minimax.hpp, the Board provides:
//
//   evaluate() -> int     from the point of view of the side to move
//   unsettled() -> bool   whether to extend a leaf by one ply; at most once per line
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "search/budget.hpp"
#include "search/ending.hpp"
#include "search/principal_line.hpp"
#include "search/search_line.hpp"

namespace hexapoda::search {

template <class Board>
class Deepening {
 public:
  using Move = typename Board::Move;
  static constexpr int kMaxDepth = 32;

  // `moves`: the root moves in their initial order. A win on the n-th ply scores `win` - n.
  Deepening(const Board& board, std::vector<Move> moves, int win)
      : board_(board), win_(win), lists_((kMaxDepth + 1) * Board::kMaxMoves), lines_(kMaxDepth + 1) {
    for (const Move move : moves) roots_.push_back({move, 0});
  }

  // Searches `depth` plies deep, at most kMaxDepth. If the budget runs out, the result is that of the best move
  // searched so far; if no move has been searched, the line is empty.
  SearchLine<Move> iterate(int depth, Budget& budget) {
    budget_ = &budget;
    aborted_ = false;
    selective_depth_ = 0;
    SearchLine<Move> result;
    int best = -win_;
    std::size_t done = 0;
    for (; done < roots_.size(); ++done) {
      auto& [move, value] = roots_[done];
      if (!budget.take()) break;
      lines_.clear(1);
      board_.make(move);
      const int found = -search(depth - 1, 1, -win_, -best, false);
      board_.unmake();
      if (aborted_) break;
      value = found;
      if (found > best || done == 0) {
        best = found;
        lines_.keep(0, move);
        result.line = lines_.line(0);
      }
    }
    result.complete = done == roots_.size();
    result.selective_depth = selective_depth_;
    result.score = done == 0 ? 0 : best;
    if (best > win_ - kMaxDepth - 2) result.end_in = win_ - best;
    if (result.complete && best < -(win_ - kMaxDepth - 2)) result.end_in = -(win_ + best);
    std::stable_sort(roots_.begin(), roots_.begin() + static_cast<std::ptrdiff_t>(done),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    return result;
  }

  // The root moves with their values in the last iteration that reached them, best first. Moves that an incomplete last
  // iteration did not reach come last. All values but the first are upper bounds.
  const std::vector<std::pair<Move, int>>& roots() const { return roots_; }

 private:
  int search(int depth, int ply, int alpha, int beta, bool extended) {
    selective_depth_ = std::max(selective_depth_, ply);
    const int ending = board_.ending();
    if (ending != kNotOver) return ending * (win_ - ply);
    if (depth == 0) {
      if (extended || !board_.unsettled()) return board_.evaluate();
      extended = true;
      depth = 1;
    }
    Move* const list = lists_.data() + static_cast<std::ptrdiff_t>(ply) * Board::kMaxMoves;
    const int count = board_.generate(list);
    int best = -win_;
    for (int i = 0; i < count; ++i) {
      if (!budget_->take()) {
        aborted_ = true;
        return 0;
      }
      lines_.clear(ply + 1);
      board_.make(list[i]);
      const int value = -search(depth - 1, ply + 1, -beta, -alpha, extended);
      board_.unmake();
      if (aborted_) return 0;
      if (value <= best) continue;
      best = value;
      if (value <= alpha) continue;
      alpha = value;
      lines_.keep(ply, list[i]);
      if (alpha >= beta) break;
    }
    return best;
  }

  Board board_;
  const int win_;
  Budget* budget_ = nullptr;
  bool aborted_ = false;
  int selective_depth_ = 0;
  std::vector<std::pair<Move, int>> roots_;  // with their values in the last iteration that reached them
  std::vector<Move> lists_;
  PrincipalLine<Move> lines_;
};

}  // namespace hexapoda::search
