#include "hive/solve/attack.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "hive/rules/bounds.hpp"
#include "search/random.hpp"

namespace hexapoda::hive {
namespace {

using search::spread;

constexpr int kRestingAttackLevel = 31;  // a level that no piece can have: marks the resting piece in a key
constexpr int kCellsTakenPerPly = 7;     // see calm()

// The hash of a piece on a cell. It ignores the number of the piece. Cells are counted modulo 32: a hive spans at most
// 28 cells, so two hives with the same remainders are equal up to translation.
std::uint64_t attack_code(Piece piece, int level, Cell at) {
  const auto kind = static_cast<std::uint64_t>(bug_of(piece) << 1 | color_of(piece));
  return spread(kind << 20 | static_cast<std::uint64_t>(level) << 10 | static_cast<std::uint64_t>(at.q & 31) << 5 |
                static_cast<std::uint64_t>(at.r & 31));
}

// The cells, empty or not, with at least `count` occupied neighbors; count is 4 to 6.
template <int N>
CellSet<N> crowded_cells(const Grid<N>& grid, int count) {
  // Neighbor counts as bit planes, added one direction at a time.
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
  return fours;
}

template <int N>
int size_of(const CellSet<N>& cells) {
  int size = 0;
  for (const std::uint64_t word : cells.words()) size += std::popcount(word);
  return size;
}

// Whether the defender can place a piece away from its queen on each of its turns, whatever the attacker does, and the
// attacker cannot win by throwing the queen. Then the attacker must spend one ply of its own on each open cell
// beside the queen.
//
// A ply of the attacker takes away at most seven of the cells where the defender can place a piece: the attacker's
// piece occupies one and stands beside six, or a defender's piece that stood beside six is thrown away. A placement of
// the defender uses one.
template <int N>
bool calm(const Grid<N>& grid, PieceSet in_play, int attacker, bool attacking, int plies) {
  const int defender = 1 - attacker;
  const int theirs = attacking ? plies / 2 : (plies + 1) / 2;
  const int ours = plies - theirs;
  const PieceSet hand = in_play & ~(grid.played >> kPiecesPerSide * defender);
  if (std::popcount(hand) < theirs || hand & kQueenSlot) return false;
  const CellIndex queen = grid.cell[queen_of(defender)];
  const CellSet<N> ring = beside(CellSet<N>::single(queen));
  if (in_play & kPillbugSlot && ours > 0) {
    // A throw of the queen wins only if all neighbors of the landing cell are filled. Then the landing cell is two
    // steps from the old one: if they were neighbors, the old cell would be an empty neighbor.
    const CellSet<N> far = beside(ring) & ~(ring | CellSet<N>::single(queen));
    const bool thrower_beside = [&] {
      for (int d = 0; d < kDirections; ++d) {
        const Piece piece = grid.top[Grid<N>::beside(queen, d)];
        if (piece == pillbug_of(attacker) || piece == mosquito_of(attacker)) return true;
      }
      return false;
    }();
    // If only the last ply can be the throw, the crowded cells below show whether it can win.
    const bool may_throw = thrower_beside && (attacking || plies != 2);
    const bool may_bring_thrower = !thrower_beside && ours > 1 && plies != 3;
    if (may_throw || may_bring_thrower) return false;
    if (thrower_beside && (crowded_cells(grid, 5) & far & ~grid.occupied()).any()) return false;
    if (!thrower_beside && ours > 1 && (crowded_cells(grid, 4) & far).any()) return false;
  }
  return size_of(placement_cells(grid, defender) & ~ring) >=
         kCellsTakenPerPly * (attacking ? theirs : theirs - 1) + theirs;
}

template <int N>
bool wins_by(const Grid<N>& grid, PackedMove move, int attacker) {
  // Only the rings of the two queens are copied and updated: the mover leaves one cell and reaches another.
  const Piece piece = piece_of(move);
  const CellIndex to = destination_of(move);
  const bool placed = !(grid.played & set_of(piece));
  const CellIndex from = placed ? Grid<N>::kNowhere : grid.cell[piece];
  const bool vacates = !placed && grid.level[piece] == 0;
  const auto ring_after = [&](int color) {
    const Piece queen = queen_of(color);
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
  return ring_after(1 - attacker) == kFullRing && ring_after(attacker) != kFullRing;
}

template <int N>
PackedMove winning_move_on(const Position& position, const Grid<N>& grid) {
  const int attacker = position.turn();
  const Piece queen = queen_of(1 - attacker);
  if (!(grid.played & set_of(queen))) return kPass;
  const CellIndex at = grid.cell[queen];
  const unsigned open = ~unsigned{grid.ring[at]} & kFullRing;
  const bool one_left = std::popcount(open) == 1;
  // If more than one cell is open, only a throw of the queen into a hole can win.
  if (!one_left && (!(position.rules().in_play & kPillbugSlot) || grid.holes() == 0)) return kPass;
  const CellIndex last = one_left ? Grid<N>::beside(at, std::countr_zero(open)) : Grid<N>::kNowhere;
  // Usually some piece can walk there, and walk_to() is faster than generate().
  if (one_left && position.passes() < 3) {
    PieceSet beside_it = 0;
    for (int d = 0; d < kDirections; ++d)
      if (const Piece piece = grid.top[Grid<N>::beside(at, d)]; piece != kNoPiece && grid.level[piece] == 0)
        beside_it |= set_of(piece);
    const PackedMove move = walk_to(grid, position.turn_info(), last, beside_it);
    if (move != kPass && wins_by(grid, move, attacker)) return move;
  }
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
    for_each_piece(grid.played, [&](Piece piece) {
      pieces ^= attack_code(piece, grid.level[piece], grid.to_cell(grid.cell[piece]));
    });
  });
  pieces_.push_back(pieces);
  drawn_ = position.drawn_if_repeated();
}

bool Attack::drawn_by_history() const {
  if (drawn_.empty() || std::popcount(position_.played()) != placed_at_root_) return false;
  return std::binary_search(drawn_.begin(), drawn_.end(), position_.key());
}

search::Verdict Attack::verdict() const {
  const search::Verdict drawn = goal_ == Goal::kDraw ? search::Verdict::kWon : search::Verdict::kNotWon;
  const bool lost = position_.neighbors_of_queen(attacker_) == kFullRing;
  if (position_.neighbors_of_queen(1 - attacker_) == kFullRing) return lost ? drawn : search::Verdict::kWon;
  if (lost) return search::Verdict::kNotWon;
  // At the root, the current position is itself one of the two occurrences in drawn_, not the third.
  if (position_.passes() >= 3 || (pieces_.size() > 1 && drawn_by_history())) return drawn;
  return search::Verdict::kOpen;
}

std::uint64_t Attack::key() const {
  const PieceSet queens = set_of(queen_of(0)) | set_of(queen_of(1));
  return position_.on_grid([&](const auto& grid) {
    // Bit 0: the attacker; 1: the side to move; 2 and 3: the passes; 4 to 6: the turn; 8: the goal.
    std::uint64_t state = static_cast<unsigned>(goal_) << 8 | static_cast<unsigned>(position_.turn()) << 1 |
                          static_cast<unsigned>(attacker_);
    state |= static_cast<std::uint64_t>(position_.passes()) << 2;
    // A queen in hand must be placed by the fourth turn.
    if ((grid.played & queens) != queens)
      state |= static_cast<std::uint64_t>(std::min(position_.turn_number(), 4)) << 4;
    std::uint64_t key = pieces_.back() ^ spread(state << 32);
    if (!position_.rest_may_matter()) return key;
    const Piece resting = position_.resting();
    return key ^ spread(attack_code(resting, kRestingAttackLevel, grid.to_cell(grid.cell[resting])));
  });
}

// Every ply fills at most one cell beside a queen that stays in place, so a win is impossible if there are more open
// cells than plies. But a queen may move:
// - A queen that slides reaches a cell with two open neighbors: the cell it left and one side of the gate. Filling them
//   takes two more plies.
// - A queen that is thrown or placed must land on a cell whose neighbors are all occupied, except those that the other
//   plies fill. One of those plies may also have emptied the landing cell.
bool Attack::hopeless(int plies) const {
  if (goal_ == Goal::kDraw) return false;
  if (std::popcount(position_.played()) + plies < 7) return true;  // a queen and six pieces around it
  const int defender = 1 - attacker_;
  const PieceSet in_play = position_.rules().in_play;
  const bool attacking = this->attacking();
  return position_.on_grid([&](const auto& grid) {
    const bool on_board = grid.played & set_of(queen_of(defender));
    const int open = 6 - std::popcount(grid.ring[grid.cell[queen_of(defender)]]);
    if ((!on_board || open > plies) && plies < (attacking ? 4 : 3)) {
      if (on_board && !(in_play & kPillbugSlot)) return true;
      if (!crowded_cells(grid, 7 - plies).any()) return true;
    }
    return on_board && open > (plies + attacking) / 2 && calm(grid, in_play, attacker_, attacking, plies);
  });
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

int Attack::generate(PackedMove* out, int plies) const {
  const int count = position_.generate(out);
  if (count < 2 || plies < 2) return count;
  return position_.on_grid([&](const auto& grid) {
    constexpr int kNowhere = std::decay_t<decltype(grid)>::kNowhere;
    using Set = std::decay_t<decltype(grid.occupied())>;
    const bool attacking = this->attacking();
    const Piece target = queen_of(1 - attacker_), own = queen_of(attacker_);
    const auto ring = [&](Piece queen) {
      return grid.cell[queen] == kNowhere ? Set() : beside(Set::single(grid.cell[queen]));
    };
    const Set target_ring = ring(target), own_ring = ring(own);
    const Set occupied = grid.occupied();
    const bool own_in_danger = std::popcount(grid.ring[grid.cell[own]]) == 5;
    // Whether every winning move leaves no more open cells than the attacker has plies left after it.
    const bool must_hurry = attacking && goal_ == Goal::kWin && grid.cell[target] != kNowhere &&
                            calm(grid, position_.rules().in_play, attacker_, true, plies);
    const int too_open = (plies + 1) / 2;
    const int open = 6 - std::popcount(grid.ring[grid.cell[target]]);
    constexpr int kLeftOut = -1, kBase = 16, kSpan = 64;
    // Ranks a move by its effect on the two queens; the weights only order the moves.
    const auto score = [&](PackedMove move) {
      const Piece piece = piece_of(move);
      const CellIndex to = destination_of(move);
      const bool placed = !(grid.played & set_of(piece));
      const bool fills = target_ring.test(to) && !occupied.test(to);
      const bool leaves = !placed && grid.level[piece] == 0 && target_ring.test(grid.cell[piece]);
      if (must_hurry && piece != target && open - fills + leaves >= too_open) return kLeftOut;
      int value = kBase;
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
    // Counting sort in descending order.
    std::array<std::uint16_t, kSpan> starts{};
    std::int8_t values[kMaxMoves];
    for (int i = 0; i < count; ++i) {
      values[i] = static_cast<std::int8_t>(score(out[i]));
      if (values[i] != kLeftOut) ++starts[kSpan - 1 - values[i]];
    }
    std::uint16_t sum = 0;
    for (auto& start : starts) sum = static_cast<std::uint16_t>(sum + std::exchange(start, sum));
    PackedMove sorted[kMaxMoves];
    for (int i = 0; i < count; ++i)
      if (values[i] != kLeftOut) sorted[starts[kSpan - 1 - values[i]]++] = out[i];
    std::copy(sorted, sorted + sum, out);
    return static_cast<int>(sum);
  });
}

void Attack::make(PackedMove move) {
  std::uint64_t pieces = pieces_.back();
  if (move != kPass)
    position().on_grid([&](const auto& grid) {
      const Piece piece = piece_of(move);
      const CellIndex to = destination_of(move);
      if (grid.played & set_of(piece)) pieces ^= attack_code(piece, grid.level[piece], grid.to_cell(grid.cell[piece]));
      pieces ^= attack_code(piece, grid.height(to), grid.to_cell(to));
    });
  pieces_.push_back(pieces);
  position_.make(move);
}

}  // namespace hexapoda::hive
