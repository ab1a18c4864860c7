// The importance of moves, estimated with electric circuits (Shannon; Anshelevich 2000).
//
// For each color, the board is a circuit between the color's two edges: empty cells are resistors, the color's stones
// conduct, and the opponent's stones are removed. A stone of either color matters most where the most current flows.
#pragma once

#include <vector>

#include "hex/solve/connections.hpp"

namespace hexapoda::hex {

template <int kWords>
class Resistance {
 public:
  explicit Resistance(const ProofBoard<kWords>& geometry)
      : geometry_(geometry), groups_(geometry), number_(geometry.cells() + 2) {}

  // Adds the color's current through each empty cell, with one volt between the two edges, to `currents`, which has one
  // value per cell. `connections` are the color's virtual connections; nodes joined by a full connection count as
  // adjacent. Adds nothing if `limit` is reached.
  void add_currents(const BitStones<kWords>& stones, int color, const Connections<kWords>& connections,
                    std::vector<double>& currents, WorkLimit& limit);

 private:
  double& at(int row, int column) { return matrix_[row * (unknowns_ + 1) + column]; }
  void link(int a, int b, double ohms);
  bool solve(WorkLimit& limit);

  const ProofBoard<kWords>& geometry_;
  StoneGroups<kWords> groups_;
  std::vector<int> number_;     // the index of each node among the unknowns; -1 and -2 are the first and second edge
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
