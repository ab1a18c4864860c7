// The groups of stones of one color in a position, with their liberties.
//
// The groups are nodes of the color's graph, as in the Shannon game; the other nodes are the empty cells, and the
// opponent's stones are removed. Each edge of the color forms a group with the stones connected to it.
#pragma once

#include <vector>

#include "hex/solve/proof_board.hpp"

namespace hexapoda::hex {

template <int kWords>
class StoneGroups {
 public:
  using Set = BitCells<kWords>;
  struct Group {
    int node;  // the cell of the lowest stone; the two edges are `cells` and `cells + 1`
    Set stones;
    Set liberties;  // the empty cells that touch the group
  };

  explicit StoneGroups(const ProofBoard<kWords>& geometry) : geometry_(geometry) {}

  // Finds the groups of a color. `own` are its stones, `empty` the empty cells.
  void build(int color, const Set& own, const Set& empty) {
    groups_.clear();
    Set rest = own;
    for (int which = 0; which < 2; ++which) {
      const Set& row = geometry_.edge(color, which);
      add(geometry_.cells() + which, geometry_.flood(row, own), row, empty);
      rest -= groups_.back().stones;
    }
    joined_ = groups_[0].stones.meets(groups_[1].stones);
    while (!rest.empty()) {
      const int lowest = rest.first();
      add(lowest, geometry_.flood(Set::only(lowest), rest), Set{}, empty);
      rest -= groups_.back().stones;
    }
  }

  // Whether the color's stones join its two edges. If so, the color has won and the groups are meaningless.
  bool joined() const { return joined_; }
  // The first two are the groups of the edges.
  const std::vector<Group>& groups() const { return groups_; }
  // The node of the cell's group; -1 if the cell has no stone of the color.
  int node_of(int cell) const {
    for (const Group& group : groups_)
      if (group.stones.has(cell)) return group.node;
    return -1;
  }

 private:
  // Adds a group. `beside` are cells that also touch the group, although they may not be neighbors of its stones.
  void add(int node, const Set& stones, const Set& beside, const Set& empty) {
    Set around = beside;
    stones.for_each([&](int cell) { around |= geometry_.neighbors(cell); });
    groups_.push_back({node, stones, around & empty});
  }

  const ProofBoard<kWords>& geometry_;
  bool joined_ = false;
  std::vector<Group> groups_;
};

}  // namespace hexapoda::hex
