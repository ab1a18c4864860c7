// How much a move matters, told by electric circuits (Shannon; Anshelevich 2000).
//
// To each colour the board is a circuit between its two edges: empty cells resist, its stones conduct, the opponent's
// stones are gone. Where much current flows through a cell, a stone of either colour changes much.
#pragma once

#include <vector>

#include "hex/connections.hpp"

namespace hexapoda::hex {

template <int kWords>
class Resistance {
 public:
  explicit Resistance(const Ground<kWords>& ground) : ground_(ground), groups_(ground), number_(ground.cells() + 2) {}

  // Adds to `worth`, one number a cell, the currents of a colour through the empty cells, the two edges one volt apart.
  // `connections` are the colour's own; nodes with a full connection count as touching each other.
  void add_currents(const BitStones<kWords>& stones, int color, const Connections<kWords>& connections,
                    std::vector<double>& worth);

 private:
  double& at(int row, int column) { return matrix_[row * (unknowns_ + 1) + column]; }
  void link(int a, int b, double ohms);
  void solve();

  const Ground<kWords>& ground_;
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
