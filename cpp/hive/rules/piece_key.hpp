// The part of a position's key that stands for one piece.
#pragma once

#include <cstdint>

#include "hive/rules/grid.hpp"

namespace hexapoda::hive {

// The finalizer of splitmix64: spreads a small code over 64 bits.
constexpr std::uint64_t mix(std::uint64_t code) {
  code += 0x9E3779B97F4A7C15ULL;
  code = (code ^ code >> 30) * 0xBF58476D1CE4E5B9ULL;
  code = (code ^ code >> 27) * 0x94D049BB133111EBULL;
  return code ^ code >> 31;
}

// Pieces of a color and bug that differ in their numbers have the same codes.
constexpr std::uint64_t piece_code(Piece piece, int level, Cell at) {
  const std::uint64_t code = static_cast<std::uint64_t>(bug_of(piece)) << 1 | static_cast<unsigned>(color_of(piece));
  return code << 40 | static_cast<std::uint64_t>(level) << 32 | static_cast<std::uint64_t>(at.q & 0xFFFF) << 16 |
         static_cast<std::uint64_t>(at.r & 0xFFFF);
}

constexpr std::uint64_t piece_key(Piece piece, int level, Cell at) { return mix(piece_code(piece, level, at)); }

}  // namespace hexapoda::hive
