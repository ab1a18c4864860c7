// What a virtual connection analysis tells a tree search about a position: who wins, or which moves are worth trying.
#pragma once

#include "hex/rave/rave_tree.hpp"
#include "hex/rules/bit_cells.hpp"
#include "hex/solve/work_limit.hpp"

namespace hexapoda::hex {

template <int kWords>
struct Advice {
  Proof proof = Proof::kNone;
  int plies = 0;               // within which the game is won or lost, when that is proven
  Cell move = kNoCell;         // of a won position, one that wins
  BitCells<kWords> must_play;  // the moves that meet every threat; of a lost position, those that resist
  BitCells<kWords> moves;      // those of them that are not inferior: if any move wins, one of these does
  std::uint64_t steps = 0;     // of work that it took
};

// Asked about frequently visited nodes, by one thread at a time.
template <int kWords>
class Adviser {
 public:
  virtual ~Adviser() = default;
  // Takes about `steps` steps at most and returns soon once `stop` is true; what has been found by then holds, but is
  // less than it might be.
  virtual Advice<kWords> advise(const BitCells<kWords> (&stones)[2], int to_move, const WorkLimit::Stop& stop,
                                std::uint64_t steps) = 0;
};

}  // namespace hexapoda::hex
