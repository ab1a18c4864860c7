// Solves positions of Hex: the winner and the winning moves. One interface for the proof search on every board size.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "hex/rules/placement.hpp"
#include "hex/solve/solve_features.hpp"

namespace hexapoda::hex {

class Solver {
 public:
  using Stop = std::function<bool()>;

  // The minimum memory in MiB for this many threads.
  static std::size_t min_megabytes(Shape shape, int threads);
  // A solver for boards of this shape. Proofs are kept while there is room; then those that took the least work are
  // discarded.
  static std::unique_ptr<Solver> make(Shape shape, const SolveFeatures& features, int threads, std::size_t megabytes);
  virtual ~Solver() = default;

  // The following methods check `stop` often, also within expensive steps, and return soon after it becomes true.

  // The winning color; -1 if stopped first.
  virtual int winner(const Placement& placement, const Stop& stop) = 0;

  // A move of a position that is not over: a winning move if there is one, else the move that is hardest to refute.
  // kNoCell if stopped first.
  virtual Cell best(const Placement& placement, const Stop& stop) = 0;

  // The cells on which the side to move may still win: all others are refuted by the opponent's threats. If stopped
  // first, the result may contain more cells than necessary.
  virtual std::vector<Cell> contenders(const Placement& placement, const Stop& stop) = 0;

  // Positions evaluated since the solver was created.
  virtual std::uint64_t nodes() const = 0;
};

}  // namespace hexapoda::hex
