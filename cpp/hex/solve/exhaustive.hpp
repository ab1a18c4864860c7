// An exhaustive search, which finds the winner and the connections by playing every line to its end. Tests compare the
// solver and its connections with this search, which uses none of their rules.
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <utility>

#include "hex/solve/proof_board.hpp"

namespace hexapoda::hex {

class Exhaustive {
 public:
  // The board may have at most 31 cells. `stop()` is called at every position; once it returns true, all results are
  // meaningless.
  Exhaustive(Shape shape, std::function<bool()> stop) : geometry_(shape), stop_(std::move(stop)) {}

  const ProofBoard<1>& geometry() const { return geometry_; }

  // Whether the side to move wins. The stones may already join the edges of a color.
  bool wins(const BitStones<1>& position) {
    if (geometry_.joined(position.of[1 - position.to_move], 1 - position.to_move)) return false;
    if (geometry_.joined(position.of[position.to_move], position.to_move)) return true;
    const std::uint64_t key = position.of[0].words[0] << 33 | position.of[1].words[0] << 1 | position.to_move;
    if (const auto known = known_wins_.find(key); known != known_wins_.end()) return known->second;
    if (stop_()) return false;
    bool win = false;
    for (std::uint64_t rest = geometry_.empties(position).words[0]; rest != 0 && !win; rest &= rest - 1) {
      BitStones<1> next = position;
      next.of[position.to_move].words[0] |= rest & -rest;
      next.to_move = 1 - position.to_move;
      win = !wins(next);
    }
    return known_wins_[key] = win;
  }

  // Whether a color with the stones `own` can join two ends when both sides play only in `free` and the opponent moves
  // first. An end is a cell of `own`, or `cells` and `cells + 1` for the edges of the color. An edge connects the
  // stones that touch it.
  bool connects(int color, const BitCells<1>& own, int from, int to, const BitCells<1>& free) {
    known_connections_.clear();
    return holds({color, from, to}, own, free);
  }

 private:
  struct Ends {
    int color, from, to;
  };

  // As connects(), but uses the results that are already known for these ends.
  bool holds(const Ends& ends, const BitCells<1>& own, const BitCells<1>& free) {
    if (joined(ends, own)) return true;
    if (!joined(ends, own | free)) return false;
    const std::uint64_t key = own.words[0] << 32 | free.words[0];
    if (const auto known = known_connections_.find(key); known != known_connections_.end()) return known->second;
    if (stop_()) return false;
    bool held = true;
    free.for_each([&](int cell) { held = held && answered(ends, own, free, cell); });
    return known_connections_[key] = held;
  }
  // Whether the color can hold the connection after the opponent plays on a cell of `free`, with an answer or without
  // one.
  bool answered(const Ends& ends, const BitCells<1>& own, BitCells<1> free, int cell) {
    free.remove(cell);
    bool found = false;
    free.for_each([&](int answer) {
      if (found) return;
      BitCells<1> more = own, less = free;
      more.add(answer);
      less.remove(answer);
      found = holds(ends, more, less);
    });
    return found || holds(ends, own, free);
  }
  // Whether the stones `own` join the ends.
  bool joined(const Ends& ends, const BitCells<1>& own) const {
    const auto cells_at = [&](int end) {
      return end < geometry_.cells() ? BitCells<1>::only(end) : geometry_.edge(ends.color, end - geometry_.cells());
    };
    auto reached = geometry_.flood(cells_at(ends.from), own);
    // The stones may connect the ends via one edge or via both edges, in either order.
    for (const int which : {0, 1, 0}) {
      const BitCells<1>& edge = geometry_.edge(ends.color, which);
      if (reached.meets(edge)) reached |= geometry_.flood(edge, own);
    }
    return reached.meets(cells_at(ends.to));
  }

  ProofBoard<1> geometry_;
  std::function<bool()> stop_;
  // Known results of wins(), by stones and side to move, and of the latest connects(), by own stones and free cells.
  std::unordered_map<std::uint64_t, bool> known_wins_, known_connections_;
};

}  // namespace hexapoda::hex
