// Inferior cells: dead, captured, vulnerable and dominated cells (Björnsson, Hayward, Johanson, van Rijswijck: Dead
// cell analysis in Hex and the Shannon game, 2006; Henderson, Arneson, Hayward: Solving 8x8 Hex, 2009).
//
// A cell is dead if no minimal path of a color from edge to edge needs it: in the color's graph all its neighbors
// touch each other, so every path through it has a shortcut. Dead cells may be filled with either color. A stone of the
// opponent may kill a cell. If each of two cells kills the other, the opponent has captured both, and they may be
// filled with its stones. Filling does not change the winner, whoever is to move.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "hex/rules/ring.hpp"
#include "hex/solve/stone_groups.hpp"

namespace hexapoda::hex {

template <int kWords>
class Inferior {
 public:
  using Set = BitCells<kWords>;

  explicit Inferior(const ProofBoard<kWords>& geometry)
      : geometry_(geometry),
        groups_(geometry),
        around_(geometry.cells()),
        related_(geometry.cells()),
        touched_(geometry.cells()),
        killers_{std::vector<Set>(geometry.cells()), std::vector<Set>(geometry.cells())},
        rings_(geometry) {}

  // The cells that fill() has filled.
  struct Filled {
    Set dead, captured[2];
    Set all() const { return dead | captured[kBlack] | captured[kWhite]; }
    friend bool operator==(const Filled&, const Filled&) = default;
  };

  // Fills dead cells with the color to move, and captured cells with the color that captured them, until there are no
  // more or a color has won. If the position without some stones `added` was filled already, only the cells that these
  // stones may affect are examined.
  Filled fill(BitStones<kWords>& stones, std::optional<Set> added = std::nullopt) {
    Filled filled;
    std::optional<Set> fresh[2] = {added, added};  // by color: the stones since its graph was examined
    int unchanged = 0;                             // consecutive colors for which there was nothing to fill
    for (int color = stones.to_move; unchanged < 2; color = 1 - color) {
      const Set empty = geometry_.empties(stones);
      groups_.build(color, stones.of[color], empty);
      if (groups_.joined()) break;
      connect(empty);
      find_killers(color, fresh[color] ? near(*fresh[color], stones.of[color]) & empty : empty);
      fresh[color] = Set{};
      if (dead_.empty() && captured_.empty()) {
        ++unchanged;
        continue;
      }
      unchanged = 0;
      stones.of[stones.to_move] |= dead_;
      stones.of[1 - color] |= captured_;
      filled.dead |= dead_;
      filled.captured[1 - color] |= captured_;
      for (auto& since : fresh)
        if (since) *since |= dead_ | captured_;
    }
    return filled;
  }

  // The moves among `considered` that must be searched. If there is a winning move and `considered` omits only losing
  // moves, the result contains a winning move. Nobody may have won yet.
  Set without_inferior(const BitStones<kWords>& stones, Set considered) {
    const int color = stones.to_move;
    const Set empty = geometry_.empties(stones);
    for (const int side : {kBlack, kWhite}) {
      groups_.build(side, stones.of[side], empty);
      connect(empty);
      find_killers(side, empty);
    }
    // A vulnerable move is omitted: the opponent's reply at a killer makes it useless.
    answers_ = Set{};
    const Set all = considered;
    all.for_each([&](int cell) {
      if (killers_[color][cell].empty()) return;
      considered.remove(cell);
      answers_.add(killers_[color][cell].first());
    });
    rings_.update(stones, empty);
    Set kept;  // the moves that must stay, because they dominate an omitted move
    const Set candidates = considered;
    candidates.for_each([&](int cell) {
      if (!considered.has(cell)) return;
      Set dominated;
      considered.for_each([&](int other) {
        if (killers_[1 - color][other].has(cell)) dominated.add(other);
      });
      rings_.for_each_capture(cell, color, empty, [&](const Set& pair) { dominated |= pair; });
      dominated = (dominated & considered) - kept;
      dominated.remove(cell);
      if (dominated.empty()) return;
      considered -= dominated;
      kept.add(cell);
    });
    return considered;
  }
  // One answer of the opponent to each vulnerable move that the last without_inferior() omitted.
  const Set& answers() const { return answers_; }

