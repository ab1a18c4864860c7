// The result of a virtual connection analysis: the winner of a position, or the moves that may win.
#pragma once

#include "hex/rave/rave_tree.hpp"
#include "hex/rules/bit_cells.hpp"
#include "hex/solve/work_limit.hpp"

namespace hexapoda::hex {

template <int kWords>
struct Advice {
  Proof proof = Proof::kNone;
  int plies = 0;               // if proven: the maximum plies to the end if the winner follows the proof
  Cell move = kNoCell;         // a winning move in a won position
  BitCells<kWords> must_play;  // the moves that meet every threat; in a lost position, the moves that resist
  BitCells<kWords> moves;      // the must-play moves that are not inferior: if any move wins, one of these does
  std::uint64_t steps = 0;     // the number of steps spent
};

// Analyzes positions for a search, which calls it at frequently visited nodes, on one thread at a time.
template <int kWords>
class Adviser {
 public:
  virtual ~Adviser() = default;
  // Spends at most about `steps` steps and returns soon after stop() returns true. If the analysis is cut short, the
  // result is correct but may be incomplete.
  virtual Advice<kWords> advise(const BitCells<kWords> (&stones)[2], int to_move, const WorkLimit::Stop& stop,
                                std::uint64_t steps) = 0;
};

}  // namespace hexapoda::hex
