// For tests: finds the winner and the connections by playing every line to its end, without the rules of the solver.
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <utility>

#include "hex/solve/proof_board.hpp"

namespace hexapoda::hex {

class Exhaustive {
 public:
  // For at most 31 cells. `stop()` is called at every position; once it returns true, all results are meaningless.
  Exhaustive(Shape shape, std::function<bool()> stop) : geometry_(shape), stop_(std::move(stop)) {}

  const ProofBoard<1>& geometry() const { return geometry_; }

  // Whether the side to move wins. The stones may already join edges.
  bool wins(const BitStones<1>& position) {
    if (geometry_.joined(position.of[1 - position.to_move], 1 - position.to_move)) return false;
    if (geometry_.joined(position.of[position.to_move], position.to_move)) return true;
    const std::uint64_t key = position.of[0].words[0] << 33 | position.of[1].words[0] << 1 | position.to_move;
    const auto known = known_.find(key);
    if (known != known_.end()) return known->second;
    if (stop_()) return false;
    bool win = false;
    for (std::uint64_t rest = geometry_.empties(position).words[0]; rest != 0 && !win; rest &= rest - 1) {
      BitStones<1> next = position;
      next.of[position.to_move].words[0] |= rest & -rest;
      next.to_move = 1 - position.to_move;
      win = !wins(next);
    }
    known_[key] = win;
    return win;
  }

  // Whether a color with the stones `own` can join two ends, when both sides play only in `free` and the opponent moves
  // first. An end is a cell of `own`, or `cells` and `cells + 1` for the edges of the color. An edge connects the
  // stones that touch it.
  bool connects(int color, const BitCells<1>& own, int from, int to, const BitCells<1>& free) {
    if (joined(color, own, from, to)) return true;
    if (!joined(color, own | free, from, to)) return false;
    const std::uint64_t key = own.words[0] << 32 | free.words[0];
    const auto known = known_connected_.find(key);
    if (known != known_connected_.end()) return known->second;
    if (stop_()) return false;
    bool held = true;
    free.for_each([&](int cell) {
      BitCells<1> rest = free;
      rest.remove(cell);
      bool answered = false;
      rest.for_each([&](int answer) {
        if (answered) return;
        BitCells<1> more = own, less = rest;
        more.add(answer);
        less.remove(answer);
        answered = connects(color, more, from, to, less);
      });
      held = held && (answered || connects(color, own, from, to, rest));
    });
    return known_connected_[key] = held;
  }
  void forget_connections() { known_connected_.clear(); }  // before a query with other ends or another color

 private:
  bool joined(int color, const BitCells<1>& own, int from, int to) const {
    const auto end = [&](int node) {
      return node < geometry_.cells() ? BitCells<1>::only(node) : geometry_.edge(color, node - geometry_.cells());
    };
    auto reached = geometry_.flood(end(from), own);
    // Stones may lead from the first edge over the second one, or the other way round.
    for (const int which : {0, 1, 0})
      if (reached.meets(geometry_.edge(color, which))) reached |= geometry_.flood(geometry_.edge(color, which), own);
    return reached.meets(end(to));
  }

  ProofBoard<1> geometry_;
  std::function<bool()> stop_;
  std::unordered_map<std::uint64_t, bool> known_connected_;
  std::unordered_map<std::uint64_t, bool> known_;
};

}  // namespace hexapoda::hex
