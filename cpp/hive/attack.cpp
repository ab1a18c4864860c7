#include "hive/attack.hpp"

#include <algorithm>
#include <utility>

#include "hive/bounds.hpp"

namespace hexapoda::hive {
namespace {

// splitmix64's finalizer.
std::uint64_t attack_mix(std::uint64_t code) {
  code += 0x9E3779B97F4A7C15ULL;
  code = (code ^ code >> 30) * 0xBF58476D1CE4E5B9ULL;
  code = (code ^ code >> 27) * 0x94D049BB133111EBULL;
  return code ^ code >> 31;
}

// A piece on a cell, its number left aside. Cells are counted modulo 32: a hive spans at most 28 cells, so two hives
// with the same remainders are the same up to translation.
std::uint64_t attack_code(Piece piece, int level, Cell at) {
  const auto kind = static_cast<std::uint64_t>(bug_of(piece) << 1 | color_of(piece));
  return attack_mix(kind << 20 | static_cast<std::uint64_t>(level) << 10 | static_cast<std::uint64_t>(at.q & 31) << 5 |
                    static_cast<std::uint64_t>(at.r & 31));
}

// Whether some cell, empty or not, has `count` occupied neighbours or more; count is 4 to 6.
template <int N>
bool has_crowded_cell(const Grid<N>& grid, int count) {
  // Numbers of neighbours as bit planes, added up one direction at a time.
  const CellSet<N> occupied = grid.occupied();
  CellSet<N> ones, twos, fours;
  for (const CellSet<N>& side : {occupied.east(), occupied.west(), occupied.south_east(), occupied.north_west(),
                                 occupied.south_west(), occupied.north_east()}) {
    const CellSet<N> carry = ones & side;
    ones ^= side;
    fours |= twos & carry;
    twos ^= carry;
  }
  if (count == 5) fours &= ones | twos;
  if (count == 6) fours &= twos;
  return fours.any();
}

template <int N>
bool wins_by(const Grid<N>& grid, PackedMove move, int attacker) {
  // Played on a copy of nothing but the two rings: the mover leaves one cell and comes to another.
  const Piece piece = piece_of(move);
  const CellIndex to = destination_of(move);
  const bool placed = !(grid.played & set_of(piece));
  const CellIndex from = placed ? Grid<N>::kNowhere : grid.cell[piece];
  const bool vacates = !placed && grid.level[piece] == 0;
  const auto ring_after = [&](int color) {
    const Piece queen = make_piece(color, 0);
    const CellIndex at = queen == piece ? to : grid.cell[queen];
    if (at == Grid<N>::kNowhere) return 0u;
    unsigned ring = grid.ring[at];
    for (int d = 0; d < kDirections; ++d) {
      const CellIndex cell = Grid<N>::beside(at, d);
      if (vacates && cell == from) ring &= ~(1u << d);
      if (cell == to) ring |= 1u << d;
    }
    return ring;
  };
  return ring_after(1 - attacker) == 63 && ring_after(attacker) != 63;
}

template <int N>
PackedMove winning_move_on(const Position& position, const Grid<N>& grid) {
  const int attacker = position.turn();
  const Piece queen = make_piece(1 - attacker, 0);
  if (!(grid.played & set_of(queen))) return kPass;
  const CellIndex at = grid.cell[queen];
  const unsigned open = ~unsigned{grid.ring[at]} & 63;
  const bool one_left = std::popcount(open) == 1;
  // Otherwise only a throw of the queen into a hole can win.
  if (!one_left && (!(position.rules().in_play & kPillbugSlot) || grid.holes() == 0)) return kPass;
  const CellIndex last = one_left ? Grid<N>::beside(at, std::countr_zero(open)) : Grid<N>::kNowhere;
  PackedMove list[kMaxMoves];
  const int count = position.generate(list);
  for (int i = 0; i < count; ++i)
    if (list[i] != kPass && (destination_of(list[i]) == last || piece_of(list[i]) == queen) &&
        wins_by(grid, list[i], attacker))
      return list[i];
  return kPass;
}

}  // namespace

PackedMove winning_move(const Position& position) {
  return position.on_grid([&](const auto& grid) { return winning_move_on(position, grid); });
}

Attack::Attack(const Position& position, int attacker, Goal goal)
    : position_(position), attacker_(attacker), goal_(goal), placed_at_root_(std::popcount(position.played())) {
  std::uint64_t pieces = 0;
  position.on_grid([&](const auto& grid) {
    for_each_piece(grid.played,
                   [&](Piece piece) { pieces ^= attack_code(piece, grid.level[piece], grid.real(grid.cell[piece])); });
  });
  pieces_.push_back(pieces);
  if (!position.rules().repetition) return;
  // Back through the game as far as repetitions() looks: to the last placement.
  Position past(position);
  std::vector<std::uint64_t> seen;
  for (;;) {
    if (std::popcount(past.played()) != placed_at_root_) break;
    seen.push_back(past.key());
    if (past.played_moves() == 0) break;
    past.unmake();
  }
  std::sort(seen.begin(), seen.end());
  for (std::size_t i = 1; i < seen.size(); ++i)
    if (seen[i] == seen[i - 1] && (drawn_.empty() || drawn_.back() != seen[i])) drawn_.push_back(seen[i]);
}

bool Attack::drawn_by_history() const {
  if (drawn_.empty() || std::popcount(position_.played()) != placed_at_root_) return false;
  return std::binary_search(drawn_.begin(), drawn_.end(), position_.key());
}

search::Verdict Attack::verdict() const {
  const search::Verdict drawn = goal_ == Goal::kDraw ? search::Verdict::kWon : search::Verdict::kNotWon;
  const bool lost = position_.neighbors_of_queen(attacker_) == 63;
  if (position_.neighbors_of_queen(1 - attacker_) == 63) return lost ? drawn : search::Verdict::kWon;
  if (lost) return search::Verdict::kNotWon;
  // The root has been counted already.
  if (position_.passes() >= 3 || (pieces_.size() > 1 && drawn_by_history())) return drawn;
  return search::Verdict::kOpen;
}

std::uint64_t Attack::key() const {
  const PieceSet queens = set_of(make_piece(0, 0)) | set_of(make_piece(1, 0));
  return position_.on_grid([&](const auto& grid) {
    std::uint64_t state = static_cast<unsigned>(goal_) << 8 | static_cast<unsigned>(position_.turn()) << 1 |
                          static_cast<unsigned>(attacker_);
    state |= static_cast<std::uint64_t>(position_.passes()) << 2;
    // A queen in hand must come by the fourth turn.
    if ((grid.played & queens) != queens)
      state |= static_cast<std::uint64_t>(std::min(position_.turn_number(), 4)) << 4;
    std::uint64_t key = pieces_.back() ^ attack_mix(state << 32);
    const Piece resting = position_.resting();
    if (resting == kNoPiece || !(position_.rules().in_play & kPillbugSlot)) return key;
    // The resting piece can take a move away only if it belongs to the side to move or stands beside one that throws.
    bool matters = color_of(resting) == position_.turn();
    for (int d = 0; d < kDirections; ++d) {
      const Piece beside = grid.top[grid.beside(grid.cell[resting], d)];
      matters |= beside == make_piece(position_.turn(), 13) || beside == make_piece(position_.turn(), 11);
    }
    return matters ? key ^ attack_mix(attack_code(resting, 31, grid.real(grid.cell[resting]))) : key;
  });
}

// Every ply fills at most one cell beside a queen that stays, so more open cells than plies are too many. A queen may
// move instead:
// - By its own slide it comes to a cell with two open neighbours, the one it left and one side of the gate, which two
//   more plies must fill.
// - Thrown, or placed, it comes to a cell that has all its neighbours but those that the other plies fill. One of them
//   may also have emptied the cell.
bool Attack::hopeless(int plies) const {
  if (goal_ == Goal::kDraw) return false;
  const int defender = 1 - attacker_;
  if (std::popcount(position_.played()) + plies < 7) return true;  // a queen and six around it
  const int open = 6 - std::popcount(position_.neighbors_of_queen(defender));
  const bool on_board = position_.played() & set_of(make_piece(defender, 0));
  if (on_board && open <= plies) return false;
  if (plies >= (attacking() ? 4 : 3)) return false;
  if (on_board && !(position_.rules().in_play & kPillbugSlot)) return true;
  return !position_.on_grid([&](const auto& grid) { return has_crowded_cell(grid, 7 - plies); });
}

bool Attack::wins_at_once() {
  if (goal_ == Goal::kWin) return winning_move(position_) != kPass;
  PackedMove list[kMaxMoves];
  const int count = position_.generate(list);
  for (int i = 0; i < count; ++i) {
    make(list[i]);
    const bool done = verdict() == search::Verdict::kWon;
    unmake();
    if (done) return true;
  }
  return false;
}

search::ProofNumbers Attack::estimate() const {
  const int open = 6 - std::popcount(position_.neighbors_of_queen(1 - attacker_));
  return {1u << 2 * std::max(open - (attacking() ? 1 : 0), 0), 1};
}

int Attack::generate(PackedMove* out) const {
  const int count = position_.generate(out);
  if (count < 2) return count;
  return position_.on_grid([&](const auto& grid) {
    constexpr int kNowhere = std::decay_t<decltype(grid)>::kNowhere;
    using Set = std::decay_t<decltype(grid.occupied())>;
    const bool attacking = this->attacking();
    const Piece target = make_piece(1 - attacker_, 0), own = make_piece(attacker_, 0);
    const auto ring = [&](Piece queen) {
      return grid.cell[queen] == kNowhere ? Set() : beside(Set::single(grid.cell[queen]));
    };
    const Set target_ring = ring(target), own_ring = ring(own);
    const Set occupied = grid.occupied();
    const bool own_in_danger = std::popcount(grid.ring[grid.cell[own]]) == 5;
    const auto score = [&](PackedMove move) {
      const Piece piece = piece_of(move);
      const CellIndex to = destination_of(move);
      const bool placed = !(grid.played & set_of(piece));
      const bool fills = target_ring.test(to) && !occupied.test(to);
      const bool leaves = !placed && grid.level[piece] == 0 && target_ring.test(grid.cell[piece]);
      int value = 0;
      if (attacking) {
        value += 8 * (fills - leaves) + (piece == target ? 9 : 0) + (to == grid.cell[target] ? 4 : 0);
        if (!placed && grid.level[piece] == 0 && own_ring.test(grid.cell[piece])) value += 2;
        value += target_ring.test(to) && occupied.test(to);
      } else {
        value += 6 * (leaves - fills) + (piece == target ? 7 : 0);
        if (own_ring.test(to) && !occupied.test(to)) value += own_in_danger ? 20 : 2;
        if (occupied.test(to)) value += 3;
      }
      return value;
    };
    // Counting sort, highest first.
    static constexpr int kLow = -16, kSpan = 64;
    std::array<std::uint16_t, kSpan> starts{};
    std::uint8_t slots[kMaxMoves];
    for (int i = 0; i < count; ++i) {
      slots[i] = static_cast<std::uint8_t>(kSpan - 1 - std::clamp(score(out[i]) - kLow, 0, kSpan - 1));
      ++starts[slots[i]];
    }
    std::uint16_t sum = 0;
    for (auto& start : starts) sum = static_cast<std::uint16_t>(sum + std::exchange(start, sum));
    PackedMove sorted[kMaxMoves];
    for (int i = 0; i < count; ++i) sorted[starts[slots[i]]++] = out[i];
    std::copy(sorted, sorted + count, out);
    return count;
  });
}

void Attack::make(PackedMove move) {
  std::uint64_t pieces = pieces_.back();
  if (move != kPass)
    position().on_grid([&](const auto& grid) {
      const Piece piece = piece_of(move);
      const CellIndex to = destination_of(move);
      if (grid.played & set_of(piece)) pieces ^= attack_code(piece, grid.level[piece], grid.real(grid.cell[piece]));
      pieces ^= attack_code(piece, grid.height(to), grid.real(to));
    });
  pieces_.push_back(pieces);
  position_.make(move);
}

}  // namespace hexapoda::hive