 private:
  // Connects the empty cells in the graph of the color whose groups were built.
  void connect(const Set& empty) {
    empty.for_each([&](int cell) {
      around_[cell] = related_[cell] = geometry_.neighbors(cell) & empty;
      touched_[cell] = 0;
    });
    const auto& groups = groups_.groups();
    for (std::size_t i = 0; i < groups.size(); ++i) {
      const Set& liberties = groups[i].liberties;
      liberties.for_each([&](int cell) {
        related_[cell] |= liberties;
        if (i < 2)
          touched_[cell] |= static_cast<std::uint8_t>(1 << i);
        else
          around_[cell] |= liberties;
      });
    }
  }

  // The cells that may have become dead or got a killer by these stones: the graph has changed around them. Some may
  // not be empty. `own` are the stones of the graph's color.
  Set near(const Set& fresh, const Set& own) const {
    Set cells;
    const auto& groups = groups_.groups();
    for (const auto& group : groups)  // its liberties touch each other now
      if (group.stones.meets(fresh)) {
        cells |= group.liberties;
        group.liberties.for_each([&](int cell) { cells |= around_[cell]; });
      }
    (fresh - own).for_each([&](int cell) {  // it joined its neighbors before
      const Set& neighbors = geometry_.neighbors(cell);
      cells |= neighbors;
      for (std::size_t i = 2; i < groups.size(); ++i)
        if (groups[i].stones.meets(neighbors)) cells |= groups[i].liberties;
    });
    return cells;
  }

  // Finds the dead and the captured cells in the graph of the color, and the killers of the examined cells. These must
  // include all dead cells, and one of each two cells that kill each other.
  void find_killers(int color, const Set& examined) {
    dead_ = captured_ = Set{};
    examined.for_each([&](int cell) { examine(color, cell); });
    Set known = examined;
    examined.for_each([&](int cell) {
      if (dead_.has(cell)) return;
      killers_[color][cell].for_each([&](int other) {
        if (dead_.has(other)) return;
        if (!known.has(other)) examine(color, other);
        known.add(other);
        if (killers_[color][other].has(cell)) {
          captured_.add(cell);
          captured_.add(other);
        }
      });
    });
  }

  // Determines whether the cell is dead, and on which cells a stone of the opponent would kill it.
  void examine(int color, int cell) {
    Set around = around_[cell];
    around.remove(cell);
    Set killers = around;
    bool dead = true;
    const int edges = touched_[cell];
    if (edges == 3) {  // a path that consists of this cell alone has no shortcut
      killers_[color][cell] = Set{};
      return;
    }
    for (int i = 0; i < kWords; ++i)
      for (std::uint64_t rest = around.words[i]; rest != 0; rest &= rest - 1) {
        const int next = 64 * i + std::countr_zero(rest);
        Set apart = around - related_[next];
        apart.remove(next);
        const bool edge_apart = (edges & ~touched_[next]) != 0;
        if (apart.empty() && !edge_apart) continue;
        dead = false;
        Set either = Set::only(next);
        if (!edge_apart && apart.size() == 1) either |= apart;
        killers &= either;
        if (killers.empty()) {
          killers_[color][cell] = killers;
          return;
        }
      }
    if (dead) {
      dead_.add(cell);
      killers = Set{};
    }
    killers_[color][cell] = killers;
  }

  const ProofBoard<kWords>& geometry_;
  StoneGroups<kWords> groups_;
  // For each empty cell in the graph of the current color: around_ holds its neighbors: the cells adjacent
  // to it or to a group that it touches; related_ also holds the cells that touch an edge that it touches; touched_
  // holds the edges that it touches, as bits.
  std::vector<Set> around_, related_;
  std::vector<std::uint8_t> touched_;
  std::vector<Set> killers_[2];
  Set dead_, captured_, answers_;
  Rings<kWords> rings_;
};

}  // namespace hexapoda::hex
