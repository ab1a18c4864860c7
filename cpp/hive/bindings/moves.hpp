// Hive moves as Python objects, shared by the binding files.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <optional>
#include <tuple>
#include <vector>

#include "bindings/bind.hpp"
#include "hive/rules/position.hpp"

namespace hexapoda::bindings {

using hive::Cell;
using hive::Kind;
using hive::kMaxMoves;
using hive::kNoPiece;
using hive::kPass;
using hive::kPieces;
using hive::Move;
using hive::MoveCounts;
using hive::PackedMove;
using hive::Piece;
using hive::Position;
using hive::Snapshot;

using Point = std::tuple<std::int32_t, std::int32_t>;

// The Python objects for the parts of a move: the 28 Piece objects and the four MoveKind members. hexapoda.hive sets
// them once, and they live as long as the interpreter.
struct Vocabulary {
  PyObject* pieces[hive::kPieces] = {};
  PyObject* kinds[4] = {};
};
inline Vocabulary vocabulary;

inline nb::object vocabulary_object(PyObject* const& object) { return named_value(object, "hexapoda.hive"); }
inline nb::object piece_object(Piece piece) { return vocabulary_object(vocabulary.pieces[piece]); }

inline Piece piece_argument(nb::handle piece) {
  int index = -1;
  const nb::object attribute = nb::getattr(piece, "index", nb::none());
  if (!nb::try_cast(attribute, index, false) || index < 0 || index >= kPieces)
    raise_type("a piece, such as hexapoda.hive.Piece('wA1')", piece);
  return static_cast<Piece>(index);
}

inline Point point(Cell at) { return {at.q, at.r}; }
inline Cell cell(const Point& at) { return {std::get<0>(at), std::get<1>(at)}; }
inline Cell cell_argument(nb::handle at) { return cell(argument<Point>(at, "a cell, such as (0, -1)")); }

// A move in Python. Its kind is kUnknownKind if the user constructed it instead of taking it from a position.
inline constexpr std::uint8_t kUnknownKind = 4;
struct PyMove {
  Piece piece;
  std::uint8_t kind;
  Cell to, origin;
  bool operator==(const PyMove& b) const { return piece == b.piece && (piece == kNoPiece || to == b.to); }
};

inline PyMove move_argument(nb::handle move) {
  const PyMove* found = nullptr;
  if (!nb::try_cast(move, found, false) || found == nullptr)
    raise_type("a move, such as one from legal_moves or parse_move(text)", move);
  return *found;
}

inline PyMove py_move(const Move& move) {
  return {move.piece, static_cast<std::uint8_t>(move.kind), move.to, move.origin};
}

// The legal moves of one position. Later moves in the position do not change them.
class LegalMoves {
 public:
  explicit LegalMoves(const Position& position) : position_(position.detached()) {
    PackedMove list[kMaxMoves];
    const int count = position.generate(list, &counts_);
    list_.assign(list, list + count);
  }
  std::size_t size() const { return list_.size(); }
  PyMove at(std::ptrdiff_t i) const {
    const auto n = static_cast<std::ptrdiff_t>(size());
    if (i < -n || i >= n) throw nb::index_error("legal move index out of range");
    return get(static_cast<std::size_t>(i < 0 ? i + n : i));
  }
  std::vector<PyMove> slice(const nb::slice& slice) const {
    const auto [start, stop, step, length] = slice.compute(size());
    std::vector<PyMove> moves;
    for (std::size_t i = 0; i < length; ++i)
      moves.push_back(get(static_cast<std::size_t>(start + static_cast<Py_ssize_t>(i) * step)));
    return moves;
  }
  PyMove get(std::size_t i) const {
    const auto placements = static_cast<std::size_t>(counts_.placements);
    const auto walks = placements + static_cast<std::size_t>(counts_.walks);
    const Kind kind = list_[i] == kPass ? Kind::kPass
                      : i < placements  ? Kind::kPlace
                      : i < walks       ? Kind::kWalk
                                        : Kind::kThrow;
    return py_move(position_.unpack(list_[i], kind));
  }
  // The legal move with this packed form; nullopt if there is none.
  std::optional<PyMove> find(PackedMove move) const {
    const auto it = std::find(list_.begin(), list_.end(), move);
    return it != list_.end() ? std::optional(get(static_cast<std::size_t>(it - list_.begin()))) : std::nullopt;
  }
  bool contains(const PyMove& move) const {
    for (std::size_t i = 0; i < size(); ++i)
      if (get(i) == move) return true;
    return false;
  }

 private:
  Snapshot position_;
  MoveCounts counts_;
  std::vector<PackedMove> list_;
};

}  // namespace hexapoda::bindings
