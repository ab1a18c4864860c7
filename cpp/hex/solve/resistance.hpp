// The importance of moves, estimated by electric circuits (Shannon; Anshelevich 2000).
//
// For each color the board is a circuit between its two edges: empty cells are resistors, its stones conduct, and the
// opponent's stones are removed. A stone of either color matters most where the most current flows.
#pragma once

#include <vector>

#include "hex/solve/connections.hpp"

namespace hexapoda::hex {

template <int kWords>
class Resistance {
 public:
  explicit Resistance(const ProofBoard<kWords>& geometry)
      : geometry_(geometry), groups_(geometry), number_(geometry.cells() + 2) {}

  // Adds the currents of a color through the empty cells to `currents`, one value per cell, with one volt between the
  // two edges. `connections` are those of the color; nodes with a full connection count as adjacent. Adds nothing once
  // `limit` is reached.
  void add_currents(const BitStones<kWords>& stones, int color, const Connections<kWords>& connections,
                    std::vector<double>& currents, WorkLimit& limit);

 private:
  double& at(int row, int column) { return matrix_[row * (unknowns_ + 1) + column]; }
  void link(int a, int b, double ohms);
  bool solve(WorkLimit& limit);

  const ProofBoard<kWords>& geometry_;
  StoneGroups<kWords> groups_;
  std::vector<int> number_;  // the index of each node among the unknowns; -1 and -2 are the first and the second edge
  std::vector<double> matrix_;  // the conductances; the last column is the current from the first edge
  std::vector<double> volts_, flow_;
  struct Link {
    int a, b;
    double siemens;
  };
  std::vector<Link> links_;
  int unknowns_ = 0;
};

}  // namespace hexapoda::hex
