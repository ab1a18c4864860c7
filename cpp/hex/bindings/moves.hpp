// The moves of Hex in Python, shared by the binding files.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "bindings/bind.hpp"
#include "hex/rules/position.hpp"

namespace hexapoda::bindings {

// A cell in Python: column and row, both counted from 0.
using HexPoint = std::tuple<int, int>;

inline HexPoint hex_point(const hex::Shape& shape, hex::Cell cell) {
  return {shape.column_of(cell), shape.row_of(cell)};
}

// Accepts any column and row, even off the board.
inline HexPoint hex_point_argument(nb::handle cell) {
  return argument<HexPoint>(cell, "a cell (column, row), both from 0, such as (0, 2)");
}

enum class HexKind : std::uint8_t { kPlace, kSwapPieces, kSwapSides, kPass };
inline constexpr int kHexKinds = 4;

// Python's four MoveKind members, set once by hexapoda.hex. They live as long as the interpreter.
struct HexVocabulary {
  PyObject* kinds[kHexKinds] = {};
};
inline HexVocabulary hex_vocabulary;

// A move in Python. It does not depend on the board. Column and row are 0 unless it is a placement.
struct HexMove {
  HexKind kind;
  std::uint8_t column, row;
  friend bool operator==(const HexMove&, const HexMove&) = default;
};

inline HexMove hex_move_argument(nb::handle move) {
  const HexMove* found = nullptr;
  if (!nb::try_cast(move, found, false) || found == nullptr)
    raise_type("a move, such as Move((0, 2)) or one from legal_moves or parse_move(text)", move);
  return *found;
}

inline HexMove hex_move(const hex::Shape& shape, hex::PackedMove move) {
  if (move == hex::kSwapPieces) return {HexKind::kSwapPieces, 0, 0};
  if (move == hex::kSwapSides) return {HexKind::kSwapSides, 0, 0};
  if (move == hex::kPass) return {HexKind::kPass, 0, 0};
  return {HexKind::kPlace, static_cast<std::uint8_t>(shape.column_of(move)),
          static_cast<std::uint8_t>(shape.row_of(move))};
}

// The packed form of a move on a board; nullopt if its cell is off the board.
inline std::optional<hex::PackedMove> packed_hex_move(const hex::Shape& shape, const HexMove& move) {
  switch (move.kind) {
    case HexKind::kPlace:
      if (!shape.contains(move.column, move.row)) return std::nullopt;
      return shape.at(move.column, move.row);
    case HexKind::kSwapPieces:
      return hex::kSwapPieces;
    case HexKind::kSwapSides:
      return hex::kSwapSides;
    default:
      return hex::kPass;
  }
}

// The text of a move, which is the same in all notations of Hex.
inline std::string hex_move_text(const HexMove& move) {
  switch (move.kind) {
    case HexKind::kPlace:
      return static_cast<char>('a' + move.column) + std::to_string(move.row + 1);
    case HexKind::kSwapPieces:
      return "swap-pieces";
    case HexKind::kSwapSides:
      return "swap-sides";
    default:
      return "pass";
  }
}

// The legal moves of one position. Later moves in the position do not change them.
class HexLegalMoves {
 public:
  explicit HexLegalMoves(const hex::Position& position) : shape_(position.shape()) {
    hex::PackedMove list[hex::kMaxMoves];
    list_.assign(list, list + position.generate(list));
  }
  std::size_t size() const { return list_.size(); }
  HexMove get(std::size_t i) const { return hex_move(shape_, list_[i]); }
  HexMove at(std::ptrdiff_t i) const {
    const auto n = static_cast<std::ptrdiff_t>(size());
    if (i < -n || i >= n) throw nb::index_error("legal move index out of range");
    return get(static_cast<std::size_t>(i < 0 ? i + n : i));
  }
  std::vector<HexMove> slice(const nb::slice& slice) const {
    const auto [start, stop, step, length] = slice.compute(size());
    std::vector<HexMove> moves;
    for (std::size_t i = 0; i < length; ++i)
      moves.push_back(get(static_cast<std::size_t>(start + static_cast<Py_ssize_t>(i) * step)));
    return moves;
  }
  bool contains(const HexMove& move) const {
    const auto packed = packed_hex_move(shape_, move);
    return packed && std::binary_search(list_.begin(), list_.end(), *packed);
  }

 private:
  hex::Shape shape_;
  std::vector<hex::PackedMove> list_;  // ascending
};

}  // namespace hexapoda::bindings
