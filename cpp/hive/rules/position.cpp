#include "hive/rules/position.hpp"

#include <algorithm>

#include "hive/rules/bounds.hpp"

namespace hexapoda::hive {
namespace {

constexpr int kNarrowSpan = 14;  // a hive of this span fits in a window of 16 with an empty border

// Copies the pieces of one grid to another, stacks from the bottom up.
template <int From, int To>
void transfer(const Grid<From>& from, Grid<To>& to, Cell base) {
  to.clear(base);
  PieceSet left = from.played;
  for (int level = 0; left != 0; ++level)
    for_each_piece(left, [&](Piece piece) {
      if (from.level[piece] != level) return;
      to.enter(piece, to.index(from.to_cell(from.cell[piece])));
      left &= ~set_of(piece);
    });
}

}  // namespace

Position::Position(const Rules& rules) : rules_(rules) {}

Position::Position(const Position& other)
    : narrow_(other.narrow_),
      wide_(other.wide_ ? std::make_unique<Grid<32>>(*other.wide_) : nullptr),
      rules_(other.rules_),
      ply_(other.ply_),
      resting_(other.resting_),
      passes_(other.passes_),
      history_(other.history_),
      windows_(other.windows_),
      keys_(other.keys_) {}

Position& Position::operator=(const Position& other) { return *this = Position(other); }

Position Position::without_history() const {
  Position position(rules_);
  position.narrow_ = narrow_;
  if (wide_) position.wide_ = std::make_unique<Grid<32>>(*wide_);
  position.ply_ = ply_;
  position.resting_ = resting_;
  return position;
}

const char* Position::set_up(const Rules& rules, std::span<const PlacedPiece> pieces, int ply, Piece resting,
                             Position& into) {
  Position position(rules);
  Bounds bounds;
  PieceSet seen = 0;
  for (const auto& placed : pieces) {
    if (placed.piece >= kPieces) return "a piece has an unknown index";
    if (seen & set_of(placed.piece)) return "a piece stands on two cells";
    seen |= set_of(placed.piece);
    if (std::abs(static_cast<long>(placed.at.q)) > 1'000'000'000 ||
        std::abs(static_cast<long>(placed.at.r)) > 1'000'000'000)
      return "a coordinate is beyond 1,000,000,000";
    bounds.add(placed.at);
  }
  if (seen != 0 && !bounds.fits(kPieces)) return "the hive is not connected";
  const PieceSet both = rules.in_play | rules.in_play << kPiecesPerSide;
  if (seen & ~both) return "a bug is not part of the variant";
  for (int color : {0, 1}) {
    const PieceSet hand = rules.in_play & ~(seen >> (kPiecesPerSide * color));
    if (hand << 1 & ~kFirstSlots & rules.in_play & ~hand)
      return "pieces of the same bug are not placed in the order of their numbers";
  }
  if (seen != 0 && ply == 0) return "there are pieces on the board, but no move has been played";
  if (seen == 0 && ply > 0) return "the board is empty, but moves have been played";
  const bool white = seen & side_set(0), black = seen & side_set(1);
  if (ply > 0 && (!white || black != (ply > 1) || (ply == 1 && std::popcount(seen) != 1)))
    return "after the first move there is exactly one white piece, and after the second both sides have pieces on the "
           "board";
  if (seen != 0) {
    if (bounds.fits(kNarrowSpan)) {
      position.narrow_.clear(bounds.base(16));
    } else {
      position.wide_ = std::make_unique<Grid<32>>();
      position.wide_->clear(bounds.base(32));
    }
  }
  const char* problem = position.change_grid([&](auto& grid) -> const char* {
    for (const auto& placed : pieces) {
      const auto at = grid.index(placed.at);
      if (grid.height(at) != placed.level) return "the heights of the pieces in a stack do not count up from 0";
      const Bug bug = bug_of(placed.piece);
      if (placed.level > 0 && bug != kBeetle && bug != kMosquito)
        return "only beetles and mosquitoes can stand on other pieces";
      grid.enter(placed.piece, at);
    }
    if (grid.played == 0) return nullptr;
    // The pieces must form one hive: flood-fill from any cell over occupied neighbors.
    auto reached = std::decay_t<decltype(grid.occupied())>::single(grid.cell[std::countr_zero(grid.played)]);
    for (;;) {
      const auto next = reached | (beside(reached) & grid.occupied());
      if (next == reached) break;
      reached = next;
    }
    return reached == grid.occupied() ? nullptr : "the hive is not connected";
  });
  if (problem != nullptr) return problem;
  if (resting != kNoPiece && (resting >= kPieces || !(seen & set_of(resting))))
    return "the resting piece is not on the board";
  if (resting != kNoPiece && position.change_grid([&](auto& grid) { return (grid.covered & set_of(resting)) != 0; }))
    return "the resting piece is covered";
  if (resting != kNoPiece && color_of(resting) == (ply & 1) && !(rules.in_play & kPillbugSlot))
    return "the resting piece belongs to the side to move, and the variant has no pillbug that could have thrown it";
  position.ply_ = ply;
  position.resting_ = resting;
  into = std::move(position);
  return nullptr;
}

Turn Position::turn_info() const {
  return {turn(), turn_number(), resting_, rules_.tournament_opening, rules_.in_play};
}

bool Position::board_over() const {
  return passes_ >= 3 || on_grid([](const auto& grid) {
           return grid.ring[grid.cell[queen_of(0)]] == kFullRing || grid.ring[grid.cell[queen_of(1)]] == kFullRing;
         });
}

int Position::generate(PackedMove* out, MoveCounts* kinds) const {
  MoveCounts counts;
  if (!board_over()) {
    const Turn turn = turn_info();
    counts = on_grid([&](const auto& grid) { return hive::generate(grid, turn, out); });
    if (counts.total() == 0) {
      out[0] = kPass;
      if (kinds != nullptr) *kinds = counts;
      return 1;
    }
  }
  if (kinds != nullptr) *kinds = counts;
  return counts.total();
}

// Returns the bits of the undo record for the origin and the kind of the move.
template <int N>
inline std::uint64_t Position::apply(Grid<N>& grid, PackedMove move) {
  const Piece piece = piece_of(move);
  const std::uint64_t origin = std::uint64_t{grid.cell[piece]} << 16;
  if (grid.played & set_of(piece)) {
    grid.lift(piece);
    grid.put(piece, destination_of(move));
    resting_ = piece;
    return origin;
  }
  grid.enter(piece, destination_of(move));
  resting_ = kNoPiece;
  return origin | std::uint64_t{1} << 48;
}

template <int N>
inline void Position::revert(Grid<N>& grid, Record record) {
  const Piece piece = piece_of(record.move());
  if (record.placed()) {
    grid.leave(piece);
  } else {
    grid.lift(piece);
    grid.put(piece, record.origin());
  }
}

// Moves all pieces to a window of the given width and base.
void Position::change_window(bool wide, Cell base) {
  if (wide) {
    auto grid = std::make_unique<Grid<32>>();
    on_grid([&](const auto& old) { transfer(old, *grid, base); });
    wide_ = std::move(grid);
  } else {
    Grid<16> grid;
    on_grid([&](const auto& old) { transfer(old, grid, base); });
    narrow_ = grid;
    wide_.reset();
  }
}

// Makes sure that the window holds the hive before and after the move. If the window must change, translates the move
// to the new one and returns true.
bool Position::fit_window(PackedMove& move) {
  const Cell to = on_grid([&](const auto& grid) { return grid.to_cell(destination_of(move)); });
  Bounds bounds = on_grid([](const auto& grid) { return bounds_of(grid); });
  bounds.add(to);
  const bool wide = !bounds.fits(kNarrowSpan);
  const bool on_edge = on_grid([&](const auto& grid) { return grid.on_border(destination_of(move)); });
  if (wide == (wide_ != nullptr) && !on_edge) return false;
  windows_.push_back({wide_ != nullptr, on_grid([](const auto& grid) { return grid.base; })});
  change_window(wide, bounds.base(wide ? 32 : 16));
  move = on_grid([&](const auto& grid) { return pack(piece_of(move), grid.index(to)); });
  return true;
}

void Position::make(PackedMove move) {
  std::uint64_t bits = std::uint64_t{resting_} << 32 | std::uint64_t{passes_} << 40 | move;
  ++ply_;
  if (!wide_ && move != kPass && !narrow_.on_border(destination_of(move))) [[likely]] {
    passes_ = 0;
    bits |= apply(narrow_, move);
  } else {
    bits = make_slowly(move, bits);
  }
  history_.push_back({bits});
}

std::uint64_t Position::make_slowly(PackedMove move, std::uint64_t bits) {
  if (move == kPass) {
    resting_ = kNoPiece;
    ++passes_;
    return bits;
  }
  passes_ = 0;
  if (fit_window(move)) bits = (bits & ~std::uint64_t{0xFFFF}) | move | std::uint64_t{1} << 49;
  return bits | change_grid([&](auto& grid) { return apply(grid, move); });
}

void Position::unmake() {
  const Record record = history_.back();
  history_.pop_back();
  if (keys_.size() > history_.size()) keys_.pop_back();
  --ply_;
  resting_ = record.resting();
  passes_ = record.passes();
  if (!wide_ && record.move() != kPass) [[likely]] {
    revert(narrow_, record);
    if (record.changed_window()) [[unlikely]]
      restore_window();
  } else {
    unmake_slowly(record);
  }
}

void Position::unmake_slowly(Record record) {
  if (record.move() == kPass) return;
  change_grid([&](auto& grid) { revert(grid, record); });
  if (record.changed_window()) restore_window();
}

void Position::restore_window() {
  change_window(windows_.back().wide, windows_.back().base);
  windows_.pop_back();
}

void Position::push(PackedMove move) {
  keys_.resize(history_.size());
  keys_.push_back(key());
  make(move);
}

std::optional<PackedMove> Position::find(Piece piece, Cell to) const {
  PackedMove list[kMaxMoves];
  const int count = generate(list);
  if (piece == kNoPiece) return count == 1 && list[0] == kPass ? std::optional(kPass) : std::nullopt;
  if (!on_grid([&](const auto& grid) { return grid.in_window(to); })) return std::nullopt;
  const PackedMove move = on_grid([&](const auto& grid) { return pack(piece, grid.index(to)); });
  return std::find(list, list + count, move) != list + count ? std::optional(move) : std::nullopt;
}

Snapshot Position::detached() const {
  return on_grid([&](const auto& grid) { return Snapshot{wide_ != nullptr, grid.base, grid.played, grid.cell}; });
}

Move Position::take_back() {
  const Record record = history_.back();
  if (record.move() == kPass) {
    unmake();
    return {};
  }
  const Piece piece = piece_of(record.move());
  const Cell to = *cell_of(piece);
  unmake();
  if (record.placed()) return {piece, Kind::kPlace, to, to};
  PackedMove list[kMaxMoves];
  MoveCounts counts;
  generate(list, &counts);
  const Snapshot snapshot = detached();
  const PackedMove* throws = list + counts.placements + counts.walks;
  Kind kind = Kind::kWalk;
  for (int i = 0; i < counts.throws; ++i)
    if (piece_of(throws[i]) == piece && snapshot.to_cell(destination_of(throws[i])) == to) kind = Kind::kThrow;
  return {piece, kind, to, *cell_of(piece)};
}

std::vector<Move> Position::moves() const {
  std::vector<Move> moves(history_.size());
  Position past(*this);
  for (std::size_t i = history_.size(); i-- > 0;) moves[i] = past.take_back();
  return moves;
}

Outcome Position::board_outcome() const {
  const bool lost[2] = {neighbors_of_queen(0) == kFullRing, neighbors_of_queen(1) == kFullRing};
  if (lost[0] && lost[1]) return {Ending::kBothSurrounded, -1};
  if (lost[0] || lost[1]) return {Ending::kQueenSurrounded, lost[0] ? 1 : 0};
  if (passes_ >= 3) return {Ending::kNoMoves, -1};
  return {};
}

Outcome Position::outcome() const {
  const Outcome outcome = board_outcome();
  if (outcome.ending == Ending::kNone && rules_.repetition && repetitions() >= 3) return {Ending::kRepetition, -1};
  return outcome;
}

PieceSet Position::played() const {
  return on_grid([](const auto& grid) { return grid.played; });
}
PieceSet Position::covered() const {
  return on_grid([](const auto& grid) { return grid.covered; });
}
std::optional<Cell> Position::cell_of(Piece piece) const {
  return on_grid([&](const auto& grid) {
    return grid.played & set_of(piece) ? std::optional(grid.to_cell(grid.cell[piece])) : std::nullopt;
  });
}
int Position::level_of(Piece piece) const {
  return on_grid([&](const auto& grid) { return static_cast<int>(grid.level[piece]); });
}
Piece Position::below(Piece piece) const {
  return on_grid([&](const auto& grid) { return grid.below[piece]; });
}
Piece Position::top(Cell at) const {
  return on_grid([&](const auto& grid) { return grid.in_window(at) ? grid.top[grid.index(at)] : kNoPiece; });
}
PieceSet Position::pinned() const {
  return on_grid([](const auto& grid) { return pinned_pieces(grid); });
}
std::vector<Cell> Position::placement_cells(int color) const {
  return on_grid([&](const auto& grid) {
    std::vector<Cell> cells;
    for_each_cell(hive::placement_cells(grid, color), [&](CellIndex at) { cells.push_back(grid.to_cell(at)); });
    return cells;
  });
}
unsigned Position::neighbors_of_queen(int color) const {
  return on_grid([&](const auto& grid) { return unsigned{grid.ring[grid.cell[queen_of(color)]]}; });
}

}  // namespace hexapoda::hive
