// Monte-Carlo tree search with UCT. Each playout starts where the path with the highest upper confidence bounds
// leaves the tree. The bound of a move is
//
//   mean value + exploration * sqrt(ln(visits of the node) / visits of the move)
//
// for the side to move; untried moves come first. Finished games have exact values. Proofs are backed up: a node is won
// if one of its moves wins, and lost if all of them lose.
//
// The Board is that of search/baselines/minimax.hpp. `playout(board, random, budget)` plays the game to its end, undoes
// the moves, and returns the value, 0 to 1, for the side to move at the start. If the budget runs out during the
// playout, it returns an estimate.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "search/budget.hpp"
#include "search/ending.hpp"
#include "search/random.hpp"
#include "search/search_line.hpp"

namespace hexapoda::search {

struct UctSettings {
  double exploration = 1;
  int depth = 200;                    // maximum depth of the tree; deeper moves are part of playouts
  std::size_t max_nodes = 2'000'000;  // a tree of this size stops growing; playouts then start at its leaves
};

template <class Board, class Playout>
class Uct {
 public:
  using Move = typename Board::Move;

  // A root move, from the point of view of the side to move at the root.
  struct RootMove {
    Move move;
    std::uint32_t visits;
    double value;  // mean over the playouts, 0 to 1
    int end_in;    // as in SearchLine
  };

  Uct(const Board& board, Playout playout, const UctSettings& settings, std::uint64_t seed)
      : board_(board), playout_(std::move(playout)), settings_(settings), random_(seed), list_(Board::kMaxMoves) {
    nodes_.emplace_back();
  }

  // Runs one playout, or revisits one finished game. The caller checks budget.spent() and solved() between calls.
  void grow(Budget& budget) {
    ++playouts_;
    path_.assign(1, 0);
    std::size_t at = 0;
    double value;  // for the side to move at `at`
    for (;;) {
      if (nodes_[at].state != State::kOpen) {
        value = value_of(nodes_[at].state);
        break;
      }
      const bool may_expand = at == 0 || nodes_[at].visits > 0;
      if (nodes_[at].count == 0 && may_expand) expand(at);
      const bool inside = nodes_[at].count != 0;
      if (!inside || !budget.take()) {
        value = playout_(board_, random_, budget);
        break;
      }
      at = select(at);
      board_.make(nodes_[at].move);
      path_.push_back(at);
      if (nodes_[at].visits == 0) settle(at);
    }
    selective_depth_ = std::max(selective_depth_, static_cast<int>(path_.size()) - 1);
    for (std::size_t i = path_.size(); i-- > 0;) {
      Node& node = nodes_[path_[i]];
      ++node.visits;
      value = 1 - value;
      node.sum += value;  // for the side that made the move
      if (i > 0) {
        board_.unmake();
        if (node.state != State::kOpen) prove(path_[i - 1]);
      }
    }
  }

  // Whether the outcome at the root is proven.
  bool solved() const { return nodes_[0].state != State::kOpen; }
  std::uint64_t playouts() const { return playouts_; }
  std::size_t size() const { return nodes_.size(); }

  // Returns the best line so far. Its score is the mean value of the most visited move, 0 to 1, or the proven value.
  SearchLine<Move> best() {
    SearchLine<Move> result;
    result.complete = solved();
    result.selective_depth = selective_depth_;
    if (nodes_[0].count == 0) expand(0);
    const State state = nodes_[0].state;
    result.score = state == State::kOpen ? mean(nodes_[best_child(0)]) : value_of(state);
    result.end_in = end_in(nodes_[0]);
    for (std::size_t at = 0; nodes_[at].count != 0;) {
      at = best_child(at);
      if (nodes_[at].visits == 0 && !result.line.empty()) break;
      result.line.push_back(nodes_[at].move);
    }
    return result;
  }

  std::vector<RootMove> root_moves() const {
    std::vector<RootMove> moves;
    for (std::size_t i = nodes_[0].first; i < nodes_[0].first + nodes_[0].count; ++i)
      moves.push_back({nodes_[i].move, nodes_[i].visits, mean(nodes_[i]), -end_in(nodes_[i]) + one_more(nodes_[i])});
    return moves;
  }

 private:
  enum class State : std::uint8_t { kOpen, kWon, kDrawn, kLost };  // for the side to move at the node

