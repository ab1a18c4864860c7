#include "hex/rules/ring.hpp"

#include <bitset>

namespace hexapoda::hex {
namespace {

constexpr int kRings = 1 << 12;

bool ring_decided(int ring) {
  for (int i = 0; i < 6; ++i) {
    const int state = ring >> (2 * i) & 3;
    if (state == 0) return ring_decided(ring | 1 << (2 * i)) && ring_decided(ring | 2 << (2 * i));
  }
  int changes = 0;
  for (int i = 0; i < 6; ++i) changes += (ring >> (2 * i) & 3) != (ring >> (2 * ((i + 1) % 6)) & 3);
  return changes <= 2;
}

std::bitset<kRings> dead_rings() {
  std::bitset<kRings> dead;
  for (int ring = 0; ring < kRings; ++ring)
    // The bits 11 would mean a neighbor of both colors.
    if ((ring & ring >> 1 & 0x555) == 0) dead[ring] = ring_decided(ring);
  return dead;
}

}  // namespace

bool is_dead(Ring ring) {
  static const std::bitset<kRings> dead = dead_rings();
  return dead[ring];
}

}  // namespace hexapoda::hex
