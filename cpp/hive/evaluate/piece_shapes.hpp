// What stands around each piece: features that only the network has. The weights and the named terms do without them.
//
// They are the same however the board is turned or mirrored. Their numbers follow those of evaluation_features.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "hive/evaluate/evaluation_features.hpp"
#include "hive/rules/grid.hpp"

namespace hexapoda::hive {

// The shapes that the occupied neighbors of a cell can form, up to turns and mirror images.
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

// Own pieces by bug and state (rows) and by the shape of the occupied cells around them (columns), and by how many of
// these cells have an own piece on top, and how many an enemy piece (columns), at most three of each.
inline constexpr int kPieceKinds = 8 * kPieceStates;
inline constexpr int kMostCounted = 3;
inline constexpr int kCountColumns = (kMostCounted + 1) * (kMostCounted + 1);
inline constexpr int kShape = kFeatures;
inline constexpr int kCompany = kShape + kRingShapes * kPieceKinds;
// The features of the network: those of evaluation_features.hpp first.
inline constexpr int kNetworkFeatures = kCompany + kCountColumns * kPieceKinds;
// An upper bound of the features of one side at a time, counted as often as they occur: four for each piece on the
// board or one for a piece in hand, and at most one for each of the other blocks and rows of blocks.
inline constexpr int kMostNetworkFeatures = 80;

// For each cell the number of its neighbors with a piece of White on top, one bit of the number in each set.
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

// The column of kCompany.
constexpr int company_column(int own, int all) {
  return (kMostCounted + 1) * std::min(own, kMostCounted) + std::min(all - own, kMostCounted);
}

// What decides on both columns of a piece: the shape of its ring and how many own pieces are in it. The network adds
// the two rows when it is loaded and not at every node.
inline constexpr int kSurroundings = 52;

// By ring: the number of the surroundings without an own piece. Those with more follow.
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
