// A triangular table of principal variations: the line of a node is its best move followed by the line of the child.
#pragma once

#include <algorithm>
#include <vector>

namespace hexapoda::search {

template <class Move>
class PrincipalLine {
 public:
  explicit PrincipalLine(int plies) : lines_(static_cast<std::size_t>(plies) + 2) {}

  void clear(int ply) { at(ply).clear(); }
  void keep(int ply, Move move) {
    auto& line = at(ply);
    const auto& rest = at(ply + 1);
    line.assign(1, move);
    line.insert(line.end(), rest.begin(), rest.end());
  }
  const std::vector<Move>& line(int ply) const { return lines_[static_cast<std::size_t>(ply)]; }

 private:
  std::vector<Move>& at(int ply) { return lines_[static_cast<std::size_t>(ply)]; }

  std::vector<std::vector<Move>> lines_;
};

}  // namespace hexapoda::search
