#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <vector>

#include "bindings/count_leaves.hpp"
#include "hex/bindings/moves.hpp"
#include "hex/bindings/register.hpp"

namespace hexapoda::bindings {
namespace {

using hex::Cell;
using hex::PackedMove;
using hex::Position;
using hex::Rules;
using hex::Shape;
using hex::Swap;

constexpr int kMaxPlies = 1 << 20;  // the maximum ply of a position that is set up

Rules rules_of(int columns, int rows, int swap) {
  const Shape shape{columns, rows};
  if (!shape.valid() || swap < 0 || swap > 2) throw nb::value_error("invalid board size or swap rule");
  if (static_cast<Swap>(swap) == Swap::kPieces && !shape.square())
    throw nb::value_error("swap-pieces on a board that is not square: expected a square board");
  return {shape, static_cast<Swap>(swap)};
}

int color_argument(int color) {
  if (color != hex::kBlack && color != hex::kWhite) throw nb::value_error("color: expected 0 (Black) or 1 (White)");
  return color;
}

// Converts points to cells and adds these to `taken`. Raises ValueError if one is off the board or already taken.
std::vector<Cell> set_up_cells(const Shape& shape, const std::vector<HexPoint>& points, hex::CellSet& taken) {
  std::vector<Cell> cells;
  for (const auto& [column, row] : points) {
    if (!shape.contains(column, row)) throw nb::value_error("a stone is off the board");
    const Cell cell = shape.at(column, row);
    if (taken.contains(cell)) throw nb::value_error("two stones are on the same cell");
    taken.add(cell);
    cells.push_back(cell);
  }
  return cells;
}

std::vector<HexPoint> points_of(const Shape& shape, const hex::CellSet& cells) {
  std::vector<HexPoint> points;
  cells.for_each([&](Cell cell) { points.push_back(hex_point(shape, cell)); });
  return points;
}

}  // namespace

void bind_hex_position(nb::module_& m) {
  nb::class_<Position>(m, "PositionCore", "The compiled base class of hexapoda.hex.Position.")
      .def(
          "__init__",
          [](Position* self, int columns, int rows, int swap) { new (self) Position(rules_of(columns, rows, swap)); },
          nb::arg("columns"), nb::arg("rows"), nb::arg("swap"))
      .def("_assign", [](Position& self, const Position& other) { self = other; })
      .def("_assign_board", [](Position& self, const Position& other) { self = other.without_history(); })
      .def(
          "_set_up",
          [](Position& self, const std::vector<HexPoint>& black, const std::vector<HexPoint>& white, int color,
             bool sides_swapped, int ply) {
            checked("ply", ply, 0, kMaxPlies);
            hex::CellSet taken;
            const auto blacks = set_up_cells(self.shape(), black, taken);
            const auto whites = set_up_cells(self.shape(), white, taken);
            self = Position::set_up(self.rules(), blacks, whites, color_argument(color), sides_swapped, ply);
          },
          "Set up stones (column, row) without a history.")
      .def_prop_ro(
          "columns", [](const Position& p) { return p.shape().columns; }, "The number of columns of the board.")
      .def_prop_ro(
          "rows", [](const Position& p) { return p.shape().rows; }, "The number of rows of the board.")
      .def_prop_ro("_swap", [](const Position& p) { return static_cast<int>(p.rules().swap); })
      .def_prop_ro("turn", &Position::turn, "The player to move. Player 0 began as Black.")
      .def_prop_ro("ply", &Position::ply, "The number of moves since the start of the game, including swaps.")
      .def_prop_ro("color_to_move", &Position::color_to_move, "The color to move: 0 Black, 1 White.")
      .def_prop_ro("sides_swapped", &Position::sides_swapped,
                   "Whether the players have exchanged their colors, so that player 0 is White.")
      .def(
          "player_of", [](const Position& p, int color) { return p.player_of(color_argument(color)); },
          nb::arg("color"), "The player who currently has a color.")
      .def_prop_ro(
          "legal_moves", [](const Position& p) { return HexLegalMoves(p); },
          "The legal moves; none when the game is over. A pass is never included.")
      .def(
          "is_legal",
          [](const Position& p, nb::handle move) {
            const auto packed = packed_hex_move(p.shape(), hex_move_argument(move));
            return packed && p.is_legal(*packed);
          },
          nb::arg("move").none(), nb::sig("def is_legal(self, move: Move) -> bool"), "Whether the move is legal here.")
      .def(
          "_push",
          [](Position& p, nb::handle move) {
            const auto packed = packed_hex_move(p.shape(), hex_move_argument(move));
            if (!packed || !p.is_legal(*packed)) return false;
            p.make(*packed);
            return true;
          },
          nb::arg().none(), nb::sig("def _push(self, move: Move, /) -> bool"))
      .def("_push_pass", [](Position& p) { p.make(hex::kPass); })
      .def("_pop",
           [](Position& p) {
             if (p.played_moves() == 0) throw nb::index_error("no move to take back");
             return hex_move(p.shape(), p.unmake());
           })
      .def_prop_ro("_played", &Position::played_moves)
      .def_prop_ro(
          "moves",
          [](const Position& p) {
            std::vector<HexMove> moves;
            for (const PackedMove move : p.moves()) moves.push_back(hex_move(p.shape(), move));
            return moves;
          },
          "The moves since the start or the setup.")
      .def_prop_ro(
          "swap_now",
          [](const Position& p) {
            return p.swap_now() == hex::kPass ? std::nullopt : std::optional(hex_move(p.shape(), p.swap_now()));
          },
          "The swap that is legal now, or None.")
      .def_prop_ro(
          "winning_color", [](const Position& p) { return p.winner() < 0 ? std::nullopt : std::optional(p.winner()); },
          "The color that has joined its edges, or None.")
      .def("_winning_chain",
           [](const Position& p) {
             std::vector<HexPoint> points;
             for (const Cell cell : p.winning_chain()) points.push_back(hex_point(p.shape(), cell));
             return points;
           })
      .def("_stones",
           [](const Position& p, int color) { return points_of(p.shape(), p.stones(color_argument(color))); })
      .def(
          "color_at",
          [](const Position& p, nb::handle cell) -> std::optional<int> {
            const auto [column, row] = hex_point_argument(cell);
            if (!p.shape().contains(column, row)) return std::nullopt;
            const int color = p.color_at(p.shape().at(column, row));
            return color < 0 ? std::nullopt : std::optional(color);
          },
          nb::arg("cell").none(), nb::sig("def color_at(self, cell: tuple[int, int]) -> int | None"),
          "The color of the stone on a cell; None if the cell is empty or off the board.")
      .def_prop_ro("key", &Position::key,
                   "A 64-bit key, equal for equal positions: the same board and stones, the same color and player to\n"
                   "move, and the same swap if one is still possible.")
      .def_prop_ro("canonical_key", &Position::canonical_key,
                   "A 64-bit key that is also equal after a half-turn of the board and, on a square board, after\n"
                   "mirroring it over a diagonal with the colors exchanged.")
      .def("_same_as", &Position::same_as);

  m.def(
      "perft",
      [](const Position& start, int depth, const StopToken* stop) {
        return count_leaves<PackedMove>(start, depth, hex::kMaxMoves, stop);
      },
      nb::arg("position"), nb::arg("depth"), nb::arg("stop").none() = nb::none(),
      "The number of leaves of the legal-move tree, and a checksum over the moves of the last ply.");
  m.def(
      "perft_after",
      [](const Position& start, const HexMove& move, int depth, const StopToken* stop) {
        const auto packed = packed_hex_move(start.shape(), move);
        if (!packed || !start.is_legal(*packed)) throw nb::value_error("the move is not legal here");
        Position position(start);
        position.make(*packed);
        return count_leaves<PackedMove>(position, depth, hex::kMaxMoves, stop);
      },
      nb::arg("position"), nb::arg("move"), nb::arg("depth"), nb::arg("stop").none() = nb::none(),
      "The perft of the position after one move.");
}

}  // namespace hexapoda::bindings
