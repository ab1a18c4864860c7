// What a closer look at a position can tell a tree search: who wins, or which moves are worth trying.
#pragma once

#include "hex/bit_cells.hpp"
#include "hex/rave_tree.hpp"

namespace hexapoda::hex {

template <int kWords>
struct Advice {
  Proof proof = Proof::kNone;
  int plies = 0;           // within which the game is won or lost, when that is proven
  Cell move = kNoCell;     // of a won position, one that wins
  BitCells<kWords> moves;  // if any move wins, one of these does; of a lost position, those that resist
};

// Asked at nodes that have been visited often, by one thread at a time.
template <int kWords>
class Adviser {
 public:
  virtual ~Adviser() = default;
  virtual Advice<kWords> advise(const BitCells<kWords> (&stones)[2], int to_move) = 0;
};

}  // namespace hexapoda::hex
