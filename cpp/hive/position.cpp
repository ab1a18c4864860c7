#include "hive/position.hpp"

#include <algorithm>
#include <limits>

namespace hexapoda::hive {
namespace {

constexpr int kNarrowSpan = 14;  // a window of 16 holds hives of this span with an empty line all round

struct Bounds {
  Cell low{std::numeric_limits<std::int32_t>::max(), std::numeric_limits<std::int32_t>::max()};
  Cell high{std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::min()};

  void add(Cell at) {
    low = {std::min(low.q, at.q), std::min(low.r, at.r)};
    high = {std::max(high.q, at.q), std::max(high.r, at.r)};
  }
  bool fits(int span) const { return high.q - low.q < span && high.r - low.r < span; }
  // The base of a window of n cells with the hive in its middle.
  Cell base(int n) const {
    return {low.q - (n - (high.q - low.q + 1)) / 2, low.r - (n - (high.r - low.r + 1)) / 2};
  }
};

template <class F>
void for_each_piece(PieceSet pieces, F visit) {
  for (; pieces != 0; pieces &= pieces - 1) visit(static_cast<Piece>(std::countr_zero(pieces)));
}

template <int N>
Bounds bounds_of(const Grid<N>& grid) {
  Bounds bounds;
  for_each_piece(grid.played, [&](Piece piece) { bounds.add(grid.real(grid.cell[piece])); });
  return bounds;
}

// Puts the pieces of one grid on another, stacks in their order.
template <int From, int To>
void transfer(const Grid<From>& from, Grid<To>& to, Cell base) {
  to.clear(base);
  PieceSet left = from.played;
  for (int level = 0; left != 0; ++level)
    for_each_piece(left, [&](Piece piece) {
      if (from.level[piece] != level) return;
      to.enter(piece, to.index(from.real(from.cell[piece])));
      left &= ~set_of(piece);
    });
}

// splitmix64's finalizer: spreads a small code over 64 bits.
std::uint64_t mix(std::uint64_t code) {
  code += 0x9E3779B97F4A7C15ULL;
  code = (code ^ code >> 30) * 0xBF58476D1CE4E5B9ULL;
  code = (code ^ code >> 27) * 0x94D049BB133111EBULL;
  return code ^ code >> 31;
}

std::uint64_t piece_key(Piece piece, int level, Cell at) {
  const std::uint64_t code = static_cast<std::uint64_t>(bug_of(piece)) << 1 | static_cast<unsigned>(color_of(piece));
  return mix(code << 40 | static_cast<std::uint64_t>(level) << 32 | static_cast<std::uint64_t>(at.q & 0xFFFF) << 16 |
             static_cast<std::uint64_t>(at.r & 0xFFFF));
}

// The cell all others are told from: it moves with the hive and does not depend on piece numbers.
Cell anchor(std::span<const PlacedPiece> pieces) {
  Bounds bounds;
  for (const int color : {0, 1})
    for (const auto& placed : pieces)
      if (placed.piece == make_piece(color, 0)) return placed.at;
  for (const auto& placed : pieces) bounds.add(placed.at);
  return bounds.low;
}

std::uint64_t pieces_key(std::span<const PlacedPiece> pieces) {
  if (pieces.empty()) return 0;
  const Cell origin = anchor(pieces);
  std::uint64_t key = 0;
  for (const auto& placed : pieces)
    key ^= piece_key(placed.piece, placed.level, {placed.at.q - origin.q, placed.at.r - origin.r});
  return key;
}

Cell rotated(Cell at) { return {-at.r, at.q + at.r}; }  // a sixth of a turn
Cell mirrored(Cell at) { return {at.r, at.q}; }

template <int N>
struct Pieces {
  std::array<PlacedPiece, kPieces> of;
  int count = 0;
  explicit Pieces(const Grid<N>& grid) {
    for_each_piece(grid.played, [&](Piece piece) { of[count++] = {piece, grid.real(grid.cell[piece]), grid.level[piece]}; });
  }
  std::span<PlacedPiece> span() { return {of.data(), static_cast<std::size_t>(count)}; }
};

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

const char* Position::set_up(const Rules& rules, std::span<const PlacedPiece> pieces, int ply, Piece resting,
                             Position& into) {
  Position position(rules);
  Bounds bounds;
  PieceSet seen = 0;
  for (const auto& placed : pieces) {
    if (placed.piece >= kPieces) return "no such piece";
    if (seen & set_of(placed.piece)) return "a piece stands on two cells";
    seen |= set_of(placed.piece);
    if (std::abs(static_cast<long>(placed.at.q)) > 1'000'000'000 || std::abs(static_cast<long>(placed.at.r)) > 1'000'000'000)
      return "a coordinate is beyond 1,000,000,000";
    bounds.add(placed.at);
  }
  if (seen != 0 && !bounds.fits(kPieces)) return "the hive is not connected";
  const PieceSet both = rules.in_play | rules.in_play << kPiecesPerSide;
  if (seen & ~both) return "a bug is not part of the game type";
  for (int color : {0, 1}) {
    const PieceSet hand = rules.in_play & ~(seen >> (kPiecesPerSide * color));
    if (hand << 1 & ~kFirstSlots & rules.in_play & ~hand) return "pieces of a bug are played in the order of their numbers";
  }
  if (seen != 0) {
    if (bounds.fits(kNarrowSpan)) {
      position.narrow_.clear(bounds.base(16));
    } else {
      position.wide_ = std::make_unique<Grid<32>>();
      position.wide_->clear(bounds.base(32));
    }
  }
  const char* problem = position.on_grid([&](auto& grid) -> const char* {
    for (const auto& placed : pieces) {
      const auto at = grid.index(placed.at);
      if (grid.height(at) != placed.level) return "the heights of a stack do not run from 0";
      const Bug bug = bug_of(placed.piece);
      if (placed.level > 0 && bug != kBeetle && bug != kMosquito) return "only beetles and mosquitoes stand on other pieces";
      grid.enter(placed.piece, at);
    }
    if (grid.played == 0) return nullptr;
    // One hive: walk from any cell over occupied neighbours.
    auto reached = std::decay_t<decltype(grid.occupied())>::single(grid.cell[std::countr_zero(grid.played)]);
    for (;;) {
      const auto next = reached | (beside(reached) & grid.occupied());
      if (next == reached) break;
      reached = next;
    }
    return reached == grid.occupied() ? nullptr : "the hive is not connected";
  });
  if (problem != nullptr) return problem;
  if (resting != kNoPiece && (resting >= kPieces || !(seen & set_of(resting)))) return "the resting piece is not on the board";
  if (resting != kNoPiece && position.on_grid([&](auto& grid) { return (grid.covered & set_of(resting)) != 0; }))
    return "the resting piece is covered";
  if (resting != kNoPiece && color_of(resting) == (ply & 1) && !(rules.in_play & kPillbugSlot))
    return "the resting piece belongs to the side to move, and no pillbug can have thrown it";
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
           return grid.ring[grid.cell[make_piece(0, 0)]] == 63 || grid.ring[grid.cell[make_piece(1, 0)]] == 63;
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

// Returns the record's bits for the origin and for a placement.
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

// Moves everything to a window of the wanted width and base.
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

// Chooses the window anew for the hive as it is and as it will be after the move, and says the move in its terms.
// True if the window has changed.
bool Position::settle(PackedMove& move) {
  const Cell to = on_grid([&](const auto& grid) { return grid.real(destination_of(move)); });
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
  if (settle(move)) bits = (bits & ~std::uint64_t{0xFFFF}) | move | std::uint64_t{1} << 49;
  return bits | on_grid([&](auto& grid) { return apply(grid, move); });
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
    if (record.changed_window()) [[unlikely]] restore_window();
  } else {
    unmake_slowly(record);
  }
}

void Position::unmake_slowly(Record record) {
  if (record.move() == kPass) return;
  on_grid([&](auto& grid) { revert(grid, record); });
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
    if (piece_of(throws[i]) == piece && snapshot.real(destination_of(throws[i])) == to) kind = Kind::kThrow;
  return {piece, kind, to, *cell_of(piece)};
}

std::vector<Move> Position::moves() const {
  std::vector<Move> moves(history_.size());
  Position past(*this);
  for (std::size_t i = history_.size(); i-- > 0;) moves[i] = past.take_back();
  return moves;
}

Outcome Position::board_outcome() const {
  const bool lost[2] = {neighbors_of_queen(0) == 63, neighbors_of_queen(1) == 63};
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

int Position::repetitions() const {
  // A placement cannot be taken back, so only the moves since the last one count.
  int times = 1;
  std::uint64_t now = 0;
  for (std::size_t i = history_.size(); i-- > 0 && !history_[i].placed();) {
    if (now == 0) now = key();
    times += i < keys_.size() && keys_[i] == now;
  }
  return times;
}

int Position::count_moves(Piece resting) const {
  PackedMove list[kMaxMoves];
  Turn turn = turn_info();
  turn.resting = resting;
  return on_grid([&](const auto& grid) { return hive::generate(grid, turn, list).total(); });
}

// Whether the resting piece takes a move away from the side to move. It cannot unless it belongs to that side or
// stands beside one of its throwers; then the two lists tell.
bool Position::rest_matters() const {
  if (resting_ == kNoPiece || !(rules_.in_play & kPillbugSlot)) return false;
  const bool near = on_grid([&](const auto& grid) {
    if (color_of(resting_) == turn()) return true;
    for (int d = 0; d < kDirections; ++d) {
      const Piece beside = grid.top[grid.beside(grid.cell[resting_], d)];
      if (beside == make_piece(turn(), 13) || beside == make_piece(turn(), 11)) return true;
    }
    return false;
  });
  return near && !board_over() && count_moves(resting_) != count_moves(kNoPiece);
}

std::uint64_t Position::state_key(std::uint64_t pieces) const {
  // Without its queen a side's legal placements depend on its turn only from the fourth on.
  const bool must_place_queen = turn_number() >= 4 && neighbors_of_queen(turn()) == 0 && !cell_of(make_piece(turn(), 0));
  const bool no_queen_yet = turn_number() == 1 && rules_.tournament_opening;
  return pieces ^ mix(std::uint64_t{1} << 60 | static_cast<std::uint64_t>(rules_.in_play) << 8 |
                      static_cast<std::uint64_t>(no_queen_yet) << 2 | static_cast<std::uint64_t>(must_place_queen) << 1 |
                      static_cast<unsigned>(turn()));
}

bool Position::same_as(const Position& other) const {
  const auto normal_form = [](const Position& position) {
    return position.on_grid([](const auto& grid) {
      Pieces list(grid);
      const Cell origin = list.count > 0 ? anchor(list.span()) : Cell{};
      std::vector<std::array<int, 5>> pieces;
      for (const auto& placed : list.span())
        pieces.push_back({placed.at.q - origin.q, placed.at.r - origin.r, placed.level, color_of(placed.piece), bug_of(placed.piece)});
      std::sort(pieces.begin(), pieces.end());
      return pieces;
    });
  };
  return key() == other.key() && normal_form(*this) == normal_form(other);
}

std::uint64_t Position::key() const {
  return on_grid([&](const auto& grid) {
    Pieces list(grid);
    std::uint64_t key = state_key(pieces_key(list.span()));
    if (rest_matters()) {
      const Cell origin = anchor(list.span()), at = grid.real(grid.cell[resting_]);
      key ^= mix(piece_key(resting_, 0x7F, {at.q - origin.q, at.r - origin.r}));
    }
    return key;
  });
}

std::uint64_t Position::canonical_key() const {
  return on_grid([&](const auto& grid) {
    Pieces list(grid);
    const bool rest = rest_matters();
    Cell at = rest ? grid.real(grid.cell[resting_]) : Cell{};
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    for (int symmetry = 0; symmetry < 12; ++symmetry) {
      std::uint64_t key = state_key(pieces_key(list.span()));
      if (rest) {
        const Cell origin = anchor(list.span());
        key ^= mix(piece_key(resting_, 0x7F, {at.q - origin.q, at.r - origin.r}));
      }
      least = std::min(least, key);
      const bool mirror = symmetry == 5;
      for (auto& placed : list.span()) placed.at = mirror ? mirrored(placed.at) : rotated(placed.at);
      at = mirror ? mirrored(at) : rotated(at);
    }
    return least;
  });
}

PieceSet Position::played() const {
  return on_grid([](const auto& grid) { return grid.played; });
}
PieceSet Position::covered() const {
  return on_grid([](const auto& grid) { return grid.covered; });
}
std::optional<Cell> Position::cell_of(Piece piece) const {
  return on_grid([&](const auto& grid) {
    return grid.played & set_of(piece) ? std::optional(grid.real(grid.cell[piece])) : std::nullopt;
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
    for_each_cell(hive::placement_cells(grid, color), [&](CellIndex at) { cells.push_back(grid.real(at)); });
    return cells;
  });
}
unsigned Position::neighbors_of_queen(int color) const {
  return on_grid([&](const auto& grid) { return unsigned{grid.ring[grid.cell[make_piece(color, 0)]]}; });
}

}  // namespace hexapoda::hive
