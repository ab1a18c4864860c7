// Identity of positions: keys, equality, repetition.
#include <algorithm>
#include <bit>
#include <limits>

#include "hive/rules/bounds.hpp"
#include "hive/rules/piece_key.hpp"
#include "hive/rules/position.hpp"

namespace hexapoda::hive {
namespace {

// The origin of the coordinates in keys: the anchor's cell, or the corner of the bounding box while no queen is on the
// board.
Cell origin_of(std::span<const PlacedPiece> pieces) {
  PieceSet all = 0;
  for (const auto& placed : pieces) all |= set_of(placed.piece);
  const Piece anchor = anchor_of(all);
  Bounds bounds;
  for (const auto& placed : pieces) {
    if (placed.piece == anchor) return placed.at;
    bounds.add(placed.at);
  }
  return bounds.low;
}

template <int N>
Cell origin_of(const Grid<N>& grid) {
  const Piece anchor = anchor_of(grid.played);
  return anchor == kNoPiece ? bounds_of(grid).low : grid.to_cell(grid.cell[anchor]);
}

constexpr int kRestingLevel = 0x7F;  // a level that no piece has

// The hash that the resting piece adds to a key.
std::uint64_t resting_key(Piece piece, Cell at, Cell origin) {
  return search::spread(piece_key(piece, kRestingLevel, {at.q - origin.q, at.r - origin.r}));
}

std::uint64_t key_of_pieces(std::span<const PlacedPiece> pieces) {
  if (pieces.empty()) return 0;
  const Cell origin = origin_of(pieces);
  std::uint64_t key = 0;
  for (const auto& placed : pieces)
    key ^= piece_key(placed.piece, placed.level, {placed.at.q - origin.q, placed.at.r - origin.r});
  return key;
}

Cell rotated(Cell at) { return {-at.r, at.q + at.r}; }  // by a sixth of a turn
Cell mirrored(Cell at) { return {at.r, at.q}; }

template <int N>
struct Pieces {
  std::array<PlacedPiece, kPieces> pieces;
  int count = 0;
  explicit Pieces(const Grid<N>& grid) {
    for_each_piece(grid.played,
                   [&](Piece piece) { pieces[count++] = {piece, grid.to_cell(grid.cell[piece]), grid.level[piece]}; });
  }
  std::span<PlacedPiece> span() { return {pieces.data(), static_cast<std::size_t>(count)}; }
};

}  // namespace

int Position::repetitions() const {
  // A placement is irreversible, so only positions since the last one can recur.
  if (history_.empty() || history_.back().placed()) return 1;
  const std::uint64_t now = key();
  int count = 1;
  for (std::size_t i = history_.size(); i-- > 0 && !history_[i].placed();)
    if (i < keys_.size() && keys_[i] == now) ++count;
  return count;
}

int Position::count_moves(Piece resting) const {
  PackedMove list[kMaxMoves];
  Turn turn = turn_info();
  turn.resting = resting;
  return on_grid([&](const auto& grid) { return hive::generate(grid, turn, list).total(); });
}

std::vector<std::uint64_t> Position::drawn_if_repeated() const {
  std::vector<std::uint64_t> keys, drawn;
  if (!rules_.repetition) return drawn;
  // Positions before the last placement cannot recur.
  Position past(*this);
  const PieceSet played = past.played();
  for (;;) {
    keys.push_back(past.key());
    if (past.played_moves() == 0) break;
    past.unmake();
    if (past.played() != played) break;
  }
  std::sort(keys.begin(), keys.end());
  for (std::size_t i = 1; i < keys.size(); ++i)
    if (keys[i] == keys[i - 1] && (drawn.empty() || drawn.back() != keys[i])) drawn.push_back(keys[i]);
  return drawn;
}

// The resting piece can cost the side to move a legal move only if it belongs to that side or stands beside a pillbug
// or mosquito of that side.
bool Position::rest_may_matter() const {
  if (resting_ == kNoPiece || !(rules_.in_play & kPillbugSlot)) return false;
  if (color_of(resting_) == turn()) return true;
  return on_grid([&](const auto& grid) {
    const CellIndex at = grid.cell[resting_];
    for (unsigned ring = grid.ring[at]; ring != 0; ring &= ring - 1) {
      const Piece beside = grid.top[grid.beside(at, std::countr_zero(ring))];
      if (beside == make_piece(turn(), 13) || beside == make_piece(turn(), 11)) return true;
    }
    return false;
  });
}

// Whether the resting piece changes the number of legal moves. Generates moves only if rest_may_matter().
bool Position::rest_matters() const {
  return rest_may_matter() && !board_over() && count_moves(resting_) != count_moves(kNoPiece);
}

std::uint64_t Position::state_key(std::uint64_t pieces) const {
  // The turn number changes the legal moves only on the first turn, and from the fourth on while the queen is in hand.
  const bool must_place_queen =
      turn_number() >= 4 && neighbors_of_queen(turn()) == 0 && !cell_of(make_piece(turn(), 0));
  const bool no_queen_yet = turn_number() == 1 && rules_.tournament_opening;
  const bool ended_by_passes = passes_ >= 3;
  // The bit kState distinguishes a state from the code of a piece.
  constexpr int kMustPlaceQueen = 1, kNoQueenYet = 2, kEndedByPasses = 3, kInPlay = 8, kState = 60;
  return pieces ^ search::spread(static_cast<std::uint64_t>(turn()) |
                                 static_cast<std::uint64_t>(must_place_queen) << kMustPlaceQueen |
                                 static_cast<std::uint64_t>(no_queen_yet) << kNoQueenYet |
                                 static_cast<std::uint64_t>(ended_by_passes) << kEndedByPasses |
                                 static_cast<std::uint64_t>(rules_.in_play) << kInPlay | std::uint64_t{1} << kState);
}

bool Position::same_as(const Position& other) const {
  const auto normal_form = [](const Position& position) {
    return position.on_grid([](const auto& grid) {
      Pieces list(grid);
      const Cell origin = list.count > 0 ? origin_of(list.span()) : Cell{};
      std::vector<std::array<int, 5>> pieces;
      for (const auto& placed : list.span())
        pieces.push_back({placed.at.q - origin.q, placed.at.r - origin.r, placed.level, color_of(placed.piece),
                          bug_of(placed.piece)});
      std::sort(pieces.begin(), pieces.end());
      return pieces;
    });
  };
  return key() == other.key() && normal_form(*this) == normal_form(other);
}

std::uint64_t Position::key() const { return key_with(pieces_key()); }

std::uint64_t Position::pieces_key() const {
  return on_grid([](const auto& grid) {
    const Cell origin = origin_of(grid);
    // The codes are collected first, because the compiler can then hash several of them at once.
    std::array<std::uint64_t, kPieces> codes;
    std::size_t count = 0;
    for_each_piece(grid.played, [&](Piece piece) {
      const Cell at = grid.to_cell(grid.cell[piece]);
      codes[count++] = piece_code(piece, grid.level[piece], {at.q - origin.q, at.r - origin.r});
    });
    std::uint64_t key = 0;
    for (std::size_t i = 0; i < count; ++i) key ^= search::spread(codes[i]);
    return key;
  });
}

std::uint64_t Position::key_with(std::uint64_t pieces) const {
  const std::uint64_t key = state_key(pieces);
  if (!rest_matters()) return key;
  return on_grid([&](const auto& grid) {
    return key ^ resting_key(resting_, grid.to_cell(grid.cell[resting_]), origin_of(grid));
  });
}

std::uint64_t Position::canonical_key() const {
  return on_grid([&](const auto& grid) {
    Pieces list(grid);
    const bool rest = rest_matters();
    Cell at = rest ? grid.to_cell(grid.cell[resting_]) : Cell{};
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    // Six rotations, then the six rotations of the mirror image.
    for (int symmetry = 0; symmetry < 12; ++symmetry) {
      std::uint64_t key = state_key(key_of_pieces(list.span()));
      if (rest) key ^= resting_key(resting_, at, origin_of(list.span()));
      least = std::min(least, key);
      const bool mirror = symmetry == 5;
      for (auto& placed : list.span()) placed.at = mirror ? mirrored(placed.at) : rotated(placed.at);
      at = mirror ? mirrored(at) : rotated(at);
    }
    return least;
  });
}

}  // namespace hexapoda::hive
