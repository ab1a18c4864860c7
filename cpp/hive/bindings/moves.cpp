#include "hive/bindings/moves.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstring>

#include "hive/bindings/register.hpp"

namespace hexapoda::bindings {
namespace {

nb::object moves_array(const LegalMoves& moves) {
  const std::size_t rows = moves.size();
  constexpr std::size_t columns = 6;
  auto* data = new std::int32_t[rows * columns];
  nb::capsule owner(data, [](void* p) noexcept { delete[] static_cast<std::int32_t*>(p); });
  for (std::size_t i = 0; i < rows; ++i) {
    const PyMove move = moves.get(i);
    const std::int32_t piece = move.piece == kNoPiece ? -1 : move.piece;
    const std::int32_t row[columns] = {piece, move.kind, move.origin.q, move.origin.r, move.to.q, move.to.r};
    std::memcpy(data + i * columns, row, sizeof row);
  }
  return nb::cast(nb::ndarray<nb::numpy, std::int32_t, nb::ndim<2>>(data, {rows, columns}, owner));
}

}  // namespace

void bind_hive_moves(nb::module_& m) {
  m.def(
      "set_vocabulary",
      [](const std::vector<nb::object>& pieces, const std::vector<nb::object>& kinds) {
        if (pieces.size() != kPieces || kinds.size() != 4) throw nb::value_error("expected 28 pieces and 4 kinds");
        for (std::size_t i = 0; i < kPieces; ++i) vocabulary.pieces[i] = nb::object(pieces[i]).release().ptr();
        for (std::size_t i = 0; i < 4; ++i) vocabulary.kinds[i] = nb::object(kinds[i]).release().ptr();
      },
      nb::sig("def set_vocabulary(pieces: collections.abc.Sequence[hexapoda.hive.piece.Piece], kinds: "
              "collections.abc.Sequence[hexapoda.hive.move.MoveKind]) -> None"),
      "Set the Python objects for the 28 pieces, by index, and for the kinds place, move, throw and pass.");

  nb::class_<PyMove>(m, "Move",
                     "A move: a piece and its destination, or the pass `Move.PASS`.\n\n"
                     "Two moves are equal if they bring the same piece to the same cell, so a walk and a throw can\n"
                     "be equal. `origin` and `kind` are set if the move comes from a position, and None if it was\n"
                     "constructed with `Move(piece, to)`.")
      .def(
          "__init__",
          [](PyMove* self, nb::handle piece, nb::handle to) {
            new (self) PyMove{piece_argument(piece), kUnknownKind, cell_argument(to), {}};
          },
          nb::arg("piece").none(), nb::arg("to").none(),
          nb::sig("def __init__(self, piece: hexapoda.hive.piece.Piece, to: tuple[int, int]) -> None"))
      .def_prop_ro(
          "piece", [](const PyMove& m) { return m.piece == kNoPiece ? nb::none() : piece_object(m.piece); },
          nb::sig("def piece(self) -> hexapoda.hive.piece.Piece | None"),
          "The piece that is placed, moved or thrown; None for a pass.")
      .def_prop_ro(
          "to", [](const PyMove& m) { return m.piece == kNoPiece ? std::nullopt : std::optional(point(m.to)); },
          "Axial coordinates of the destination; None for a pass.")
      .def_prop_ro(
          "origin",
          [](const PyMove& m) {
            const bool known = m.kind == static_cast<int>(Kind::kWalk) || m.kind == static_cast<int>(Kind::kThrow);
            return known ? std::optional(point(m.origin)) : std::nullopt;
          },
          "Axial coordinates of the cell that the piece leaves; None for a placement, a pass or a constructed move.")
      .def_prop_ro(
          "kind",
          [](const PyMove& m) {
            return m.kind == kUnknownKind ? nb::none() : vocabulary_object(vocabulary.kinds[m.kind]);
          },
          nb::sig("def kind(self) -> hexapoda.hive.move.MoveKind | None"),
          "How the piece moves; None for a constructed move.")
      .def_prop_ro(
          "is_pass", [](const PyMove& m) { return m.piece == kNoPiece; }, "Whether this is the pass.")
      .def(
          "__eq__",
          [](const PyMove& a, nb::handle b) -> nb::object {
            const PyMove* other;
            if (!nb::try_cast(b, other, false) || other == nullptr) return nb::borrow(Py_NotImplemented);
            return nb::bool_(a == *other);
          },
          nb::arg().none(), nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__",
           [](const PyMove& m) {
             if (m.piece == kNoPiece) return std::int64_t{-2};
             return (static_cast<std::int64_t>(m.to.q) * 1000003 + m.to.r) * 31 + m.piece;
           })
      .def("__repr__",
           [](const PyMove& m) {
             if (m.piece == kNoPiece) return std::string("Move(pass)");
             return "Move(" + std::string(nb::str(piece_object(m.piece)).c_str()) + " -> (" + std::to_string(m.to.q) +
                    ", " + std::to_string(m.to.r) + "))";
           })
      .def(
          "__getstate__",
          [](const PyMove& m) { return std::tuple(int{m.piece}, int{m.kind}, m.to.q, m.to.r, m.origin.q, m.origin.r); })
      .def("__setstate__",
           [](PyMove& m, const std::tuple<int, int, std::int32_t, std::int32_t, std::int32_t, std::int32_t>& state) {
             const auto [piece, kind, q, r, origin_q, origin_r] = state;
             const bool passes = piece == kNoPiece && kind == static_cast<int>(Kind::kPass);
             const bool moves = piece >= 0 && piece < kPieces && kind >= 0 && kind <= kUnknownKind &&
                                kind != static_cast<int>(Kind::kPass);
             if (!passes && !moves) throw nb::value_error("not a pickled move");
             new (&m) PyMove{static_cast<Piece>(piece), static_cast<std::uint8_t>(kind), {q, r}, {origin_q, origin_r}};
           })
      .def_prop_ro_static("PASS", [](nb::handle) { return py_move({}); }, "The pass.");

  nb::class_<LegalMoves>(
      m, "LegalMoves",
      "The legal moves of a position: placements, then walks, then throws.\n\n"
      "A lightweight container that creates moves on demand. Moves played later in the position do not change it.")
      .def("__len__", &LegalMoves::size)
      .def("__bool__", [](const LegalMoves& moves) { return moves.size() != 0; })
      .def("__getitem__", &LegalMoves::at)
      .def("__getitem__", &LegalMoves::slice)
      .def("__contains__", &LegalMoves::contains)
      .def(
          "__contains__", [](const LegalMoves&, nb::handle) { return false; }, nb::arg().none())
      .def(
          "__iter__",
          [](const LegalMoves& moves) {
            nb::list list;
            for (std::size_t i = 0; i < moves.size(); ++i) list.append(moves.get(i));
            return nb::iter(list);
          },
          nb::sig("def __iter__(self) -> collections.abc.Iterator[hexapoda._core.hive.Move]"))
      .def_prop_ro("count", &LegalMoves::size, "The number of moves.")
      .def("to_numpy", &moves_array, nb::sig("def to_numpy(self) -> numpy.typing.NDArray[numpy.int32]"),
           "The moves as int32 of shape [moves, 6], one row per move in the container's order: piece index (0..27,\n"
           "-1 for a pass), kind (0 place, 1 move, 2 throw, 3 pass), origin q, origin r, destination q,\n"
           "destination r. The origin of a placement is its destination; a pass has zeros.")
      .def("__repr__", [](const LegalMoves& moves) { return "<LegalMoves: " + std::to_string(moves.size()) + ">"; });
}

}  // namespace hexapoda::bindings
