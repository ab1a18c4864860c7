// Who wins a position of Hex, and with which moves: the proof search of any board size behind one interface.
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

  // MiB that so many threads need at least.
  static std::size_t least_megabytes(Shape shape, int threads);
  // A solver of boards of that shape. Proofs are kept as long as there is room; then those that took least work go.
  static std::unique_ptr<Solver> make(Shape shape, const SolveFeatures& features, int threads, std::size_t megabytes);
  virtual ~Solver() = default;

  // Each of these checks `stop` often, also within its expensive steps, and returns soon once it is true.

  // The color that wins; -1 when stopped first.
  virtual int winner(const Placement& placement, const Stop& stop) = 0;

  // A move of a position that is not yet over: one that wins, if the side to move wins; otherwise the one that is
  // hardest to refute. kNoCell when stopped first.
  virtual Cell best(const Placement& placement, const Stop& stop) = 0;

  // The cells where the side to move might win: what the opponent threatens refutes all others. When stopped first,
  // more cells than necessary.
  virtual std::vector<Cell> contenders(const Placement& placement, const Stop& stop) = 0;

  // Positions evaluated since the solver was made.
  virtual std::uint64_t nodes() const = 0;
};

}  // namespace hexapoda::hex
