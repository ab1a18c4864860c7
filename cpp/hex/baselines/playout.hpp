// Random playouts: the free cells are dealt out at random, a fixed number to each color.
//
// A full board has exactly one winner, so the order of the moves does not matter and a deal is enough: random bits for
// all cells at once, then a few random cells change sides until the number is right. All deals are equally likely,
// because neither step favors any cell.
#pragma once

#include <vector>

#include "hex/rules/cell_graph.hpp"
#include "search/random.hpp"

namespace hexapoda::hex {

template <int kWords>
class Deal {
 public:
  using Set = BitCells<kWords>;

  explicit Deal(const std::vector<Cell>& free) : cells_(free), free_(Set::of(free)) {}

  // Returns `count` of the free cells; all choices are equally likely.
  Set draw(int count, search::Random& random) const {
    Set drawn;
    for (std::size_t i = 0; i < kWords; ++i) drawn.words[i] = random.next() & free_.words[i];
    const auto n = static_cast<std::uint32_t>(cells_.size());
    for (int excess = drawn.size() - count; excess != 0;) {
      const Cell cell = cells_[random.below(n)];
      if (drawn.has(cell) != (excess > 0)) continue;
      drawn.flip(cell);
      excess += excess > 0 ? -1 : 1;
    }
    return drawn;
  }

 private:
  std::vector<Cell> cells_;
  Set free_;
};

}  // namespace hexapoda::hex
