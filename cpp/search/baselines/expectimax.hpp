// Expectimax with iterative deepening: the side to move plays its best move, the opponent a random one. The value of an
// opponent's node is the average over its moves, so nothing can be pruned.
//
// The Board is that of search/baselines/minimax.hpp, plus `evaluate() -> int` from the side to move's point of view.
//
// Proofs do not rely on random replies: a win is forced if some move wins against every reply.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

#include "search/budget.hpp"
#include "search/ending.hpp"
#include "search/principal_line.hpp"
#include "search/search_line.hpp"

namespace hexapoda::search {

template <class Board>
class Expectimax {
 public:
  using Move = typename Board::Move;
  static constexpr int kMaxDepth = 32;

  // `moves`: the root moves in their initial order. A won game scores `win`.
  Expectimax(const Board& board, std::vector<Move> moves, int win)
      : board_(board), win_(win), lists_((kMaxDepth + 1) * Board::kMaxMoves), lines_(kMaxDepth + 1) {
    for (const Move move : moves) roots_.push_back({move, 0.0});
  }

  // Searches `depth` plies deep, at most kMaxDepth. If the budget runs out, the result is that of the best move
  // searched so far; if no move has been searched, the line is empty.
  SearchLine<Move> iterate(int depth, Budget& budget) {
    budget_ = &budget;
    aborted_ = false;
    selective_depth_ = 0;
    SearchLine<Move> result;
    Forced forced(true);
    std::size_t done = 0;
    int shortest = 0;
    for (; done < roots_.size(); ++done) {
      const Move move = roots_[done].first;
      const Value found = after(move, depth, 0, true);
      if (aborted_) break;
      forced.add(found.end_in);
      const bool wins_sooner = found.end_in > 0 && (shortest == 0 || found.end_in < shortest);
      if (wins_sooner) shortest = found.end_in;
      if (done == 0 || wins_sooner || (shortest == 0 && found.score > result.score)) {
        result.score = found.score;
        lines_.keep(0, move);
        result.line = lines_.line(0);
      }
      roots_[done].second = found.score;
    }
    result.complete = done == roots_.size();
    result.selective_depth = selective_depth_;
    result.end_in = result.complete || forced.result() > 0 ? forced.result() : 0;
    std::stable_sort(roots_.begin(), roots_.begin() + static_cast<std::ptrdiff_t>(done),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    return result;
  }

  // The root moves with their values in the last iteration that reached them, best first. Moves that an incomplete last
  // iteration did not reach come last.
  const std::vector<std::pair<Move, double>>& roots() const { return roots_; }

 private:
  // The value of a node, from the point of view of the side to move at the root.
  struct Value {
    double score = 0;
    int end_in = 0;  // plies from the root to a forced win, negative for a forced loss; 0 if nothing is forced
  };

  // Combines the forced results of all moves of a node: the mover takes its quickest win, or else its slowest loss.
  class Forced {
   public:
    explicit Forced(bool own) : sign_(own ? 1 : -1) {}
    void add(int end_in) {
      const int mine = sign_ * end_in;
      if (mine > 0) win_ = win_ == 0 ? mine : std::min(win_, mine);
      if (mine < 0) loss_ = std::max(loss_, -mine);
      all_lost_ = all_lost_ && mine < 0;
    }
    int result() const { return sign_ * (win_ != 0 ? win_ : all_lost_ ? -loss_ : 0); }

   private:
    int sign_;
    int win_ = 0, loss_ = 0;
    bool all_lost_ = true;
  };

  Value after(Move move, int depth, int ply, bool own) {
    if (!budget_->take()) {
      aborted_ = true;
      return {};
    }
    lines_.clear(ply + 1);
    board_.make(move);
    const Value value = search(depth - 1, ply + 1, !own);
    board_.unmake();
    return value;
  }

  Value search(int depth, int ply, bool own) {
    selective_depth_ = std::max(selective_depth_, ply);
    const int sign = own ? 1 : -1;
    const int ending = board_.ending();
    if (ending != kNotOver) return {static_cast<double>(sign * ending * win_), sign * ending * ply};
    if (depth == 0) return {static_cast<double>(sign * board_.evaluate()), 0};
    Move* const list = lists_.data() + static_cast<std::ptrdiff_t>(ply) * Board::kMaxMoves;
    const int count = board_.generate(list);
    Forced forced(own);
    double best = 0, sum = 0;
    double expected = 0;  // the value of the mover's best move, which determines the line
    for (int i = 0; i < count; ++i) {
      const Value value = after(list[i], depth, ply, own);
      if (aborted_) return {};
      forced.add(value.end_in);
      sum += value.score;
      if (i == 0 || sign * value.score > sign * expected) {
        expected = value.score;
        lines_.keep(ply, list[i]);
      }
      if (i == 0 || value.score > best) best = value.score;
    }
    return {own ? best : sum / count, forced.result()};
  }

  Board board_;
  const int win_;
  Budget* budget_ = nullptr;
  bool aborted_ = false;
  int selective_depth_ = 0;
  std::vector<std::pair<Move, double>> roots_;  // with their values in the last iteration that reached them
  std::vector<Move> lists_;
  PrincipalLine<Move> lines_;
};

}  // namespace hexapoda::search
