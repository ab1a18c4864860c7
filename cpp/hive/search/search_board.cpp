#include "hive/search/search_board.hpp"

#include <algorithm>
#include <bit>

#include "hive/evaluate/evaluate.hpp"
#include "hive/rules/bounds.hpp"
#include "hive/solve/attack.hpp"
#include "search/ending.hpp"
#include "search/random.hpp"
#include "search/score.hpp"

namespace hexapoda::hive {
namespace {

constexpr unsigned kFromHand = 1024;
constexpr unsigned kPassFrom = kFromHand + 15;
constexpr std::uint32_t kCodeBit = 1u << 21;

using search::spread;

// One random word for each kind (bug and color) on each cell. For a piece on top of others the word is rotated by an
// amount that depends on the height.
struct Zobrist {
  std::array<std::array<std::uint64_t, 1024>, 16> of;
  constexpr Zobrist() : of{} {
    for (unsigned kind = 0; kind < 16; ++kind)
      for (unsigned cell = 0; cell < 1024; ++cell) of[kind][cell] = spread(kind << 10 | cell);
  }
};
const Zobrist kZobrist;

std::uint64_t standing(Piece piece, int level, unsigned plane) {
  return std::rotl(kZobrist.of[kKindOf[piece]][plane], 7 * level);
}

template <int N>
std::uint64_t pieces_on(const Grid<N>& grid) {
  std::uint64_t key = 0;
  for_each_piece(grid.played, [&](Piece piece) {
    key ^= standing(piece, grid.level[piece], PlaneCells(grid).name(grid.cell[piece]));
  });
  return key;
}

constexpr std::uint64_t kBlack = spread(1u << 20), kRest = spread(1u << 21);

}  // namespace

SearchBoard::SearchBoard(const Position& position, const PlayStyle& style, const EvaluationNetwork* network)
    : position_(position), style_(style), network_(network) {
  // Positions since the last placement can recur.
  std::vector<Frame> frames;
  Position past(position);
  std::swap(position_, past);  // full_key() reads position_
  for (;;) {
    const std::uint64_t pieces = position_.on_grid([](const auto& grid) { return pieces_on(grid); });
    frames.push_back({pieces, full_key(pieces), 0});
    if (position_.played_moves() == 0) break;
    const PieceSet played = position_.played();
    position_.unmake();
    if (position_.played() != played) break;
  }
  std::swap(position_, past);
  std::reverse(frames.begin(), frames.end());
  stack_ = std::move(frames);
  stack_.reserve(stack_.size() + 256);
  root_ = stack_.size() - 1;
  root_side_ = position_.turn();
  drawn_ = position_.drawn_if_repeated();
  for (const std::uint64_t key : drawn_) drawn_salt_ ^= spread(key);
}

std::uint64_t SearchBoard::full_key(std::uint64_t pieces) const {
  std::uint64_t key = pieces;
  if (position_.turn() != 0) key ^= kBlack;
  // Until both queens must be placed, the legal moves depend on the turn number.
  if (position_.ply() < 8) key ^= spread((1u << 22) + static_cast<unsigned>(position_.ply()));
  if (position_.passes() != 0) key ^= spread((1u << 23) + static_cast<unsigned>(position_.passes()));
  if (position_.rest_may_matter())
    key ^= position_.on_grid([&](const auto& grid) {
      return std::rotl(kZobrist.of[0][PlaneCells(grid).name(grid.cell[position_.resting()])] ^ kRest, 31);
    });
  return key;
}

void SearchBoard::make(Move move) {
  Frame next = stack_.back();
  next.kind = move == kPass ? kKinds - 1 : kKindOf[piece_of(move)];
  if (move != kPass) {
    const Piece piece = piece_of(move);
    position_.on_grid([&](const auto& grid) {
      const CellIndex to = destination_of(move);
      if (grid.played & set_of(piece)) {
        next.pieces ^= standing(piece, grid.level[piece], PlaneCells(grid).name(grid.cell[piece]));
      } else {
        next.since = static_cast<std::uint32_t>(stack_.size());
      }
      next.pieces ^= standing(piece, grid.height(to), PlaneCells(grid).name(to));
    });
  }
  position_.make(move);
  next.key = full_key(next.pieces);
  stack_.push_back(next);
}

int SearchBoard::ending() const {
  const int side = position_.turn();
  const bool own = position_.neighbors_of_queen(side) == kFullRing,
             enemy = position_.neighbors_of_queen(1 - side) == kFullRing;
  if (own || enemy) return own == enemy ? 0 : own ? -1 : 1;
  return position_.passes() >= 3 ? 0 : search::kNotOver;
}

bool SearchBoard::repeated() const {
  if (!position_.rules().repetition || stack_.size() - 1 == root_) return false;
  const Frame& now = stack_.back();
  int times = 0;
  for (std::size_t i = stack_.size() - 1; i-- > now.since;) {
    if (stack_[i].key != now.key) continue;
    if (i >= root_ || ++times == 2) return true;
  }
  if (drawn_.empty() || now.since > root_) return false;
  return std::binary_search(drawn_.begin(), drawn_.end(), position_.key());
}

int SearchBoard::evaluate() const {
  int value = network_ != nullptr ? hive::evaluate(position_, *network_) : hive::evaluate(position_);
  if (style_.noise != 0) {
    const std::uint64_t random = spread(stack_.back().key ^ style_.seed);
    value += static_cast<int>(random % static_cast<unsigned>(2 * style_.noise + 1)) - style_.noise;
  }
  if ((style_.attack | style_.defense) != 0) {
    const int bonus = style_.attack * std::popcount(position_.neighbors_of_queen(1 - root_side_)) -
                      style_.defense * std::popcount(position_.neighbors_of_queen(root_side_));
    value += position_.turn() == root_side_ ? bonus : -bonus;
  }
  return std::clamp(value, -search::kMaxEvaluation, search::kMaxEvaluation);
}

std::array<std::uint64_t, 2> SearchBoard::resemblance() const {
  return position_.on_grid([](const auto& grid) {
    const auto kind = [&](CellIndex cell) { return grid.top[cell] == kNoPiece ? 16u : kKindOf[grid.top[cell]]; };
    std::uint64_t queens = 0;
    for (const int color : {0, 1}) {
      const Piece queen = queen_of(color);
      if (!(grid.played & set_of(queen))) continue;
      const CellIndex at = grid.cell[queen];
      for (int direction = 0; direction < kDirections; ++direction)
        queens = queens * 17 + kind(grid.beside(at, direction));
      queens = queens * 17 + kind(at);
    }
    const std::uint64_t pieces = std::uint64_t{grid.covered} ^ std::uint64_t{grid.played} << kPieces;
    return std::array{spread(queens), spread(pieces)};
  });
}

bool SearchBoard::is_missed(Move move) const {
  const std::uint64_t random = spread(stack_.back().key ^ spread(code(move) ^ style_.seed));
  return random % 1000 < static_cast<unsigned>(style_.overlooked);
}

bool SearchBoard::wins_at_once() const { return winning_move(position_) != kPass; }

std::uint32_t SearchBoard::code(Move move) const {
  if (move == kPass) return kCodeBit | kPassFrom << 10;
  const Piece piece = piece_of(move);
  return position_.on_grid([&](const auto& grid) {
    const bool played = grid.played & set_of(piece);
    const unsigned from = played ? PlaneCells(grid).name(grid.cell[piece]) : kFromHand + bug_of(piece);
    return kCodeBit | from << 10 | PlaneCells(grid).name(destination_of(move));
  });
}

std::optional<PackedMove> SearchBoard::decode(std::uint32_t code) const {
  const unsigned from = code >> 10 & 0x7FF;
  if (from == kPassFrom) return kPass;
  return position_.on_grid([&](const auto& grid) -> std::optional<PackedMove> {
    const auto to = PlaneCells(grid).find(code & 0x3FF);
    if (!to) return std::nullopt;
    if (from < kFromHand) {
      const auto at = PlaneCells(grid).find(from);
      if (!at || grid.top[*at] == kNoPiece) return std::nullopt;
      return pack(grid.top[*at], *to);
    }
    const int side = position_.turn();
    const PieceSet hand = position_.rules().in_play & ~(grid.played >> (kPiecesPerSide * side));
    for (int slot = 0; slot < kPiecesPerSide; ++slot)
      if (kBugOfSlot[slot] == from - kFromHand && (hand >> slot & 1)) {
        if (grid.top[*to] != kNoPiece) return std::nullopt;
        return pack(make_piece(side, slot), *to);
      }
    return std::nullopt;
  });
}

}  // namespace hexapoda::hive
