// The parts of the Hex solver that can be switched off for ablation studies. Without them, the results are the same but
// take longer.
#pragma once

namespace hexapoda::hex {

struct SolveFeatures {
  bool fill_in = true;      // fill dead and captured cells
  bool dominated = true;    // omit vulnerable and dominated moves
  bool connections = true;  // H-search: decided positions and must-play regions
  bool must_play = true;    // omit moves that a threat refutes, or the refutation of another move
  bool captures = true;     // virtual connections may share captured cells
  bool or_rule = true;      // H-search combines semi-connections by the OR rule
  bool symmetry = true;     // symmetric positions share one entry
  bool evaluation = true;   // the network: the order of moves, the first few of them, and first proof numbers
};

}  // namespace hexapoda::hex
