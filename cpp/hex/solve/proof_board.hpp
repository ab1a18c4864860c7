// The geometry of a board for the proofs of Hex: neighbors as sets, edges as nodes beyond the last cell.
//
// The first edge of a color is the node `cells`, and its second edge is the node `cells + 1`.
#pragma once

#include <array>
#include <type_traits>
#include <vector>

#include "hex/rules/bit_cells.hpp"
#include "hex/rules/placement.hpp"

namespace hexapoda::hex {

// The stones of a position as sets, and the side to move.
template <int kWords>
struct BitStones {
  BitCells<kWords> of[2];  // Black's, White's
  int to_move = kBlack;

  // The position after a stone on a free cell.
  BitStones after(int cell) const {
    BitStones next = *this;
    next.of[to_move].add(cell);
    next.to_move = 1 - to_move;
    return next;
  }

  friend bool operator==(const BitStones&, const BitStones&) = default;
};

// Like with_words(), with fewer sizes, because the solver takes a long time to compile.
template <class F>
decltype(auto) with_proof_words(Shape shape, F f) {
  if (shape.cells() <= 64) return f(std::integral_constant<int, 1>());
  if (shape.cells() <= 128) return f(std::integral_constant<int, 2>());
  if (shape.cells() <= 256) return f(std::integral_constant<int, 4>());
  return f(std::integral_constant<int, (kMaxCells + 63) / 64>());
}

template <int kWords>
BitStones<kWords> bit_stones(const Placement& placement) {
  return {{BitCells<kWords>::of(placement.black), BitCells<kWords>::of(placement.white)}, placement.to_move};
}

template <int kWords>
class ProofBoard {
 public:
  using Set = BitCells<kWords>;

  // The entries of around() for neighbors beyond the board, by the color of the edge.
  static constexpr int kBlackEdge = -1, kWhiteEdge = -2;

  explicit ProofBoard(Shape shape) : shape_(shape), all_(Set::below(shape.cells())), neighbors_(shape.cells()) {
    around_.resize(neighbors_.size());
    for (int cell = 0; cell < shape.cells(); ++cell) {
      const auto at = static_cast<Cell>(cell);
      shape.for_each_neighbor(at, [&](Cell neighbor) { neighbors_[cell].add(neighbor); });
      for (int i = 0; i < 6; ++i) {
        const Cell next = shape.step(at, kSteps[i]);
        const int row = shape.row_of(at) + kSteps[i].row;
        // Beyond an obtuse corner the two edges meet; it makes no difference which one is stored.
        around_[cell][i] = next != kNoCell ? int{next} : row < 0 || row >= shape.rows ? kBlackEdge : kWhiteEdge;
      }
      for (const int color : {kBlack, kWhite}) {
        if (shape.touches_first(at, color)) edges_[color][0].add(cell);
        if (shape.touches_second(at, color)) edges_[color][1].add(cell);
      }
    }
  }

  Shape shape() const { return shape_; }
  int cells() const { return shape_.cells(); }
  const Set& all() const { return all_; }
  // The neighbors of a cell: as a set of cells, and in the order of kSteps, where kBlackEdge and kWhiteEdge stand for
  // edges.
  const Set& neighbors(int cell) const { return neighbors_[cell]; }
  const std::array<int, 6>& around(int cell) const { return around_[cell]; }
  // The cells at the first (0) or second (1) edge of a color.
  const Set& edge(int color, int which) const { return edges_[color][which]; }

  Set empties(const BitStones<kWords>& stones) const { return all_ - stones.of[kBlack] - stones.of[kWhite]; }

  // The cells of `allowed` that are connected to `from` within `allowed`, including `from`.
  Set flood(Set from, const Set& allowed) const {
    Set reached = from & allowed, border = reached;
    while (!border.empty()) {
      Set next;
      border.for_each([&](int cell) { next |= neighbors_[cell]; });
      border = (next & allowed) - reached;
      reached |= border;
    }
    return reached;
  }
  // Whether the stones of a color connect its two edges.
  bool joined(const Set& stones, int color) const { return flood(edges_[color][0], stones).meets(edges_[color][1]); }

  // The image of a set under the symmetries of the board; see Shape.
  Set rotated(const Set& set) const {
    Set turned;
    set.for_each([&](int cell) { turned.add(cells() - 1 - cell); });
    return turned;
  }
  Set mirrored(const Set& set) const {  // only for a square board
    Set turned;
    set.for_each([&](int cell) { turned.add(shape_.mirrored(static_cast<Cell>(cell))); });
    return turned;
  }

 private:
  Shape shape_;
  Set all_;
  Set edges_[2][2];
  std::vector<Set> neighbors_;
  std::vector<std::array<int, 6>> around_;
};

}  // namespace hexapoda::hex
