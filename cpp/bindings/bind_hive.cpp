#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <vector>

#include "bindings/bind.hpp"
#include "hive/position.hpp"
#include "search/perft.hpp"

namespace hexapoda::bindings {
namespace {

using namespace hexapoda::hive;
using Point = std::tuple<std::int32_t, std::int32_t>;

// Python's own values for what moves are made of: the 28 Piece objects and the four MoveKind members. They are
// handed over once, by hexapoda.hive, and live as long as the interpreter.
struct Vocabulary {
  PyObject* pieces[kPieces] = {};
  PyObject* kinds[4] = {};
} vocabulary;

nb::object piece_object(Piece piece) { return nb::borrow(vocabulary.pieces[piece]); }

Piece piece_argument(nb::handle piece) {
  const int index = nb::cast<int>(piece.attr("index"));
  if (index < 0 || index >= kPieces) throw nb::value_error("no such piece");
  return static_cast<Piece>(index);
}

Point point(Cell at) { return {at.q, at.r}; }
Cell cell(const Point& at) { return {std::get<0>(at), std::get<1>(at)}; }

// A move as Python sees it; `kind` 4 is a move made by hand, not by a position.
constexpr std::uint8_t kUnknownKind = 4;
struct PyMove {
  Piece piece;
  std::uint8_t kind;
  Cell to, origin;
  bool operator==(const PyMove& b) const { return piece == b.piece && (piece == kNoPiece || to == b.to); }
};

PyMove py_move(const Move& move) {
  return {move.piece, static_cast<std::uint8_t>(move.kind), move.to, move.origin};
}

// The legal moves of one position, independent of what becomes of it.
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
  PyMove get(std::size_t i) const {
    const auto placements = static_cast<std::size_t>(counts_.placements);
    const auto walks = placements + static_cast<std::size_t>(counts_.walks);
    const Kind kind = list_[i] == kPass ? Kind::kPass : i < placements ? Kind::kPlace : i < walks ? Kind::kWalk : Kind::kThrow;
    return py_move(position_.unpack(list_[i], kind));
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
    const Kind kind = i < counts.placements ? Kind::kPlace : i < counts.placements + counts.walks ? Kind::kWalk : Kind::kThrow;
    moves.push_back(position.unpack(list[i], kind));
  }
  return moves;
}

std::tuple<std::uint64_t, std::uint64_t> count_leaves(const Position& start, int depth, const StopToken* token) {
  if (depth < 0 || depth > 64) throw nb::value_error("perft depth must be 0 to 64");
  if (depth == 0) return {1, 0};
  Interrupt interrupt(token);
  search::PerftResult result;
  {
    Position position(start);
    std::vector<PackedMove> buffer(static_cast<std::size_t>(depth) * kMaxMoves);
    nb::gil_scoped_release release;
    search::perft(position, depth, buffer.data(), kMaxMoves, result, interrupt);
  }
  interrupt.rethrow();
  if (interrupt.stopped()) throw nb::value_error("perft was stopped");
  return {result.leaves(), result.checksum()};
}

// Generates every position's full list `repeats` times; for the benchmark.
std::tuple<std::uint64_t, std::uint64_t> list_moves(const std::vector<const Position*>& positions, int repeats) {
  std::vector<Position> copies;
  for (const Position* position : positions) copies.emplace_back(*position);
  search::PerftResult result;
  nb::gil_scoped_release release;
  for (int i = 0; i < repeats; ++i)
    for (const Position& position : copies) result.add(position.generate(result.next_list()));
  return {static_cast<std::uint64_t>(repeats) * copies.size(), result.checksum()};
}

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

void bind_stop_token(nb::module_& m) {
  nb::class_<StopToken>(m, "StopToken", "Stops a long call from another thread.")
      .def(nb::init<>())
      .def("stop", [](StopToken& token) { token.stopped = true; }, "Ask the call that holds this token to end soon.")
      .def_prop_ro("stopped", [](const StopToken& token) { return token.stopped.load(); }, "Whether stop() was called.");
}

void bind_hive(nb::module_& m) {
  m.def(
      "set_vocabulary",
      [](const std::vector<nb::object>& pieces, const std::vector<nb::object>& kinds) {
        if (pieces.size() != kPieces || kinds.size() != 4) throw nb::value_error("expected 28 pieces and 4 kinds");
        for (std::size_t i = 0; i < kPieces; ++i) vocabulary.pieces[i] = nb::object(pieces[i]).release().ptr();
        for (std::size_t i = 0; i < 4; ++i) vocabulary.kinds[i] = nb::object(kinds[i]).release().ptr();
      },
      nb::sig("def set_vocabulary(pieces: collections.abc.Sequence[hexapoda.hive.piece.Piece], kinds: collections.abc.Sequence[hexapoda.hive.move.MoveKind]) -> None"),
      "Hand over Python's values for the 28 pieces by index and the kinds place, move, throw, pass.");

  nb::class_<PyMove>(m, "Move",
                     "A move: a piece and the cell it comes to, or the passing move `Move.PASS`.\n\n"
                     "Two moves are equal when the same piece comes to the same cell: a walk and a throw that do\n"
                     "so are one move. `origin` and `kind` tell more when the move comes from a position, and are\n"
                     "None for a move made by hand.")
      .def(
          "__init__",
          [](PyMove* self, nb::handle piece, Point to) {
            new (self) PyMove{piece_argument(piece), kUnknownKind, cell(to), {}};
          },
          nb::arg("piece"), nb::arg("to"), nb::sig("def __init__(self, piece: hexapoda.hive.piece.Piece, to: tuple[int, int]) -> None"))
      .def_prop_ro(
          "piece", [](const PyMove& m) { return m.piece == kNoPiece ? nb::none() : piece_object(m.piece); },
          nb::sig("def piece(self) -> hexapoda.hive.piece.Piece | None"), "The piece that is placed, moved or thrown; None for a pass.")
      .def_prop_ro(
          "to", [](const PyMove& m) { return m.piece == kNoPiece ? std::nullopt : std::optional(point(m.to)); },
          "Axial coordinates of the destination; None for a pass.")
      .def_prop_ro(
          "origin",
          [](const PyMove& m) {
            const bool known = m.kind == static_cast<int>(Kind::kWalk) || m.kind == static_cast<int>(Kind::kThrow);
            return known ? std::optional(point(m.origin)) : std::nullopt;
          },
          "Axial coordinates of the cell the piece leaves; None for a placement, a pass or a move made by hand.")
      .def_prop_ro(
          "kind", [](const PyMove& m) { return m.kind == kUnknownKind ? nb::none() : nb::borrow(vocabulary.kinds[m.kind]); },
          nb::sig("def kind(self) -> hexapoda.hive.move.MoveKind | None"), "How the piece comes there; None for a move made by hand.")
      .def_prop_ro("is_pass", [](const PyMove& m) { return m.piece == kNoPiece; }, "Whether this is the passing move.")
      .def(
          "__eq__",
          [](const PyMove& a, nb::handle b) -> nb::object {
            const PyMove* other;
            if (!nb::try_cast(b, other, false) || other == nullptr) return nb::borrow(Py_NotImplemented);
            return nb::bool_(a == *other);
          },
          nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__",
           [](const PyMove& m) {
             if (m.piece == kNoPiece) return std::int64_t{-2};
             return (static_cast<std::int64_t>(m.to.q) * 1000003 + m.to.r) * 31 + m.piece;
           })
      .def("__repr__",
           [](const PyMove& m) {
             if (m.piece == kNoPiece) return std::string("Move(pass)");
             return "Move(" + std::string(nb::str(piece_object(m.piece)).c_str()) + " -> (" + std::to_string(m.to.q) + ", " +
                    std::to_string(m.to.r) + "))";
           })
      .def(
          "__reduce__",
          [](nb::handle self) -> nb::object {
            const auto& m = nb::cast<const PyMove&>(self);
            const nb::object make = self.type().attr("_make");
            return nb::make_tuple(make, nb::make_tuple(m.piece, m.kind, m.to.q, m.to.r, m.origin.q, m.origin.r));
          },
          nb::sig("def __reduce__(self) -> tuple[object, ...]"))
      .def_static(
          "_make",
          [](int piece, int kind, int q, int r, int origin_q, int origin_r) {
            if (!(piece == kNoPiece || (piece >= 0 && piece < kPieces)) || kind < 0 || kind > kUnknownKind)
              throw nb::value_error("not a move");
            return PyMove{static_cast<Piece>(piece), static_cast<std::uint8_t>(kind), {q, r}, {origin_q, origin_r}};
          })
      .def_prop_ro_static("PASS", [](nb::handle) { return py_move({}); }, "The passing move.");

  nb::class_<LegalMoves>(m, "LegalMoves",
                         "The legal moves of a position, in the order placements, walks, throws.\n\n"
                         "A light container: moves are made when asked for. It stays what it was when the position\n"
                         "goes on.")
      .def("__len__", &LegalMoves::size)
      .def("__bool__", [](const LegalMoves& moves) { return moves.size() != 0; })
      .def("__getitem__", &LegalMoves::at)
      .def("__contains__", &LegalMoves::contains)
      .def(
          "__contains__", [](const LegalMoves&, nb::handle) { return false; })
      .def("__iter__",
           [](const LegalMoves& moves) {
             nb::list list;
             for (std::size_t i = 0; i < moves.size(); ++i) list.append(moves.get(i));
             return nb::iter(list);
           },
           nb::sig("def __iter__(self) -> collections.abc.Iterator[hexapoda._core.hive.Move]"))
      .def_prop_ro("count", &LegalMoves::size, "How many there are.")
      .def("to_numpy", &moves_array, nb::sig("def to_numpy(self) -> numpy.typing.NDArray[numpy.int32]"),
           "The moves as int32 of shape [moves, 6], one row a move in the container's order: piece index (0..27,\n"
           "-1 for a pass), kind (0 place, 1 move, 2 throw, 3 pass), origin q, origin r, destination q,\n"
           "destination r. The origin of a placement is its destination; a pass has zeros.")
      .def("__repr__", [](const LegalMoves& moves) { return "<LegalMoves: " + std::to_string(moves.size()) + ">"; });

  nb::class_<Position>(m, "PositionCore", "What hexapoda.hive.Position is built on.")
      .def("__init__",
           [](Position* self, int expansions, bool tournament_opening, bool repetition) {
             new (self) Position(Rules{kBaseSlots | static_cast<PieceSet>(expansions & 7) << 11, tournament_opening, repetition});
           },
           nb::arg("expansions"), nb::arg("tournament_opening"), nb::arg("repetition"))
      .def("_assign", [](Position& self, const Position& other) { self = other; })
      .def("_set_up",
           [](Position& self, const std::vector<std::tuple<int, std::int32_t, std::int32_t, int>>& pieces, int ply, int resting)
               -> std::optional<std::string> {
             std::vector<PlacedPiece> placed;
             for (const auto& [piece, q, r, level] : pieces) placed.push_back({static_cast<Piece>(piece), {q, r}, level});
             const char* problem = Position::set_up(self.rules(), placed, ply,
                                                    resting < 0 ? kNoPiece : static_cast<Piece>(resting), self);
             return problem == nullptr ? std::nullopt : std::optional<std::string>(problem);
           },
           "Set up pieces (index, q, r, height; stacks bottom first) without a history; returns what is wrong, or None.")
      .def_prop_ro("_expansions", [](const Position& p) { return p.rules().in_play >> 11; })
      .def_prop_ro("_tournament", [](const Position& p) { return p.rules().tournament_opening; })
      .def_prop_ro("repetition", [](const Position& p) { return p.rules().repetition; },
                   "Whether the third occurrence of a position ends the game as a draw.")
      .def_prop_ro("turn", &Position::turn, "The side to move: 0 White, 1 Black.")
      .def_prop_ro("ply", &Position::ply, "Half-moves played since the start of the game.")
      .def_prop_ro("turn_number", &Position::turn_number, "The number of the side's turn, from 1.")
      .def_prop_ro("legal_moves", [](const Position& p) { return LegalMoves(p); },
                   "The legal moves; exactly the pass when nothing else is legal, none when the queen is surrounded.\n"
                   "A draw by repetition leaves them as they are.")
      .def("is_legal", [](const Position& p, const PyMove& move) { return p.find(move.piece, move.to).has_value(); },
           nb::arg("move"), "Whether the move is legal here.")
      .def("_push",
           [](Position& p, const PyMove& move) {
             const auto packed = p.find(move.piece, move.to);
             if (packed) p.push(*packed);
             return packed.has_value();
           })
      .def("_pop",
           [](Position& p) {
             if (p.played_moves() == 0) throw nb::index_error("no move to take back");
             return py_move(p.take_back());
           })
      .def_prop_ro("_played", &Position::played_moves)
      .def_prop_ro("moves",
                   [](const Position& p) {
                     std::vector<PyMove> moves;
                     for (const Move& move : p.moves()) moves.push_back(py_move(move));
                     return moves;
                   },
                   "The moves played since the start, or since the position that was set up.")
      .def("_outcome",
           [](const Position& p, bool with_repetition) {
             const Outcome outcome = with_repetition ? p.outcome() : p.board_outcome();
             return std::tuple(static_cast<int>(outcome.ending), outcome.winner);
           })
      .def("repetitions", &Position::repetitions,
           "How often this position has stood on the board, now included (hive.md, \"repetition\").")
      .def_prop_ro("key", &Position::key,
                   "64-bit key, equal for equal positions: the same kinds and colours in the same stacks up to\n"
                   "translation, the same side to move and the same legal moves.")
      .def_prop_ro("canonical_key", &Position::canonical_key, "64-bit key that is also the same for all twelve symmetries.")
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
      .def_prop_ro("passes", &Position::passes, "Passes in a row up to now.")
      .def("cell_of",
           [](const Position& p, nb::handle piece) {
             const auto at = p.cell_of(piece_argument(piece));
             return at ? std::optional(point(*at)) : std::nullopt;
           },
           nb::arg("piece"), nb::sig("def cell_of(self, piece: hexapoda.hive.piece.Piece) -> tuple[int, int] | None"),
           "Where a piece stands; None while it is in hand.")
      .def("height_of",
           [](const Position& p, nb::handle piece) {
             const Piece index = piece_argument(piece);
             return p.cell_of(index) ? std::optional(p.level_of(index)) : std::nullopt;
           },
           nb::arg("piece"), nb::sig("def height_of(self, piece: hexapoda.hive.piece.Piece) -> int | None"),
           "How many pieces are beneath a piece; None while it is in hand.")
      .def("top",
           [](const Position& p, Point at) {
             const Piece piece = p.top(cell(at));
             return piece == kNoPiece ? nb::none() : piece_object(piece);
           },
           nb::arg("cell"), nb::sig("def top(self, cell: tuple[int, int]) -> hexapoda.hive.piece.Piece | None"), "The top piece of a cell.")
      .def("height",
           [](const Position& p, Point at) {
             const Piece piece = p.top(cell(at));
             return piece == kNoPiece ? 0 : p.level_of(piece) + 1;
           },
           nb::arg("cell"), "How many pieces stand on a cell.")
      .def("stack",
           [](const Position& p, Point at) {
             nb::list stack;
             for (Piece piece = p.top(cell(at)); piece != kNoPiece; piece = p.below(piece)) stack.insert(0, piece_object(piece));
             return nb::tuple(stack);
           },
           nb::arg("cell"), nb::sig("def stack(self, cell: tuple[int, int]) -> tuple[hexapoda.hive.piece.Piece, ...]"),
           "The pieces of a cell, bottom first.")
      .def("pinned",
           [](const Position& p) {
             std::vector<Point> cells;
             const PieceSet pinned = p.pinned();
             for (Piece piece = 0; piece < kPieces; ++piece)
               if (pinned & set_of(piece)) cells.push_back(point(*p.cell_of(piece)));
             return nb::borrow<nb::object>(nb::module_::import_("builtins").attr("frozenset")(cells));
           },
           nb::sig("def pinned(self) -> frozenset[tuple[int, int]]"),
           "The cells of uncovered ground pieces that are cut vertices: lifting one would split the hive.")
      .def("placements",
           [](const Position& p, int color) {
             if (color != 0 && color != 1) throw nb::value_error("a colour is 0 (White) or 1 (Black)");
             std::vector<Point> cells;
             for (const Cell at : p.placement_cells(color)) cells.push_back(point(at));
             return nb::borrow<nb::object>(nb::module_::import_("builtins").attr("frozenset")(cells));
           },
           nb::arg("color"), nb::sig("def placements(self, color: int) -> frozenset[tuple[int, int]]"),
           "The cells where a side may place by the rules of contact, whatever it has in hand.")
      .def("moves_of",
           [](const Position& p, nb::handle piece) {
             std::vector<PyMove> moves;
             for (const Move& move : legal_moves_of(p, piece_argument(piece))) moves.push_back(py_move(move));
             return moves;
           },
           nb::arg("piece"), nb::sig("def moves_of(self, piece: hexapoda.hive.piece.Piece) -> list[hexapoda._core.hive.Move]"), "The legal moves of one piece.");

  m.def("perft", &count_leaves, nb::arg("position"), nb::arg("depth"), nb::arg("stop").none() = nb::none(),
        "Leaves of the legal-move tree and a checksum over the moves of the last lists.");
  m.def("perft_after",
        [](const Position& start, const PyMove& move, int depth, const StopToken* stop) {
          Position position(start);
          position.make(packed_or_throw(position, move));
          return count_leaves(position, depth, stop);
        },
        nb::arg("position"), nb::arg("move"), nb::arg("depth"), nb::arg("stop").none() = nb::none(),
        "perft of the position after one move.");
  m.def("list_moves", &list_moves, nb::arg("positions"), nb::arg("repeats"),
        "Generate the full move list of each position again and again: lists made and a checksum.");
}

}  // namespace hexapoda::bindings
