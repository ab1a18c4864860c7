// One colour's graph of a position (the Shannon game): its nodes are the empty cells, its groups of stones and its two
// edges; stones of the other colour are gone.
#pragma once

#include <vector>

#include "hex/solve/proof_board.hpp"

namespace hexapoda::hex {

template <int kWords>
class StoneGroups {
 public:
  using Set = BitCells<kWords>;
  struct Group {
    int node;  // the captain: the lowest stone, or `cells` and `cells + 1` for the groups of the two edges
    Set stones;
    Set liberties;  // the empty cells that touch it
  };

  explicit StoneGroups(const ProofBoard<kWords>& ground) : ground_(ground) {}

  void build(int color, const Set& own, const Set& empty) {
    groups_.clear();
    Set rest = own;
    for (int which = 0; which < 2; ++which) {
      const Set& row = ground_.edge(color, which);
      add(ground_.cells() + which, ground_.flood(row, own), row, empty);
      rest -= groups_.back().stones;
    }
    joined_ = groups_[0].stones.meets(groups_[1].stones);
    while (!rest.empty()) {
      const int captain = rest.first();
      add(captain, ground_.flood(Set::only(captain), rest), Set{}, empty);
      rest -= groups_.back().stones;
    }
  }

  // Whether the colour has won. Then the groups are of no use.
  bool joined() const { return joined_; }
  // The first two are those of the edges.
  const std::vector<Group>& groups() const { return groups_; }
  // The node of the group that a cell belongs to, -1 if it has no stone of the colour.
  int node_of(int cell) const {
    for (const Group& group : groups_)
      if (group.stones.has(cell)) return group.node;
    return -1;
  }

 private:
  void add(int node, const Set& stones, const Set& touching, const Set& empty) {
    Set around = touching;
    stones.for_each([&](int cell) { around |= ground_.near(cell); });
    groups_.push_back({node, stones, around & empty});
  }

  const ProofBoard<kWords>& ground_;
  bool joined_ = false;
  std::vector<Group> groups_;
};

}  // namespace hexapoda::hex
