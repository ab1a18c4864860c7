// Solves Hex positions: finds the winner and a winning move. One interface for the proof search on all board sizes.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "hex/rave/network_weights.hpp"
#include "hex/rules/placement.hpp"
#include "hex/solve/solve_features.hpp"

namespace hexapoda::hex {

class Solver {
 public:
  using Stop = std::function<bool()>;

  // The minimum memory in MiB for this many threads.
  static std::size_t min_megabytes(Shape shape, int threads);
  // Creates a solver for boards of this shape. When `megabytes` MiB are full, the proofs that took the least work are
  // discarded. `network` may be null; see ProofSearch.
  static std::unique_ptr<Solver> make(Shape shape, const SolveFeatures& features, int threads, std::size_t megabytes,
                                      std::shared_ptr<const NetworkWeights> network);
  virtual ~Solver() = default;

  // The methods with a `stop` argument call it often, even within expensive steps, and return soon after it returns
  // true.

  // The winning color; -1 if stopped first.
  virtual int winner(const Placement& placement, const Stop& stop) = 0;

  // A move in a position that is not over: a winning move if there is one, else the move that is hardest to refute.
  // kNoCell if stopped first.
  virtual Cell best(const Placement& placement, const Stop& stop) = 0;

  // The moves that may still win for the side to move; the opponent's threats refute all others. If stopped first, the
  // result may contain more cells than necessary.
  virtual std::vector<Cell> contenders(const Placement& placement, const Stop& stop) = 0;

  // The cells within which the winner of a solved position wins, even if all other empty cells are the loser's. Nothing
  // if the position is not solved.
  virtual std::optional<std::vector<Cell>> needed(const Placement& placement) = 0;

  // The proofs of positions for which at least `work` positions were evaluated, as bytes for restore(). They fit only
  // solvers for boards of the same shape, with the same features and on machines with the same byte order.
  virtual std::vector<std::uint8_t> proofs(std::uint32_t work) = 0;
  // Takes over proofs, as far as they fit into memory. Throws std::invalid_argument if the bytes are not proofs;
  // whether the proofs are right is not checked.
  virtual void restore(std::span<const std::uint8_t> bytes) = 0;

  // The number of positions evaluated since the solver was created.
  virtual std::uint64_t nodes() const = 0;
};

}  // namespace hexapoda::hex
