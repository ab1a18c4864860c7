// What is looked at to say how likely a move is: numbered features of a free cell.
#pragma once

#include <algorithm>

namespace hexapoda::hex {

// The features, block after block. A neighbour's state is 0 free, 1 own, 2 the opponent's; beyond the board cells are
// the owner's of the edge, and in its corners own.
struct PatternFeatures {
  static constexpr int kRing = 0;                           // the six neighbours, 3 for the opponent's last move
  static constexpr int kSurroundings = kRing + 4096;        // the six neighbours and the six a bridge away
  static constexpr int kBridges = kSurroundings + 531'441;  // a cell a bridge away and the two between, by direction
  static constexpr int kStraights = kBridges + 3 * 27;      // a neighbour and the cell behind it, by direction
  static constexpr int kPlaces = kStraights + 3 * 9;        // where on the board: rows and columns from the edges
  static constexpr int kAfterLast = kPlaces + 81;           // how the cell lies to the opponent's last move,
  static constexpr int kAfterPrevious = kAfterLast + 20;    // and to the own move before that; 0 if far or unknown
  static constexpr int kCount = kAfterPrevious + 20;
  static constexpr int kReach = 3;           // cells from a last move that are told apart
  static constexpr float kUnit = 1.0F / 32;  // of the weights, which are logarithms

  // The feature that shares its weight: the smaller of it and what half a turn makes of it.
  static int shared(int feature) {
    if (feature < kSurroundings) {
      const int code = feature - kRing;
      return kRing + std::min(code, (code >> 6) | (code & 63) << 6);
    }
    if (feature < kBridges) {
      const int code = feature - kSurroundings, near = code % 729, far = code / 729;
      const auto turned = [](int six) { return six / 27 + six % 27 * 27; };
      return kSurroundings + std::min(code, turned(near) + 729 * turned(far));
    }
    if (feature >= kPlaces && feature < kAfterLast) {
      const int code = feature - kPlaces;
      return kPlaces + std::min(code, 80 - code);
    }
    return feature;
  }
};

}  // namespace hexapoda::hex
