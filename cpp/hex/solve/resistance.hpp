// How much a move matters, estimated by electric circuits (Shannon; Anshelevich 2000).
//
// To each color the board is a circuit between its two edges: empty cells resist, its stones conduct, the opponent's
// stones are removed. Where much current flows through a cell, a stone of either color changes much.
#pragma once

#include <vector>

#include "hex/solve/connections.hpp"

namespace hexapoda::hex {

template <int kWords>
class Resistance {
 public:
  explicit Resistance(const ProofBoard<kWords>& ground)
      : ground_(ground), groups_(ground), number_(ground.cells() + 2) {}

  // Adds to `worth`, one value a cell, the currents of a color through the empty cells, the two edges one volt apart.
  // `connections` are the color's own; nodes with a full connection are neighbors. Adds nothing once `limit` has ended.
  void add_currents(const BitStones<kWords>& stones, int color, const Connections<kWords>& connections,
                    std::vector<double>& worth, WorkLimit& limit);

 private:
  double& at(int row, int column) { return matrix_[row * (unknowns_ + 1) + column]; }
  void link(int a, int b, double ohms);
  bool solve(WorkLimit& limit);

  const ProofBoard<kWords>& ground_;
  StoneGroups<kWords> groups_;
  std::vector<int> number_;     // of each node among the unknowns; -1 and -2 are the first and the second edge
  std::vector<double> matrix_;  // the conductances, and the current that flows in from the first edge
  std::vector<double> volts_, flow_;
  struct Link {
    int a, b;
    double siemens;
  };
  std::vector<Link> links_;
  int unknowns_ = 0;
};

}  // namespace hexapoda::hex
