#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <limits>
#include <vector>

#include "bindings/count_leaves.hpp"
#include "hive/bindings/moves.hpp"
#include "hive/bindings/register.hpp"

namespace hexapoda::bindings {
namespace {

using namespace hexapoda::hive;

constexpr int kMaxPlies = 1 << 30;  // the maximum ply at which a position can be set up

PackedMove packed_or_throw(const Position& position, const PyMove& move) {
  const auto packed = position.find(move.piece, move.to);
  if (!packed) throw nb::value_error("the move is not legal here");
  return *packed;
}

std::vector<Move> legal_moves_of(const Position& position, Piece piece) {
  PackedMove list[kMaxMoves];
  MoveCounts counts;
  const int count = position.generate(list, &counts);
  std::vector<Move> moves;
  for (int i = 0; i < count; ++i) {
    if (list[i] == kPass || piece_of(list[i]) != piece) continue;
    const Kind kind = i < counts.placements                  ? Kind::kPlace
                      : i < counts.placements + counts.walks ? Kind::kWalk
                                                             : Kind::kThrow;
    moves.push_back(position.unpack(list[i], kind));
  }
  return moves;
}

// For the benchmark: generates the full move list of every position `repeats` times.
std::tuple<std::uint64_t, std::uint64_t> list_moves(const std::vector<const Position*>& positions, int repeats) {
  checked("repeats", repeats, 0, std::numeric_limits<int>::max());
  const std::vector<Position> copies = copies_of(positions);
  LongCall call;
  search::PerftResult result;
  {
    const WithoutGil release;
    for (int i = 0; i < repeats && !call(); ++i)
      for (const Position& position : copies) result.add(position.generate(result.next_list()));
  }
  call.require_complete("move generation was stopped");
  return {static_cast<std::uint64_t>(repeats) * copies.size(), result.checksum()};
}

}  // namespace

void bind_hive_position(nb::module_& m) {
  nb::class_<Position>(m, "PositionCore", "The compiled base class of hexapoda.hive.Position.")
      .def(
          "__init__",
          [](Position* self, int expansions, bool tournament_opening, bool repetition) {
            new (self) Position(
                Rules{kBaseSlots | static_cast<PieceSet>(expansions & 7) << 11, tournament_opening, repetition});
          },
          nb::arg("expansions"), nb::arg("tournament_opening"), nb::arg("repetition"))
      .def("_assign", [](Position& self, const Position& other) { self = other; })
      .def("_assign_board", [](Position& self, const Position& other) { self = other.without_history(); })
      .def(
          "_set_up",
          [](Position& self, const std::vector<std::tuple<int, std::int32_t, std::int32_t, int>>& pieces, int ply,
             int resting) -> std::optional<std::string> {
            std::vector<PlacedPiece> placed;
            for (const auto& [piece, q, r, level] : pieces)
              placed.push_back({static_cast<Piece>(checked("a piece", piece, 0, kPieces - 1)), {q, r}, level});
            checked("ply", ply, 0, kMaxPlies);
            checked("the resting piece", resting, -1, kPieces - 1);
            const char* problem =
                Position::set_up(self.rules(), placed, ply, resting < 0 ? kNoPiece : static_cast<Piece>(resting), self);
            return problem == nullptr ? std::nullopt : std::optional<std::string>(problem);
          },
          "Set up pieces (index, q, r, height; stacks bottom first) without a history. Returns an error or None.")
      .def_prop_ro("_expansions", [](const Position& p) { return p.rules().in_play >> 11; })
      .def_prop_ro("_tournament", [](const Position& p) { return p.rules().tournament_opening; })
      .def_prop_ro(
          "repetition", [](const Position& p) { return p.rules().repetition; },
          "Whether the third occurrence of a position ends the game in a draw.")
      .def_prop_ro("turn", &Position::turn, "The side to move: 0 White, 1 Black.")
      .def_prop_ro("ply", &Position::ply, "The number of half-moves since the start of the game.")
      .def_prop_ro("turn_number", &Position::turn_number, "The number of the current turn of the side to move, from 1.")
      .def_prop_ro(
          "legal_moves", [](const Position& p) { return LegalMoves(p); },
          "The legal moves: only the pass if nothing else is legal, none if a queen is surrounded.\n"
          "A draw by repetition does not affect them.")
      .def(
          "is_legal",
          [](const Position& p, nb::handle handle) {
            const PyMove move = move_argument(handle);
            return p.find(move.piece, move.to).has_value();
          },
          nb::arg("move").none(), nb::sig("def is_legal(self, move: Move) -> bool"), "Whether the move is legal here.")
      .def(
          "find_move",
          [](const Position& p, nb::handle piece, nb::handle to) -> std::optional<PyMove> {
            const Piece index = piece_argument(piece);
            const Cell at = cell_argument(to);
            for (const Move& move : legal_moves_of(p, index))
              if (move.to == at) return py_move(move);
            return std::nullopt;
          },
          nb::arg("piece").none(), nb::arg("to").none(),
          nb::sig("def find_move(self, piece: hexapoda.hive.piece.Piece, to: tuple[int, int]) -> Move | None"),
          "The legal move that brings a piece to a cell, with its kind and origin; None if there is none.")
      .def(
          "_push",
          [](Position& p, nb::handle handle) {
            const PyMove move = move_argument(handle);
            const auto packed = p.find(move.piece, move.to);
            if (packed) p.push(*packed);
            return packed.has_value();
          },
          nb::arg().none(), nb::sig("def _push(self, move: Move, /) -> bool"))
      .def("_push_pass", [](Position& p) { p.push(kPass); })
      .def("_pop",
           [](Position& p) {
             if (p.played_moves() == 0) throw nb::index_error("no move to take back");
             return py_move(p.take_back());
           })
      .def_prop_ro("_played", &Position::played_moves)
      .def_prop_ro(
          "moves",
          [](const Position& p) {
            std::vector<PyMove> moves;
            for (const Move& move : p.moves()) moves.push_back(py_move(move));
            return moves;
          },
          "The moves since the start or the setup.")
      .def("_outcome",
           [](const Position& p, bool with_repetition) {
             const Outcome outcome = with_repetition ? p.outcome() : p.board_outcome();
             return std::tuple(static_cast<int>(outcome.ending), outcome.winner);
           })
      .def("repetitions", &Position::repetitions, "The number of times that this position has occurred, including now.")
      .def_prop_ro("key", &Position::key,
                   "A 64-bit key, equal for equal positions: the same bugs and colors in the same stacks up to\n"
                   "translation, the same side to move, and the same legal moves.")
      .def_prop_ro("canonical_key", &Position::canonical_key,
                   "A 64-bit key that is also equal for positions that differ only by one of the twelve symmetries.")
      .def("_same_as", &Position::same_as)
      .def("_pieces",
           [](const Position& p) {
             std::vector<std::tuple<int, std::int32_t, std::int32_t, int>> pieces;
             for (Piece piece = 0; piece < kPieces; ++piece)
               if (const auto at = p.cell_of(piece)) pieces.emplace_back(piece, at->q, at->r, p.level_of(piece));
             return pieces;
           })
      .def("_played_set", &Position::played)
      .def("_resting", [](const Position& p) { return p.resting() == kNoPiece ? -1 : int{p.resting()}; })
      .def_prop_ro("passes", &Position::passes, "The number of consecutive passes that led to this position.")
      .def(
          "cell_of",
          [](const Position& p, nb::handle piece) {
            const auto at = p.cell_of(piece_argument(piece));
            return at ? std::optional(point(*at)) : std::nullopt;
          },
          nb::arg("piece").none(),
          nb::sig("def cell_of(self, piece: hexapoda.hive.piece.Piece) -> tuple[int, int] | None"),
          "The cell of a piece; None while it is in hand.")
      .def(
          "height_of",
          [](const Position& p, nb::handle piece) {
            const Piece index = piece_argument(piece);
            return p.cell_of(index) ? std::optional(p.level_of(index)) : std::nullopt;
          },
          nb::arg("piece").none(), nb::sig("def height_of(self, piece: hexapoda.hive.piece.Piece) -> int | None"),
          "The number of pieces below a piece; None while it is in hand.")
      .def(
          "top",
          [](const Position& p, nb::handle at) {
            const Piece piece = p.top(cell_argument(at));
            return piece == kNoPiece ? nb::none() : piece_object(piece);
          },
          nb::arg("cell").none(), nb::sig("def top(self, cell: tuple[int, int]) -> hexapoda.hive.piece.Piece | None"),
          "The top piece on a cell; None if the cell is empty.")
      .def(
          "height",
          [](const Position& p, nb::handle at) {
            const Piece piece = p.top(cell_argument(at));
            return piece == kNoPiece ? 0 : p.level_of(piece) + 1;
          },
          nb::arg("cell").none(), nb::sig("def height(self, cell: tuple[int, int]) -> int"),
          "The number of pieces on a cell.")
      .def(
          "stack",
          [](const Position& p, nb::handle at) {
            nb::list stack;
            for (Piece piece = p.top(cell_argument(at)); piece != kNoPiece; piece = p.below(piece))
              stack.insert(0, piece_object(piece));
            return nb::tuple(stack);
          },
          nb::arg("cell").none(),
          nb::sig("def stack(self, cell: tuple[int, int]) -> tuple[hexapoda.hive.piece.Piece, ...]"),
          "The pieces on a cell, bottom first.")
      .def(
          "pinned",
          [](const Position& p) {
            std::vector<Point> cells;
            const PieceSet pinned = p.pinned();
            for (Piece piece = 0; piece < kPieces; ++piece)
              if (pinned & set_of(piece)) cells.push_back(point(*p.cell_of(piece)));
            return nb::borrow<nb::object>(nb::module_::import_("builtins").attr("frozenset")(cells));
          },
          nb::sig("def pinned(self) -> frozenset[tuple[int, int]]"),
          "The cells of uncovered ground pieces that are cut vertices: lifting one would split the hive.")
      .def(
          "placements",
          [](const Position& p, int color) {
            if (color != 0 && color != 1) throw nb::value_error("color: expected 0 (White) or 1 (Black)");
            std::vector<Point> cells;
            for (const Cell at : p.placement_cells(color)) cells.push_back(point(at));
            return nb::borrow<nb::object>(nb::module_::import_("builtins").attr("frozenset")(cells));
          },
          nb::arg("color"), nb::sig("def placements(self, color: int) -> frozenset[tuple[int, int]]"),
          "The cells where a side may place a new piece, whatever it has in hand.")
      .def(
          "moves_of",
          [](const Position& p, nb::handle piece) {
            std::vector<PyMove> moves;
            for (const Move& move : legal_moves_of(p, piece_argument(piece))) moves.push_back(py_move(move));
            return moves;
          },
          nb::arg("piece").none(),
          nb::sig("def moves_of(self, piece: hexapoda.hive.piece.Piece) -> list[hexapoda._core.hive.Move]"),
          "The legal moves of one piece.");

  m.def(
      "perft",
      [](const Position& start, int depth, const StopToken* stop) {
        return count_leaves<PackedMove>(start, depth, kMaxMoves, stop);
      },
      nb::arg("position"), nb::arg("depth"), nb::arg("stop").none() = nb::none(),
      "The number of leaves of the legal-move tree, and a checksum over the moves of the last ply.");
  m.def(
      "perft_after",
      [](const Position& start, const PyMove& move, int depth, const StopToken* stop) {
        Position position(start);
        position.make(packed_or_throw(position, move));
        return count_leaves<PackedMove>(position, depth, kMaxMoves, stop);
      },
      nb::arg("position"), nb::arg("move"), nb::arg("depth"), nb::arg("stop").none() = nb::none(),
      "The perft of the position after one move.");
  m.def("list_moves", &list_moves, nb::arg("positions"), nb::arg("repeats"),
        "Generate the full move list of each position `repeats` times. Returns the number of lists and a checksum.");
}

}  // namespace hexapoda::bindings
