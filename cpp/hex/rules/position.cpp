#include "hex/rules/position.hpp"

#include <algorithm>
#include <limits>

#include "search/random.hpp"

namespace hexapoda::hex {
namespace {

// Computed from column and row, so that a code does not depend on the board's width.
std::uint64_t stone_code(int color, int column, int row) {
  return search::spread(std::uint64_t{3} << 61 | static_cast<std::uint64_t>(color) << 16 |
                        static_cast<std::uint64_t>(row) << 8 | static_cast<std::uint64_t>(column));
}

std::uint64_t stone_code(const Shape& shape, int color, Cell cell) {
  return stone_code(color, shape.column_of(cell), shape.row_of(cell));
}

}  // namespace

Position::Position(const Rules& rules) : rules_(rules), groups_(rules.shape.cells()) {
  for (int cell = 0; cell < rules.shape.cells(); ++cell) empty_.add(static_cast<Cell>(cell));
}

Position Position::set_up(const Rules& rules, std::span<const Cell> black, std::span<const Cell> white,
                          int color_to_move, bool sides_swapped, int ply) {
  Position position(rules);
  for (const Cell cell : black) position.put(cell, kBlack);
  for (const Cell cell : white) position.put(cell, kWhite);
  position.color_ = static_cast<std::uint8_t>(color_to_move);
  position.sides_swapped_ = sides_swapped;
  position.ply_ = ply;
  return position;
}

Position Position::without_history() const {
  Position position(*this);
  position.history_.clear();
  return position;
}

int Position::color_at(Cell cell) const {
  return stones_[kBlack].contains(cell) ? kBlack : stones_[kWhite].contains(cell) ? kWhite : -1;
}

PackedMove Position::swap_now() const {
  if (rules_.swap == Swap::kOff || ply_ != 1 || sides_swapped_ || color_ != kWhite || winner_ >= 0) return kPass;
  if (stones_[kBlack].count() != 1 || stones_[kWhite].count() != 0) return kPass;
  return rules_.swap == Swap::kPieces ? kSwapPieces : kSwapSides;
}

bool Position::is_legal(PackedMove move) const {
  if (is_placement(move)) return winner_ < 0 && move < shape().cells() && empty_.contains(move);
  return move != kPass && move == swap_now();
}

int Position::generate(PackedMove* out) const {
  if (winner_ >= 0) return 0;
  PackedMove* end = out;
  empty_.for_each([&](Cell cell) { *end++ = cell; });
  if (ply_ == 1 && swap_now() != kPass) *end++ = swap_now();
  return static_cast<int>(end - out);
}

void Position::put(Cell cell, int color) {
  const Shape& board = shape();
  empty_.remove(cell);
  stones_[color].add(cell);
  stones_key_ ^= stone_code(board, color, cell);
  board.for_each_neighbor(cell, [&](Cell beside) {
    if (stones_[color].contains(beside)) groups_.join(cell, beside);
  });
  const Edge first = color == kBlack ? Edge::kTop : Edge::kLeft;
  const Edge second = color == kBlack ? Edge::kBottom : Edge::kRight;
  if (board.touches(cell, first)) groups_.join(cell, first);
  if (board.touches(cell, second)) groups_.join(cell, second);
  if (groups_.joined(first, second)) winner_ = static_cast<std::int8_t>(color);
}

// The caller must update the groups.
void Position::take(Cell cell, int color) {
  stones_key_ ^= stone_code(shape(), color, cell);
  stones_[color].remove(cell);
  empty_.add(cell);
}

// For the swap of pieces and its undo: the stone changes its color and its cell.
void Position::replace_only_stone(Cell from, int color, Cell to) {
  take(from, color);
  groups_.reset();
  put(to, color ^ 1);
}

void Position::make(PackedMove move) {
  history_.push_back({move, winner_, groups_.mark()});
  ++ply_;
  if (is_placement(move)) {
    put(move, color_);
  } else if (move == kSwapPieces) {
    const Cell from = stones_[kBlack].first();
    replace_only_stone(from, kBlack, shape().mirrored(from));
  } else if (move == kSwapSides) {
    // The stone stays black and it is still White's turn, but the players have exchanged their colors.
    sides_swapped_ = !sides_swapped_;
    return;
  }
  color_ ^= 1;
}

PackedMove Position::unmake() {
  const Record last = history_.back();
  history_.pop_back();
  --ply_;
  if (last.move == kSwapSides) {
    sides_swapped_ = !sides_swapped_;
    return last.move;
  }
  color_ ^= 1;
  if (is_placement(last.move)) {
    groups_.undo_to(last.mark);
    take(last.move, color_);
  } else if (last.move == kSwapPieces) {
    // Mirroring is its own inverse, and a single stone is always joined to the same edges in the same order, so the
    // marks of earlier moves stay valid.
    const Cell from = stones_[kWhite].first();
    replace_only_stone(from, kWhite, shape().mirrored(from));
  }
  winner_ = last.winner;
  return last.move;
}

std::vector<PackedMove> Position::moves() const {
  std::vector<PackedMove> moves;
  for (const Record& record : history_) moves.push_back(record.move);
  return moves;
}

std::vector<Cell> Position::winning_chain() const {
  std::vector<Cell> chain;
  if (winner_ < 0) return chain;
  // A breadth-first search from the second edge, so that the walk from the first edge can take any step that comes
  // closer.
  constexpr int kFar = kMaxCells;
  std::vector<int> distance(static_cast<std::size_t>(shape().cells()), kFar);
  const CellSet& own = stones_[winner_];
  own.for_each([&](Cell cell) {
    if (!shape().touches_second(cell, winner_)) return;
    chain.push_back(cell);
    distance[cell] = 0;
  });
  for (std::size_t i = 0; i < chain.size(); ++i) {
    const Cell cell = chain[i];
    shape().for_each_neighbor(cell, [&](Cell beside) {
      if (!own.contains(beside) || distance[beside] != kFar) return;
      distance[beside] = distance[cell] + 1;
      chain.push_back(beside);
    });
  }
  chain.clear();
  Cell next = kNoCell;
  own.for_each([&](Cell cell) {
    if (shape().touches_first(cell, winner_) && (next == kNoCell || distance[cell] < distance[next])) next = cell;
  });
  for (;;) {
    const Cell cell = next;
    chain.push_back(cell);
    if (distance[cell] == 0) return chain;
    next = kNoCell;
    shape().for_each_neighbor(cell, [&](Cell beside) {
      if (own.contains(beside) && distance[beside] < distance[cell] && (next == kNoCell || beside < next))
        next = beside;
    });
  }
}

// Whether a swap is possible now or on the next ply. Later, the swap rule no longer affects the key.
bool Position::swap_may_come() const {
  if (rules_.swap == Swap::kOff) return false;
  const bool untouched = ply_ == 0 && color_ == kBlack && !sides_swapped_ && empty_.count() == shape().cells();
  return untouched || swap_now() != kPass;
}

std::uint64_t Position::state_code(int color) const {
  const std::uint64_t swap = swap_may_come() ? static_cast<std::uint64_t>(rules_.swap) : 0;
  return search::spread(std::uint64_t{1} << 63 | static_cast<std::uint64_t>(shape().columns) << 24 |
                        static_cast<std::uint64_t>(shape().rows) << 16 | swap << 8 |
                        static_cast<std::uint64_t>(color) << 1 | static_cast<unsigned>(turn()));
}

std::uint64_t Position::key() const { return stones_key_ ^ state_code(color_); }

std::uint64_t Position::canonical_key() const {
  const Shape& board = shape();
  std::uint64_t rotated = 0, mirrored = 0, both = 0;
  for (const int color : {kBlack, kWhite})
    stones_[color].for_each([&](Cell cell) {
      const Cell turned = board.rotated(cell);
      rotated ^= stone_code(board, color, turned);
      if (!board.square()) return;
      mirrored ^= stone_code(board, color ^ 1, board.mirrored(cell));
      both ^= stone_code(board, color ^ 1, board.mirrored(turned));
    });
  const std::uint64_t state = state_code(color_), least = std::min(stones_key_ ^ state, rotated ^ state);
  if (!board.square()) return least;
  const std::uint64_t exchanged = state_code(color_ ^ 1);
  return std::min({least, mirrored ^ exchanged, both ^ exchanged});
}

bool Position::same_as(const Position& other) const {
  return shape() == other.shape() && stones_[kBlack] == other.stones_[kBlack] &&
         stones_[kWhite] == other.stones_[kWhite] && key() == other.key();
}

}  // namespace hexapoda::hex
