// The features of the move patterns: numbered properties of a free cell.
#pragma once

#include <algorithm>

namespace hexapoda::hex {

// The index of the first feature of each block. The state of a cell is 0 (free), 1 (own) or 2 (the opponent's). Cells
// beyond an edge belong to its owner, and cells beyond a corner count as own.
struct PatternFeatures {
  static constexpr int kRing = 0;                     // the six neighbors; here 3 is the opponent's last move
  static constexpr int kSurroundings = kRing + 4096;  // the six neighbors and the six cells a bridge away
  static constexpr int kBridges =
      kSurroundings + 531'441;                          // a cell a bridge away and the two cells between, by direction
  static constexpr int kStraights = kBridges + 3 * 27;  // a neighbor and the next cell in line, by direction
  static constexpr int kPlaces = kStraights + 3 * 9;    // the distances of the cell's row and column from the edges
  static constexpr int kAfterLast = kPlaces + 81;       // the offset from the opponent's last move
  static constexpr int kAfterPrevious = kAfterLast + 20;  // the offset from the move before that; 0 if far or unknown
  static constexpr int kCount = kAfterPrevious + 20;
  static constexpr int kJustPlayed = 3;  // the state of the opponent's last move in kRing
  static constexpr int kReach = 3;       // the largest distance from one of the last two moves that has its own feature
  static constexpr float kUnit = 1.0F / 32;  // the unit of the weights, which are logarithms

  // The feature of the cell a bridge away and the two cells between. A direction and its opposite share their features.
  static constexpr int bridge(int direction, int first, int second, int beyond) {
    return kBridges + direction % 3 * 27 + first * 9 + second * 3 + beyond;
  }
  // The feature of a neighbor and the next cell in line.
  static constexpr int straight(int direction, int neighbor, int beyond) {
    return kStraights + direction % 3 * 9 + neighbor * 3 + beyond;
  }

  // The feature whose weight is used for this one: the feature itself or its image after a half-turn, whichever has the
  // smaller index.
  static int shared(int feature) {
    if (feature < kSurroundings) {
      const int code = feature - kRing;
      return kRing + std::min(code, (code >> 6) | (code & 63) << 6);
    }
    if (feature < kBridges) {
      const int code = feature - kSurroundings, inner = code % 729, outer = code / 729;
      const auto turned = [](int six) { return six / 27 + six % 27 * 27; };
      return kSurroundings + std::min(code, turned(inner) + 729 * turned(outer));
    }
    if (feature >= kPlaces && feature < kAfterLast) {
      const int code = feature - kPlaces;
      return kPlaces + std::min(code, 80 - code);
    }
    return feature;
  }
};

}  // namespace hexapoda::hex
