#include "hive/evaluate.hpp"

#include <algorithm>
#include <bit>

#include "hive/bounds.hpp"
#include "hive/slides.hpp"

namespace hexapoda::hive {
namespace {

// Where counts go. A sink is told of a side's feature and how often it has it.
struct ScoreSink {
  const Weights& weights;
  int white = 0;
  template <int Color>
  void add(int feature, int count = 1) {
    const int value = weights[feature] * count;
    white += Color == 0 ? value : -value;
  }
};

struct TermSink {
  const Weights& weights;
  TermValues values{};
  template <int Color>
  void add(int feature, int count = 1) {
    values[static_cast<int>(kFeatureTerms[feature])][Color] += weights[feature] * count;
  }
};

struct CountSink {
  std::span<std::int8_t, kFeatures> counts;
  template <int Color>
  void add(int feature, int count = 1) {
    counts[feature] = static_cast<std::int8_t>(counts[feature] + (Color == 0 ? count : -count));
  }
};

// The state of a piece for: covered << 3 | on top << 2 | cut vertex << 1 | without a slide.
constexpr std::array<PieceState, 16> kStateOf = {kFree,    kBlocked, kPinned,  kPinned,  kOnTop,   kOnTop,
                                                 kOnTop,   kOnTop,   kCovered, kCovered, kCovered, kCovered,
                                                 kCovered, kCovered, kCovered, kCovered};

// The states, as bits, in which a piece of each bug can move. Beetle, grasshopper and ladybug need no slide.
constexpr std::array<std::uint8_t, 8> make_moving_states() {
  std::array<std::uint8_t, 8> states{};
  for (int bug = 0; bug < 8; ++bug) {
    const bool slides = bug == kQueen || bug == kSpider || bug == kAnt || bug == kPillbug;
    states[bug] = static_cast<std::uint8_t>(1u << kFree | 1u << kOnTop | (slides ? 0u : 1u << kBlocked));
  }
  return states;
}
constexpr std::array<std::uint8_t, 8> kMovingStates = make_moving_states();

// For the set of bugs beside a mosquito, as bits: the column of `mosquito_copies`.
constexpr std::array<std::uint8_t, 256> make_best_copies() {
  std::array<std::uint8_t, 256> best{};
  constexpr Bug kOrder[] = {kSpider, kGrasshopper, kLadybug, kBeetle, kAnt};
  for (unsigned bugs = 0; bugs < 256; ++bugs)
    for (int i = 0; i < 5; ++i)
      if (bugs >> kOrder[i] & 1) best[bugs] = static_cast<std::uint8_t>(i + 1);
  return best;
}
constexpr std::array<std::uint8_t, 256> kBestCopies = make_best_copies();

constexpr PieceSet kAttackerSlots =
    kBeetleSlots | kGrasshopperSlots | kAntSlots | kMosquitoSlot | kLadybugSlot | kSpiderSlots;

template <int N>
struct NeighborSets {
  CellSet<N> of[6];  // the cells with a neighbour in that direction
  explicit NeighborSets(const CellSet<N>& hive)
      : of{hive.west(), hive.north_west(), hive.north_east(), hive.east(), hive.south_east(), hive.south_west()} {}
};

// The hive with its holes filled in.
template <int N>
[[gnu::noinline]] CellSet<N> without_holes(const CellSet<N>& hive, int holes) {
  const NeighborSets<N> beside_it(hive);
  const auto& n = beside_it.of;
  const CellSet<N> single = n[0] & n[1] & n[2] & n[3] & n[4] & n[5] & ~hive;
  int singles = 0;
  for (const std::uint64_t word : single.words()) singles += std::popcount(word);
  if (singles == holes) return hive | single;
  const CellSet<N> empty = ~hive;
  for (CellSet<N> outside = kBorder<N>;;) {
    const CellSet<N> next = outside | (beside(outside) & empty);
    if (next == outside) return ~outside;
    outside = next;
  }
}

// The cells of the hive whose leaving would split it: those with two runs of neighbours. Holes count as filled, which
// is wrong only for a piece that touches one hole, of three cells at least, at two sides: rare, and no rule hangs on
// it.
template <int N>
CellSet<N> cut_cells(const Grid<N>& grid) {
  CellSet<N> hive = grid.occupied();
  if (grid.holes() != 0) [[unlikely]]
    hive = without_holes(hive, grid.holes());
  const NeighborSets<N> beside_it(hive);
  const auto& n = beside_it.of;
  CellSet<N> once = n[0] & ~n[1];
  CellSet<N> twice;
  for (int d = 1; d < 6; ++d) {
    const CellSet<N> ends = n[d] & ~n[(d + 1) % 6];
    twice |= once & ends;
    once |= ends;
  }
  return twice;
}

template <int N>
int steps_between(CellIndex a, CellIndex b) {
  const int q = static_cast<int>(a % N) - static_cast<int>(b % N);
  const int r = static_cast<int>(a / N) - static_cast<int>(b / N);
  return std::max({std::abs(q), std::abs(r), std::abs(q + r)});
}

template <int N, class Sink>
class Evaluator {
 public:
  Evaluator(const Grid<N>& grid, const Turn& turn, Sink& sink) : grid_(grid), turn_(turn), sink_(sink) {}

