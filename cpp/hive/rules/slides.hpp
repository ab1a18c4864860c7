// Slides: steps along the ground, as the queen, pillbug, ant and spider make them, for one cell and for whole sets.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "hive/rules/bitboard.hpp"

namespace hexapoda::hive {

constexpr unsigned rotate_left(unsigned ring) { return (ring << 1 | ring >> 5) & kFullRing; }
constexpr unsigned rotate_right(unsigned ring) { return (ring >> 1 | ring << 5) & kFullRing; }

// For a ring of occupied neighbors, the directions of a slide: the target is empty and exactly one of the two common
// neighbors is occupied (none: contact is lost; both: a gate).
constexpr std::array<std::uint8_t, 64> make_slides() {
  std::array<std::uint8_t, 64> slides{};
  for (unsigned ring = 0; ring < 64; ++ring)
    slides[ring] = static_cast<std::uint8_t>(~ring & (rotate_left(ring) ^ rotate_right(ring)) & kFullRing);
  return slides;
}
inline constexpr std::array<std::uint8_t, 64> kSlides = make_slides();

template <class F>
inline void for_each_bit(unsigned bits, F visit) {
  for (; bits != 0; bits &= bits - 1) visit(std::countr_zero(bits));
}

// The slides between empty cells, as sets: `east` holds the cells from which a slide east is possible, and so on.
// Slides are reversible, so three directions cover all six.
template <int N>
struct Slides {
  CellSet<N> east, south_east, south_west;

  explicit Slides(const CellSet<N>& occupied) {
    const CellSet<N> e = occupied.west(), se = occupied.north_west(), sw = occupied.north_east(), w = occupied.east(),
                     ne = occupied.south_west();  // cells with an occupied neighbor in that direction
    east = (ne ^ se) & ~(e | occupied);
    south_east = (e ^ sw) & ~(se | occupied);
    south_west = (se ^ w) & ~(sw | occupied);
  }
  // All cells one slide away from the set, possibly including cells of the set.
  CellSet<N> step(const CellSet<N>& from) const {
    const CellSet<N> down = ((from & south_east) | (from & south_west).west()).south_east();
    const CellSet<N> up = (from.north_west() & south_east) | (from.north_east() & south_west);
    return down | up | (from & east).east() | (from.west() & east);
  }
  // Forbids slides from and to these cells.
  void close(const CellSet<N>& cells) {
    east &= ~(cells | cells.west());
    south_east &= ~(cells | cells.north_west());
    south_west &= ~(cells | cells.north_east());
  }
};

}  // namespace hexapoda::hive