  struct Node {
    double sum = 0;  // the sum of the values for the side that made the move
    std::uint32_t visits = 0;
    std::uint32_t first = 0;  // the children are contiguous
    std::uint16_t count = 0;
    std::uint16_t plies = 0;  // plies to the proven end
    Move move{};
    State state = State::kOpen;
  };

  static double value_of(State state) { return state == State::kWon ? 1 : state == State::kLost ? 0 : 0.5; }
  static double mean(const Node& node) { return node.visits == 0 ? 0.5 : node.sum / node.visits; }
  static int end_in(const Node& node) {
    return node.state == State::kWon ? node.plies : node.state == State::kLost ? -int{node.plies} : 0;
  }
  // The ply from the parent to this node, signed so that it can be added to -end_in(node); 0 if nothing is proven.
  static int one_more(const Node& node) { return node.state == State::kLost ? 1 : node.state == State::kWon ? -1 : 0; }

  void expand(std::size_t at) {
    const bool too_deep = static_cast<int>(path_.size()) - 1 >= settings_.depth;
    if (at != 0 && (too_deep || nodes_.size() >= settings_.max_nodes)) return;
    const int count = board_.generate(list_.data());
    random_.shuffle(list_.begin(), list_.begin() + count);
    nodes_[at].first = static_cast<std::uint32_t>(nodes_.size());
    nodes_[at].count = static_cast<std::uint16_t>(count);
    for (int i = 0; i < count; ++i) nodes_.emplace_back().move = list_[static_cast<std::size_t>(i)];
  }

  // Called on the first visit to a node. Records the result if the game is over there.
  void settle(std::size_t at) {
    const int ending = board_.ending();
    if (ending == kNotOver) return;
    nodes_[at].state = ending > 0 ? State::kWon : ending < 0 ? State::kLost : State::kDrawn;
  }

  std::size_t select(std::size_t at) const {
    const Node& parent = nodes_[at];
    const double log_visits = std::log(static_cast<double>(std::max(parent.visits, 1u)));
    std::size_t best = parent.first;
    double best_bound = -std::numeric_limits<double>::infinity();
    for (std::size_t i = parent.first; i < parent.first + parent.count; ++i) {
      const Node& child = nodes_[i];
      if (child.visits == 0) return i;
      // Moves that are proven to lose come last.
      const double bound =
          child.state == State::kWon ? -1 : mean(child) + settings_.exploration * std::sqrt(log_visits / child.visits);
      if (bound > best_bound) {
        best_bound = bound;
        best = i;
      }
    }
    return best;
  }

  // Backs up proofs from the children: the side to move takes its quickest win, or else its slowest loss.
  void prove(std::size_t at) {
    Node& node = nodes_[at];
    int won = 0, longest = 0, open = 0, drawn = 0;
    for (std::size_t i = node.first; i < node.first + node.count; ++i) {
      const Node& child = nodes_[i];
      if (child.state == State::kLost) won = won == 0 ? child.plies + 1 : std::min(won, child.plies + 1);
      open += child.state == State::kOpen;
      drawn += child.state == State::kDrawn;
      longest = std::max(longest, child.plies + 1);
    }
    if (won != 0) {
      node.state = State::kWon;
      node.plies = static_cast<std::uint16_t>(won);
    } else if (open == 0) {
      node.state = drawn != 0 ? State::kDrawn : State::kLost;
      node.plies = static_cast<std::uint16_t>(drawn != 0 ? 0 : longest);
    }
  }

  // The move to play: the quickest proven win, else the most visited move that is not lost, else the slowest loss.
  std::size_t best_child(std::size_t at) const {
    const Node& parent = nodes_[at];
    const auto rank = [](const Node& node) {
      if (node.state == State::kLost) return std::pair(2, -static_cast<double>(node.plies));
      if (node.state == State::kWon) return std::pair(0, static_cast<double>(node.plies));
      return std::pair(1, node.visits + mean(node) / 2);
    };
    std::size_t best = parent.first;
    for (std::size_t i = parent.first; i < parent.first + parent.count; ++i)
      if (rank(nodes_[i]) > rank(nodes_[best])) best = i;
    return best;
  }

  Board board_;
  Playout playout_;
  const UctSettings settings_;
  Random random_;
  std::vector<Node> nodes_;  // the root first
  std::vector<std::size_t> path_;
  std::vector<Move> list_;
  std::uint64_t playouts_ = 0;
  int selective_depth_ = 0;
};

}  // namespace hexapoda::search
