// For tests: who wins, by playing every line to its end, with nothing of what the solver knows.
#pragma once

#include <unordered_map>

#include "hex/ground.hpp"

namespace hexapoda::hex {

class Exhaustive {
 public:
  explicit Exhaustive(Shape shape) : ground_(shape) {}  // of 32 cells at most

  // Whether the side to move wins. The stones of `of` may already have joined edges.
  bool wins(const BitStones<1>& position) {
    if (ground_.joined(position.of[1 - position.to_move], 1 - position.to_move)) return false;
    if (ground_.joined(position.of[position.to_move], position.to_move)) return true;
    const std::uint64_t key = position.of[0].words[0] << 33 | position.of[1].words[0] << 1 | position.to_move;
    const auto known = known_.find(key);
    if (known != known_.end()) return known->second;
    bool win = false;
    for (std::uint64_t rest = ground_.empties(position).words[0]; rest != 0 && !win; rest &= rest - 1) {
      BitStones<1> next = position;
      next.of[position.to_move].words[0] |= rest & -rest;
      next.to_move = 1 - position.to_move;
      win = !wins(next);
    }
    known_[key] = win;
    return win;
  }

 private:
  Ground<1> ground_;
  std::unordered_map<std::uint64_t, bool> known_;
};

}  // namespace hexapoda::hex
