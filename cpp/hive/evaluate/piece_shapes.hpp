// Features for the surroundings of each piece. Only the network uses them; they have no weights in
// evaluation_weights.hpp and belong to no term.
//
// They do not change when the board is rotated or mirrored. Their indices come after those of
// evaluation_features.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "hive/evaluate/evaluation_features.hpp"
#include "hive/rules/grid.hpp"

namespace hexapoda::hive {

// The number of shapes that the occupied neighbors of a cell can form, up to rotations and mirror images.
inline constexpr int kRingShapes = 13;

constexpr std::array<std::uint8_t, 64> make_ring_shapes() {
  std::array<std::uint8_t, 64> shapes{};
  int found = 0;
  for (unsigned ring = 0; ring < 64; ++ring) {
    unsigned mirrored = 0;
    for (int d = 0; d < 6; ++d) mirrored |= (ring >> d & 1) << (5 - d);
    unsigned least = ring;
    for (int d = 0; d < 6; ++d)
      for (const unsigned one : {ring, mirrored}) least = std::min(least, (one << d | one >> (6 - d)) & 63);
    shapes[ring] = static_cast<std::uint8_t>(least == ring ? found++ : shapes[least]);
  }
  return shapes;
}
inline constexpr std::array<std::uint8_t, 64> kRingShape = make_ring_shapes();
static_assert(*std::max_element(kRingShape.begin(), kRingShape.end()) == kRingShapes - 1);

// Two blocks of features that count a side's pieces. Their rows are bugs and states. The columns of kShape are the
// shapes of the occupied cells around a piece. The columns of kCompany are pairs of counts, each capped at three: how
// many of these cells have a friendly piece on top, and how many an enemy piece.
inline constexpr int kPieceKinds = 8 * kPieceStates;
inline constexpr int kMostCounted = 3;
inline constexpr int kCountColumns = (kMostCounted + 1) * (kMostCounted + 1);
inline constexpr int kShape = kFeatures;
inline constexpr int kCompany = kShape + kRingShapes * kPieceKinds;
// The number of features of the network: those of evaluation_features.hpp and of these two blocks.
inline constexpr int kNetworkFeatures = kCompany + kCountColumns * kPieceKinds;
// An upper bound on the features of one side, each counted as often as it occurs: four for each piece on the board or
// one for each piece in hand, and at most one for each of the other blocks, or two for `ring_open`.
inline constexpr int kMostNetworkFeatures = 80;

// For each cell, the number of neighbors with a white piece on top. Each set holds one bit of these numbers.
template <int N>
struct WhiteNeighbors {
  CellSet<N> ones, twos, fours;

  explicit WhiteNeighbors(const CellSet<N>& white) {
    const Sum first(white.west(), white.north_west(), white.north_east());
    const Sum second(white.east(), white.south_east(), white.south_west());
    const Sum carried(first.carry, second.carry, first.ones & second.ones);
    ones = first.ones ^ second.ones;
    twos = carried.ones;
    fours = carried.carry;
  }
  int of(CellIndex cell) const { return ones.test(cell) + 2 * twos.test(cell) + 4 * fours.test(cell); }

 private:
  // The sum of three bits.
  struct Sum {
    CellSet<N> ones, carry;
    Sum(const CellSet<N>& a, const CellSet<N>& b, const CellSet<N>& c)
        : ones(a ^ b ^ c), carry((a & b) | (c & (a ^ b))) {}
  };
};

// The column of kCompany for a piece with `all` neighbors, of which `own` are friendly.
constexpr int company_column(int own, int all) {
  return (kMostCounted + 1) * std::min(own, kMostCounted) + std::min(all - own, kMostCounted);
}

// The number of different surroundings that a piece can have. The shape of its ring and the number of friendly pieces
// in it determine both columns, so the network adds the two rows once, when it is loaded, and not at every node.
inline constexpr int kSurroundings = 52;

// For each ring, the index of its surroundings without friendly pieces. The indices with one friendly piece, two, and
// so on follow.
constexpr std::array<std::uint8_t, 64> make_first_surroundings() {
  std::array<std::uint8_t, kRingShapes + 1> of_shape{};
  for (unsigned ring = 0; ring < 64; ++ring)
    of_shape[kRingShape[ring] + 1] = static_cast<std::uint8_t>(std::popcount(ring) + 1);
  for (int shape = 0; shape < kRingShapes; ++shape) of_shape[shape + 1] += of_shape[shape];
  std::array<std::uint8_t, 64> first{};
  for (unsigned ring = 0; ring < 64; ++ring) first[ring] = of_shape[kRingShape[ring]];
  return first;
}
inline constexpr std::array<std::uint8_t, 64> kFirstSurroundings = make_first_surroundings();
static_assert(kFirstSurroundings[63] + 6 == kSurroundings - 1);

}  // namespace hexapoda::hive
