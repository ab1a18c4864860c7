// Who wins a position of Hex, and with which moves: the proof search of any board behind one door.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "hex/placement.hpp"
#include "hex/solve_features.hpp"

namespace hexapoda::hex {

class Solver {
 public:
  using Stop = std::function<bool()>;

  // What so many threads cannot do without.
  static std::size_t least_megabytes(Shape shape, int threads);
  // A solver of boards of that shape, with as much memory as that at least. What it has proven it keeps as long as
  // there is room, and then what took most work.
  static std::unique_ptr<Solver> make(Shape shape, const SolveFeatures& features, int threads, std::size_t megabytes);
  virtual ~Solver() = default;

  // The colour that wins; -1 when `stop`, asked often, has ended the search.
  virtual int winner(const Placement& placement, const Stop& stop) = 0;

  // A move of a position that is not yet over: one that wins, if the side to move wins; else one that makes the
  // opponent find its win. kNoCell when `stop` has ended the search.
  virtual Cell best(const Placement& placement, const Stop& stop) = 0;

  // The cells where the side to move might win; all others lose for certain, by what the opponent threatens.
  virtual std::vector<Cell> contenders(const Placement& placement) = 0;

  // Positions looked at since the solver was made.
  virtual std::uint64_t nodes() const = 0;
};

}  // namespace hexapoda::hex
