#include "hex/bindings/moves.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>

#include "hex/bindings/register.hpp"

namespace hexapoda::bindings {
namespace {

nb::object hex_moves_array(const HexLegalMoves& moves) {
  constexpr std::size_t columns = 3;
  const std::size_t rows = moves.size();
  auto data = std::make_unique<std::int32_t[]>(rows * columns);
  for (std::size_t i = 0; i < rows; ++i) {
    const HexMove move = moves.get(i);
    data[i * columns] = static_cast<std::int32_t>(move.kind);
    data[i * columns + 1] = move.column;
    data[i * columns + 2] = move.row;
  }
  std::int32_t* values = data.release();
  nb::capsule owner(values, [](void* p) noexcept { delete[] static_cast<std::int32_t*>(p); });
  return nb::cast(nb::ndarray<nb::numpy, std::int32_t, nb::ndim<2>>(values, {rows, columns}, owner));
}

}  // namespace

void bind_hex_moves(nb::module_& m) {
  m.def(
      "set_vocabulary",
      [](const std::vector<nb::object>& kinds) {
        if (kinds.size() != kHexKinds) throw nb::value_error("expected 4 kinds");
        for (std::size_t i = 0; i < kHexKinds; ++i) hex_vocabulary.kinds[i] = nb::object(kinds[i]).release().ptr();
      },
      nb::sig("def set_vocabulary(kinds: collections.abc.Sequence[hexapoda.hex.move.MoveKind]) -> None"),
      "Set the Python objects for the kinds place, swap-pieces, swap-sides and pass.");

  nb::class_<HexMove>(m, "Move",
                      "A move: a stone on a cell, `Move((column, row))` with both counted from 0, or one of\n"
                      "`Move.SWAP_PIECES`, `Move.SWAP_SIDES` and `Move.PASS`. A small hashable value that does not\n"
                      "depend on the board.")
      .def(
          "__init__",
          [](HexMove* self, nb::handle cell) {
            const auto [column, row] = hex_point_argument(cell);
            if (column < 0 || row < 0 || column >= hex::kMaxSide || row >= hex::kMaxSide)
              throw nb::value_error(("not a cell of Hex: (" + std::to_string(column) + ", " + std::to_string(row) +
                                     "); expected a column and a row from 0 to 25")
                                        .c_str());
            new (self) HexMove{HexKind::kPlace, static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)};
          },
          nb::arg("cell").none(), nb::sig("def __init__(self, cell: tuple[int, int]) -> None"))
      .def_static(
          "from_text",
          [](nb::handle text) { return nb::module_::import_("hexapoda.hex.text.notation").attr("read_move")(text); },
          nb::arg("text"), nb::sig("def from_text(text: str) -> Move"),
          "Read a move, legal or not, from a text such as `c2` or `swap-pieces`. Raises `InvalidMoveError`.")
      .def_prop_ro(
          "cell",
          [](const HexMove& m) {
            return m.kind == HexKind::kPlace ? std::optional(HexPoint(m.column, m.row)) : std::nullopt;
          },
          "Column and row of a placement, both counted from 0; None for other kinds of moves.")
      .def_prop_ro(
          "kind",
          [](const HexMove& m) { return named_value(hex_vocabulary.kinds[static_cast<int>(m.kind)], "hexapoda.hex"); },
          nb::sig("def kind(self) -> hexapoda.hex.move.MoveKind"), "The kind of the move.")
      .def_prop_ro(
          "is_placement", [](const HexMove& m) { return m.kind == HexKind::kPlace; }, "Whether this is a placement.")
      .def(
          "__eq__",
          [](const HexMove& a, nb::handle b) -> nb::object {
            const HexMove* other;
            if (!nb::try_cast(b, other, false) || other == nullptr) return nb::borrow(Py_NotImplemented);
            return nb::bool_(a == *other);
          },
          nb::arg().none(), nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__",
           [](const HexMove& m) {
             return static_cast<std::int64_t>(m.kind) << 16 | static_cast<std::int64_t>(m.column) << 8 | m.row;
           })
      .def("__str__", &hex_move_text)
      .def("__repr__", [](const HexMove& m) { return "Move(" + hex_move_text(m) + ")"; })
      .def("__getstate__",
           [](const HexMove& m) { return std::tuple(static_cast<int>(m.kind), int{m.column}, int{m.row}); })
      .def("__setstate__",
           [](HexMove& m, const std::tuple<int, int, int>& state) {
             const auto [kind, column, row] = state;
             if (kind < 0 || kind >= kHexKinds || column < 0 || row < 0 || column >= hex::kMaxSide ||
                 row >= hex::kMaxSide || (kind != static_cast<int>(HexKind::kPlace) && (column != 0 || row != 0)))
               throw nb::value_error("not a pickled move");
             new (&m)
                 HexMove{static_cast<HexKind>(kind), static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(row)};
           })
      .def_prop_ro_static(
          "SWAP_PIECES", [](nb::handle) { return HexMove{HexKind::kSwapPieces, 0, 0}; },
          "The swap that mirrors the only stone over the long diagonal and makes it white.")
      .def_prop_ro_static(
          "SWAP_SIDES", [](nb::handle) { return HexMove{HexKind::kSwapSides, 0, 0}; },
          "The swap in which the players exchange their colors.")
      .def_prop_ro_static(
          "PASS", [](nb::handle) { return HexMove{HexKind::kPass, 0, 0}; },
          "A pass: never legal, but some records contain one.");

  nb::class_<HexLegalMoves>(
      m, "LegalMoves",
      "The legal moves of a position: the empty cells row by row, then the swap if it is legal.\n\n"
      "A lightweight container that creates moves on demand. Playing moves in the position does not change it.")
      .def("__len__", &HexLegalMoves::size)
      .def("__bool__", [](const HexLegalMoves& moves) { return moves.size() != 0; })
      .def("__getitem__", &HexLegalMoves::at)
      .def("__getitem__", &HexLegalMoves::slice)
      .def("__contains__", &HexLegalMoves::contains)
      .def(
          "__contains__", [](const HexLegalMoves&, nb::handle) { return false; }, nb::arg().none())
      .def(
          "__iter__",
          [](const HexLegalMoves& moves) {
            nb::list list;
            for (std::size_t i = 0; i < moves.size(); ++i) list.append(moves.get(i));
            return nb::iter(list);
          },
          nb::sig("def __iter__(self) -> collections.abc.Iterator[hexapoda._core.hex.Move]"))
      .def_prop_ro("count", &HexLegalMoves::size, "The number of moves.")
      .def("to_numpy", &hex_moves_array, nb::sig("def to_numpy(self) -> numpy.typing.NDArray[numpy.int32]"),
           "The moves as int32 of shape [moves, 3], one row per move in the container's order: kind (0 place,\n"
           "1 swap-pieces, 2 swap-sides), column and row (0 unless a stone is placed).")
      .def("__repr__", [](const HexLegalMoves& moves) { return "<LegalMoves: " + std::to_string(moves.size()) + ">"; });
}

}  // namespace hexapoda::bindings
