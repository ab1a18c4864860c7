// What a closer look at a position can tell a tree search: who wins, or which moves are worth trying.
#pragma once

#include "hex/bit_cells.hpp"
#include "hex/rave_tree.hpp"

namespace hexapoda::hex {

template <int kWords>
struct Advice {
  Proof proof = Proof::kNone;
  BitCells<kWords> moves;  // if any move wins, one of these does; means nothing once there is a proof
};

// Asked at nodes that have been visited often, by one thread at a time.
template <int kWords>
class Adviser {
 public:
  virtual ~Adviser() = default;
  virtual Advice<kWords> advise(const BitCells<kWords> (&stones)[2], int to_move) = 0;
};

}  // namespace hexapoda::hex
