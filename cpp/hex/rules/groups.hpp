// Connected groups of stones of both colors, with undo: a union-find forest with union by size and a log of the unions.
//
// The two edges of a color are nodes like the cells, so a color has won when its edges are in the same group. There is
// no path compression, because it could not be undone. Union by size keeps the paths short enough.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "hex/rules/shape.hpp"

namespace hexapoda::hex {

class Groups {
 public:
  explicit Groups(int cells = 0) : edges_(static_cast<Node>(cells)) { reset(); }

  // Splits all groups into single nodes.
  void reset() {
    const int nodes = edges_ + 4;
    for (int node = 0; node < nodes; ++node) parent_[node] = static_cast<Node>(node);
    size_.fill(1);
    log_.clear();
  }

  void join(Cell a, Cell b) { unite(a, b); }
  void join(Cell cell, Edge edge) { unite(cell, node(edge)); }
  bool joined(Edge a, Edge b) const { return root(node(a)) == root(node(b)); }

  // undo_to(mark) undoes all unions made since mark() returned `mark`.
  std::size_t mark() const { return log_.size(); }
  void undo_to(std::size_t mark) {
    while (log_.size() > mark) {
      const Node child = log_.back();
      log_.pop_back();
      size_[parent_[child]] = static_cast<Node>(size_[parent_[child]] - size_[child]);
      parent_[child] = child;
    }
  }

 private:
  using Node = std::uint16_t;
  static constexpr int kNodes = kMaxCells + 4;

  Node node(Edge edge) const { return static_cast<Node>(edges_ + static_cast<int>(edge)); }
  Node root(Node node) const {
    while (parent_[node] != node) node = parent_[node];
    return node;
  }
  void unite(Node a, Node b) {
    a = root(a);
    b = root(b);
    if (a == b) return;
    if (size_[a] < size_[b]) std::swap(a, b);
    parent_[b] = a;
    size_[a] = static_cast<Node>(size_[a] + size_[b]);
    log_.push_back(b);
  }

  Node edges_;  // the node of the first edge: the number of cells
  std::array<Node, kNodes> parent_{}, size_{};
  std::vector<Node> log_;  // the roots that became children of other roots, in order
};

}  // namespace hexapoda::hex