  void run() {
    cut_ = cut_cells(grid_);
    pieces<0>();
    pieces<1>();
    queen<0>();
    queen<1>();
    attack<0>();
    attack<1>();
    reserves();
    if (turn_.color == 0)
      tempo<0>();
    else
      tempo<1>();
  }

 private:
  static constexpr Piece queen_of(int color) { return make_piece(color, 0); }
  CellIndex queen_cell(int color) const { return grid_.cell[queen_of(color)]; }
  bool queen_played(int color) const { return grid_.played & set_of(queen_of(color)); }
  // Filled neighbours of a queen; none while it is in hand.
  int filled(int color) const { return std::popcount(unsigned{grid_.ring[queen_cell(color)]}); }

  template <int Color>
  void pieces() {
    for_each_bit(grid_.played >> (kPiecesPerSide * Color) & kSide, [&](int slot) {
      const Piece piece = make_piece(Color, slot);
      const CellIndex at = grid_.cell[piece];
      const Bug bug = kBugOfSlot[slot];
      const unsigned covered = grid_.covered >> piece & 1, on_top = grid_.level[piece] != 0, cut = cut_.test(at),
                     stuck = kSlides[grid_.ring[at]] == 0;
      const PieceState state = kStateOf[covered << 3 | on_top << 2 | cut << 1 | stuck];
      state_[piece] = state;
      moving_ |= (kMovingStates[bug] >> state & 1u) << piece;
      sink_.template add<Color>(kPieceState + kPieceStates * bug + state);
    });
    if (grid_.played & set_of(make_piece(Color, 11))) mosquito<Color>();
  }

  template <int Color>
  void mosquito() {
    const Piece piece = make_piece(Color, 11);
    if (state_[piece] > kBlocked) return;
    const unsigned bugs = bugs_beside(grid_.cell[piece]);
    sink_.template add<Color>(kMosquitoCopies + kBestCopies[bugs]);
    if ((bugs & ~(1u << kMosquito)) == 0) moving_ &= ~set_of(piece);
  }

  unsigned bugs_beside(CellIndex at) const {
    unsigned bugs = 0;
    for_each_bit(grid_.ring[at], [&](int d) { bugs |= 1u << bug_of(grid_.top[neighbor<N>(at, d)]); });
    return bugs;
  }

  // The own queen: its liberties, who stands around it, and whether it can leave.
  template <int Color>
  void queen() {
    if (!queen_played(Color)) {
      sink_.template add<Color>(kQueenInHand);
      return;
    }
    const Piece own = queen_of(Color);
    const CellIndex at = grid_.cell[own];
    const unsigned ring = grid_.ring[at];
    const int full = filled(Color);
    const int waiting = turn_.color == Color ? 0 : 7;
    sink_.template add<Color>(kQueenFilled + waiting + full);
    for_each_bit(ring, [&](int d) {
      const Piece piece = grid_.top[neighbor<N>(at, d)];
      const int state = state_[piece] == kOnTop ? 2 : !(moving_ & set_of(piece));
      const int feature = 3 * bug_of(piece) + state;
      if (color_of(piece) == Color) {
        sink_.template add<Color>(kOwnRing + feature);
      } else {
        sink_.template add<1 - Color>(kEnemyRing + feature);
        beside_enemy_queen_ |= set_of(piece);
      }
    });
    int enterable = 0;
    for_each_bit(~ring & 63u, [&](int d) { enterable += kSlides[grid_.ring[neighbor<N>(at, d)]] != 0; });
    sink_.template add<1 - Color>(kRingOpen + enterable);
    sink_.template add<1 - Color>(kRingOpen + 7 + (6 - full - enterable));
    if (state_[own] == kCovered) {
      if (color_of(grid_.top[at]) == Color)
        sink_.template add<Color>(kOnQueen + 1);
      else
        sink_.template add<1 - Color>(kOnQueen);
    } else if (state_[own] == kFree && turn_.resting != own) {
      sink_.template add<Color>(kQueenEscape + waiting + full);
    }
    if ((turn_.in_play & kPillbugSlot) && state_[own] != kCovered && state_[own] != kPinned && turn_.resting != own)
      throw_escape<Color>(at, ring, full);
  }

