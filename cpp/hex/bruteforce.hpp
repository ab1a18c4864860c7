// Every way to deal out the free cells, floor((n + 1) / 2) of the n to the side to move and the rest to the other one.
//
// A full board is worth the number of its winner's shortest chains divided by their length in cells: to the good of
// the side to move when it has won, else to its harm. A free cell is worth the sum over the deals that give it to the
// side to move. The deals are split by who has the first few cells into parts that are dealt in a scattered order, so
// that a sum that is cut short is a sample of the whole.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "hex/crew.hpp"
#include "hex/stones.hpp"

namespace hexapoda::hex {

// How many ways there are for n free cells.
double fillings(int free);

class BruteForce {
 public:
  static constexpr int kMostFree = 50;  // far above what ends in a lifetime

  struct CellSum {
    Cell cell;
    double sum;           // of the worth of the deals
    std::uint64_t deals;  // that gave the cell to the side to move
  };

  // There is at least one free cell and at most kMostFree.
  explicit BruteForce(const Stones& stones);
  ~BruteForce();
  BruteForce(BruteForce&&) noexcept;

  // Goes on for `slice` seconds, until the crew is over or `deals` are reached in all; what is cut short within a
  // part is left to the next call, unless no part is complete yet.
  void run(Crew& crew, double slice, std::uint64_t deals);

  bool complete() const;
  std::uint64_t deals() const;
  std::vector<CellSum> cells() const;

  struct Work;  // for one number of words

 private:
  std::unique_ptr<Work> work_;
};

}  // namespace hexapoda::hex
