// What the solver of Hex makes use of. Its answers are the same without any of it, only later.
#pragma once

namespace hexapoda::hex {

struct SolveFeatures {
  bool fill_in = true;      // dead and captured cells are filled
  bool dominated = true;    // vulnerable and dominated moves are left out
  bool connections = true;  // H-search: positions that are decided, and must-play
  bool must_play = true;    // moves that meet not all that the opponent threatens are left out
  bool captures = true;     // virtual connections share captured cells
  bool or_rule = true;      // H-search joins semi connections
  bool symmetry = true;     // images of a position are one
  bool evaluation = true;   // moves in the order of their currents, the first ones first
};

}  // namespace hexapoda::hex