  // A pillbug beside the own queen, or a mosquito that copies one, may throw the queen out; a pinned one too.
  template <int Color>
  void throw_escape(CellIndex queen, unsigned ring, int full) {
    int gain = -1;
    for_each_bit(ring, [&](int d) {
      const CellIndex at = neighbor<N>(queen, d);
      const Piece piece = grid_.top[at];
      if (piece != make_piece(Color, 13) && piece != make_piece(Color, 11)) return;
      if (grid_.level[piece] != 0 || piece == turn_.resting) return;
      if (piece == make_piece(Color, 11) && !(bugs_beside(at) & 1u << kPillbug)) return;
      for_each_bit(~grid_.ring[at] & 63u, [&](int e) {
        const CellIndex to = neighbor<N>(at, e);
        // The queen does not count as a neighbour of the cell it comes to.
        const int there = std::popcount(unsigned{grid_.ring[to]}) - (steps_between<N>(to, queen) == 1);
        gain = std::max(gain, full - there);
      });
    });
    if (gain >= 0) sink_.template add<Color>(kThrowEscape + (full >= 4 ? 5 : 0) + std::min(gain, 4));
  }

  // Pieces that may come to the enemy queen.
  template <int Color>
  void attack() {
    if (!queen_played(1 - Color)) return;
    const CellIndex target = queen_cell(1 - Color);
    const PieceSet idle = moving_ & ~beside_enemy_queen_ & side_set(Color);
    const int attackers = std::popcount(idle & kAttackerSlots << kPiecesPerSide * Color);
    sink_.template add<Color>(kAttackers + 6 * std::min(attackers, 5) + std::min(filled(1 - Color), 5));
    for_each_piece(moving_ & (kBeetleSlots | kMosquitoSlot) << kPiecesPerSide * Color, [&](Piece piece) {
      const bool top = state_[piece] == kOnTop;
      if (!top && bug_of(piece) == kMosquito) return;
      const int steps = steps_between<N>(grid_.cell[piece], target);
      if (steps != 0) sink_.template add<Color>(kBeetleDistance + 4 * top + std::min(steps, 4) - 1);
    });
  }

  // What is in hand, and where it may be placed.
  void reserves() {
    const CellSet<N> near[2] = {beside(grid_.topped[0]), beside(grid_.topped[1])};
    hand<0>(near);
    hand<1>(near);
  }

  template <int Color>
  void hand(const CellSet<N> (&near)[2]) {
    const PieceSet hand = turn_.in_play & ~(grid_.played >> (kPiecesPerSide * Color));
    if (hand == 0) return;
    constexpr std::array<PieceSet, 8> kSlots = {kQueenSlot, kSpiderSlots,  kBeetleSlots, kGrasshopperSlots,
                                                kAntSlots,  kMosquitoSlot, kLadybugSlot, kPillbugSlot};
    for (int bug = 0; bug < 8; ++bug) sink_.template add<Color>(kHand + bug, std::popcount(hand & kSlots[bug]));
    const CellSet<N> cells = near[Color] & ~(near[1 - Color] | grid_.occupied());
    int room = 0;
    for (const std::uint64_t word : cells.words()) room += std::popcount(word);
    sink_.template add<Color>(kRoom + (room > 0) + (room > 2) + (room > 5));
    if ((hand & kPillbugSlot) && queen_played(Color) && (cells & beside(CellSet<N>::single(queen_cell(Color)))).any())
      sink_.template add<Color>(kPillbugReady + (filled(Color) >= 4));
  }

  template <int Color>
  void tempo() {
    sink_.template add<Color>(kTempo);
    if (turn_.resting != kNoPiece && color_of(turn_.resting) == Color) sink_.template add<Color>(kResting);
  }

  const Grid<N>& grid_;
  const Turn& turn_;
  Sink& sink_;
  CellSet<N> cut_;
  PieceSet moving_ = 0;              // pieces that can move by themselves
  PieceSet beside_enemy_queen_ = 0;  // tops of the ring of the other side's queen
  std::array<PieceState, kPieces> state_;
};

Turn turn_of(const Position& position) {
  const Rules& rules = position.rules();
  return {position.turn(), position.turn_number(), position.resting(), rules.tournament_opening, rules.in_play};
}

template <class Sink>
void run_evaluator(const Position& position, Sink& sink) {
  const Turn turn = turn_of(position);
  position.on_grid([&](const auto& grid) { Evaluator(grid, turn, sink).run(); });
}

}  // namespace

template <int N>
int evaluate(const Grid<N>& grid, const Turn& turn, const Weights& weights) {
  ScoreSink sink{weights};
  Evaluator<N, ScoreSink>(grid, turn, sink).run();
  return turn.color == 0 ? sink.white : -sink.white;
}
template int evaluate(const Grid<16>&, const Turn&, const Weights&);
template int evaluate(const Grid<32>&, const Turn&, const Weights&);

int evaluate(const Position& position, const Weights& weights) {
  const Turn turn = turn_of(position);
  return position.on_grid([&](const auto& grid) { return evaluate(grid, turn, weights); });
}

TermValues evaluation_terms(const Position& position) {
  TermSink sink{kWeights};
  run_evaluator(position, sink);
  return sink.values;
}

void count_features(const Position& position, std::span<std::int8_t, kFeatures> counts) {
  std::fill(counts.begin(), counts.end(), 0);
  CountSink sink{counts};
  run_evaluator(position, sink);
}

}  // namespace hexapoda::hive
