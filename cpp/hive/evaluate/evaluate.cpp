#include "hive/evaluate/evaluate.hpp"

#include <algorithm>
#include <bit>

#include "hive/evaluate/evaluation_weights.hpp"
#include "hive/evaluate/piece_lanes.hpp"
#include "hive/evaluate/piece_shapes.hpp"
#include "hive/evaluate/queen_reach.hpp"
#include "hive/evaluate/surroundings.hpp"
#include "hive/rules/bounds.hpp"

namespace hexapoda::hive {
namespace {

// Sinks for the features that the Evaluator finds. add() receives a feature of one side and how often it occurs. Sinks
// with kShapes also receive the features of piece_shapes.hpp: surround() receives the kind of a piece (bug and state),
// its ring, and the number of its neighbors of the same color.
struct ScoreSink {
  static constexpr bool kShapes = false;
  const PhaseWeights& weights;
  int white = 0;
  template <int Color>
  [[gnu::always_inline]] void add(int feature, int count = 1) {
    const int value = weights[feature] * count;
    white += Color == 0 ? value : -value;
  }
};

struct TermSink {
  static constexpr bool kShapes = false;
  const PhaseWeights& weights;
  TermValues values{};
  template <int Color>
  [[gnu::always_inline]] void add(int feature, int count = 1) {
    values[static_cast<int>(kFeatureTerms[feature])][Color] += weights[feature] * count;
  }
};

struct NetworkSink {
  static constexpr bool kShapes = true;
  const EvaluationNetwork& network;
  EvaluationNetwork::Sums sums[2] = {network.start(), network.start()};
  template <int Color>
  [[gnu::always_inline]] void add(int feature, int count = 1) {
    for (; count > 0; --count) sums[Color] += network.row(feature);
  }
  template <int Color>
  [[gnu::always_inline]] void surround(int kind, unsigned ring, int own) {
    sums[Color] += network.row_around(kind, ring, own);
  }
};

// Lists each feature as often as it occurs.
struct ListSink {
  static constexpr bool kShapes = true;
  std::span<std::int16_t, 2 * kMostNetworkFeatures> features;
  std::array<std::size_t, 2> used{0, kMostNetworkFeatures};
  template <int Color>
  [[gnu::always_inline]] void add(int feature, int count = 1) {
    for (; count > 0; --count) features[used[Color]++] = static_cast<std::int16_t>(feature);
  }
  template <int Color>
  void surround(int kind, unsigned ring, int own) {
    add<Color>(kShape + kRingShapes * kind + kRingShape[ring]);
    add<Color>(kCompany + kCountColumns * kind + company_column(own, std::popcount(ring)));
  }
};

struct CountSink {
  static constexpr bool kShapes = false;
  std::span<std::int8_t, kFeatures> counts;
  template <int Color>
  [[gnu::always_inline]] void add(int feature, int count = 1) {
    counts[feature] = static_cast<std::int8_t>(counts[feature] + (Color == 0 ? count : -count));
  }
};

// Maps each set of bugs beside a mosquito, as bits, to its column of `mosquito_copies`.
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
  CellSet<N> of[6];  // by direction: the cells whose neighbor in that direction is occupied
  explicit NeighborSets(const CellSet<N>& hive)
      : of{hive.west(), hive.north_west(), hive.north_east(), hive.east(), hive.south_east(), hive.south_west()} {}
};

// The hive with its holes filled.
template <int N>
CellSet<N> without_holes(const CellSet<N>& hive, int holes) {
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

// The pieces that are not cut vertices, including those whose neighbors form two runs that are connected around a
// hole. They are found by filling the holes. This is wrong only for a piece that touches one hole of at least three
// cells on two sides, which is rare and affects only the evaluation.
template <int N>
[[gnu::noinline]] PieceSet freed_by_holes(const Grid<N>& grid) {
  const CellSet<N> hive = without_holes(grid.occupied(), grid.holes());
  const NeighborSets<N> beside_it(hive);
  const auto& n = beside_it.of;
  CellSet<N> once = n[0] & ~n[1];
  CellSet<N> twice;
  for (int d = 1; d < 6; ++d) {
    const CellSet<N> ends = n[d] & ~n[(d + 1) % 6];
    twice |= once & ends;
    once |= ends;
  }
  PieceSet freed = 0;
  for_each_piece(grid.played, [&](Piece piece) {
    if (!twice.test(grid.cell[piece])) freed |= set_of(piece);
  });
  return freed;
}

template <int N, class Sink>
class Evaluator {
 public:
  Evaluator(const Grid<N>& grid, const Turn& turn, Sink& sink) : grid_(grid), turn_(turn), sink_(sink) {}

  // Sends all features to the sink. Returns whether the side to move has nothing to move or to place, apart from
  // throws; callers then cap its score at 0.
  [[gnu::always_inline]] bool run() {
    around_ = surroundings(grid_);
    if (grid_.holes() != 0) [[unlikely]]
      freed_ = freed_by_holes(grid_);
    pieces<0>();
    pieces<1>();
    if constexpr (Sink::kShapes) {
      const WhiteNeighbors<N> white(grid_.topped[0]);
      shapes<0>(white);
      shapes<1>(white);
    }
    queen<0>();
    queen<1>();
    attack<0>();
    attack<1>();
    reserves();
    options<0>();
    options<1>();
    if (turn_.color == 0)
      tempo<0>();
    else
      tempo<1>();
    const PieceSet resting = turn_.resting == kNoPiece ? 0 : set_of(turn_.resting) >> (kPiecesPerSide * turn_.color);
    return (moving_[turn_.color] & ~resting) == 0 && placeable_[turn_.color] == 0;
  }

 private:
  CellIndex queen_cell(int color) const { return grid_.cell[queen_of(color)]; }
  bool queen_played(int color) const { return grid_.played & set_of(queen_of(color)); }
  // The number of filled neighbors of a queen; 0 while it is in hand.
  int filled(int color) const { return std::popcount(unsigned{grid_.ring[queen_cell(color)]}); }

  // Counts the pieces of a side on the board. The features of all of them are computed in one vector.
  template <int Color>
  [[gnu::always_inline]] void pieces() {
    const Grid<N>& grid = grid_;
    const PieceSet played = grid.played >> (kPiecesPerSide * Color) & kSide;
    const Lanes cells = load_lanes<Color>(grid.cell);
    const Lanes cut = lanes_in<Color>((around_.cut & ~freed_) >> (kPiecesPerSide * Color));
    const Lanes blocked = lanes_in<Color>(around_.blocked >> (kPiecesPerSide * Color));
    const Lanes on_top = load_lanes<Color>(grid.level) != 0;
    const Lanes covered = lanes_in<Color>(grid.covered >> (kPiecesPerSide * Color));

    Lanes state = choose(blocked, all_lanes(kBlocked), all_lanes(kFree));
    state = choose(cut, all_lanes(kPinned), state);
    state = choose(on_top, all_lanes(kOnTop), state);
    state = choose(covered, all_lanes(kCovered), state);
    static constexpr auto kClimbs = numbers_of_slots<Color>([](int slot) {
      const Bug bug = kBugOfSlot[slot];
      return bug == kBeetle || bug == kGrasshopper || bug == kLadybug || bug == kMosquito ? -1 : 0;
    });
    if constexpr (Sink::kShapes) states_[Color] = state;
    const Lanes moves = (state == all_lanes(kFree)) | (state == all_lanes(kOnTop)) |
                        ((state == all_lanes(kBlocked)) & std::bit_cast<Lanes>(kClimbs));

    Lanes steps = all_lanes(5);
    if (queen_played(1 - Color)) steps = min_of(steps, steps_from<N>(queen_cell(1 - Color), cells));
    static constexpr auto kPieceRow =
        numbers_of_slots<Color>([](int slot) { return kPiece + 6 * kPieceStates * kBugOfSlot[slot]; });
    const Lanes piece_feature = std::bit_cast<Lanes>(kPieceRow) + 6 * state + steps;

    Lanes beside_own{};
    if (queen_played(Color)) beside_own = (steps_from<N>(queen_cell(Color), cells) == 1) & ~covered;
    static constexpr auto kRingRow = numbers_of_slots<Color>([](int slot) { return kOwnRing + 4 * kBugOfSlot[slot]; });
    const Lanes ring_column = choose(state == all_lanes(kOnTop), all_lanes(3), 2 + moves);
    const Lanes ring_feature = std::bit_cast<Lanes>(kRingRow) + (ring_column & beside_own);

    for_each_bit(played, [&](int slot) {
      sink_.template add<Color>(lane_of(piece_feature, slot + kFirstLane<Color>));
      sink_.template add<Color>(lane_of(ring_feature, slot + kFirstLane<Color>));
    });
    PieceSet moving = slots_of<Color>(moves) & played;
    beside_queen_[Color] = slots_of<Color>((steps == 1) & ~covered) & played;
    two_away_[Color] = slots_of<Color>(steps == 2);
    four_away_[Color] = slots_of<Color>(steps < 5);
    if (moving & kMosquitoSlot && grid.level[mosquito_of(Color)] == 0) {
      const unsigned bugs = bugs_beside(grid.cell[mosquito_of(Color)]);
      sink_.template add<Color>(kMosquitoCopies + kBestCopies[bugs]);
      copied_[Color] = bugs;
      if ((bugs & ~(1u << kMosquito)) == 0) moving &= ~kMosquitoSlot;
    }
    moving_[Color] = moving;
  }

  // Counts the surroundings of a side's pieces on the board.
  template <int Color>
  [[gnu::always_inline]] void shapes(const WhiteNeighbors<N>& white) {
    static constexpr auto kKindRow = numbers_of_slots<Color>([](int slot) { return kPieceStates * kBugOfSlot[slot]; });
    const Lanes kind = std::bit_cast<Lanes>(kKindRow) + states_[Color];
    for_each_bit(grid_.played >> (kPiecesPerSide * Color) & kSide, [&](int slot) {
      const CellIndex at = grid_.cell[make_piece(Color, slot)];
      const unsigned ring = grid_.ring[at];
      const int from_white = white.of(at);
      sink_.template surround<Color>(lane_of(kind, slot + kFirstLane<Color>), ring,
                                     Color == 0 ? from_white : std::popcount(ring) - from_white);
    });
  }

  static bool adjacent(CellIndex a, CellIndex b) {
    for (int d = 0; d < kDirections; ++d)
      if (neighbor<N>(a, d) == b) return true;
    return false;
  }

  bool cut_off(CellIndex at) const { return kRingBits[grid_.ring[at]] >> 1 && !(freed_ & set_of(grid_.top[at])); }

  [[gnu::always_inline]] unsigned bugs_beside(CellIndex at) const {
    unsigned bugs = 0;
    for_each_bit(grid_.ring[at], [&](int d) { bugs |= 1u << bug_of(grid_.top[neighbor<N>(at, d)]); });
    return bugs;
  }

  // Counts the features of the side's queen: its filled neighbors, the open cells beside it, and whether it can leave.
  template <int Color>
  [[gnu::always_inline]] void queen() {
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
    const int enterable = std::popcount(~(ring | around_.closed[Color]) & 63u);
    enterable_[Color] = enterable;
    sink_.template add<1 - Color>(kRingOpen + enterable);
    sink_.template add<1 - Color>(kRingOpen + 7 + (6 - full - enterable));
    const bool covered = grid_.covered & set_of(own);
    if (covered && color_of(grid_.top[at]) == Color) sink_.template add<Color>(kOnOwnQueen);
    if ((moving_[Color] & kQueenSlot) && turn_.resting != own) sink_.template add<Color>(kQueenEscape + waiting + full);
    if ((turn_.in_play & kPillbugSlot) && !covered && turn_.resting != own && !cut_off(at))
      throw_escape<Color>(at, ring, full);
  }

  // Counts the best throw of the side's queen. The side's pillbug beside it, or a mosquito there that copies a pillbug,
  // can throw the queen even if the thrower is pinned.
  template <int Color>
  [[gnu::always_inline]] void throw_escape(CellIndex queen, unsigned ring, int full) {
    int gain = -1;
    for_each_bit(ring, [&](int d) {
      const CellIndex at = neighbor<N>(queen, d);
      const Piece piece = grid_.top[at];
      if (piece != pillbug_of(Color) && piece != mosquito_of(Color)) return;
      if (grid_.level[piece] != 0 || piece == turn_.resting) return;
      if (piece == mosquito_of(Color) && !(bugs_beside(at) & 1u << kPillbug)) return;
      for_each_bit(~grid_.ring[at] & 63u, [&](int e) {
        const CellIndex to = neighbor<N>(at, e);
        // The queen does not count as a neighbor of the cell where it lands.
        const int there = std::popcount(unsigned{grid_.ring[to]}) - adjacent(to, queen);
        gain = std::max(gain, full - there);
      });
    });
    if (gain >= 0) sink_.template add<Color>(kThrowEscape + (full >= 4 ? 5 : 0) + std::min(gain, 4));
  }

  // Counts the pieces that can attack the enemy queen.
  template <int Color>
  [[gnu::always_inline]] void attack() {
    if (!queen_played(1 - Color)) return;
    const PieceSet idle = moving_[Color] & ~beside_queen_[Color];
    const int attackers = std::popcount(idle & kAttackerSlots);
    sink_.template add<Color>(kAttackers + 6 * std::min(attackers, 5) + std::min(filled(1 - Color), 5));
    sink_.template add<Color>(kMobile + std::min(std::popcount(moving_[Color]), 9));
    const QueenReach<N> reach{grid_,
                              Color,
                              queen_cell(1 - Color),
                              idle,
                              two_away_[Color],
                              four_away_[Color],
                              copied_[Color],
                              enterable_[1 - Color] != 0};
    sink_.template add<Color>(kReach + 6 * std::min(std::popcount(reach.slots()), 5) + std::min(filled(1 - Color), 5));
    const int ants = std::popcount(idle & kAntSlots);
    sink_.template add<Color>(kAntsIn + 4 * ants + std::min(enterable_[1 - Color], 3));
  }

  // Counts the pieces in hand and the cells where they can be placed.
  [[gnu::always_inline]] void reserves() {
    const CellSet<N> beside_color[2] = {beside(grid_.topped[0]), beside(grid_.topped[1])};
    hand<0>(beside_color);
    hand<1>(beside_color);
  }

  template <int Color>
  [[gnu::always_inline]] void hand(const CellSet<N> (&beside_color)[2]) {
    const PieceSet hand = turn_.in_play & ~(grid_.played >> (kPiecesPerSide * Color));
    if (hand == 0) return;
    constexpr std::array<PieceSet, 8> kSlots = {kQueenSlot, kSpiderSlots,  kBeetleSlots, kGrasshopperSlots,
                                                kAntSlots,  kMosquitoSlot, kLadybugSlot, kPillbugSlot};
    const int pieces = std::popcount(hand);
    for (int bug = 0; bug < 8; ++bug) sink_.template add<Color>(kHand + bug, std::popcount(hand & kSlots[bug]));
    const CellSet<N> cells = beside_color[Color] & ~(beside_color[1 - Color] | grid_.occupied());
    int room = 0;
    for (const std::uint64_t word : cells.words()) room += std::popcount(word);
    sink_.template add<Color>(kRoom + (room > 0) + (room > 2) + (room > 5));
    if (room > 0) placeable_[Color] = pieces;
    if (queen_played(1 - Color)) {
      const CellSet<N> drops = cells & beside(CellSet<N>::single(queen_cell(1 - Color)));
      int count = 0;
      for (const std::uint64_t word : drops.words()) count += std::popcount(word);
      sink_.template add<Color>(kDrop + std::min(count, 3));
    }
    if ((hand & kPillbugSlot) && queen_played(Color) && (cells & beside(CellSet<N>::single(queen_cell(Color)))).any())
      sink_.template add<Color>(kPillbugReady + (filled(Color) >= 4));
  }

  // Counts the pieces that the side can move or place. A side with few of these may soon be left without a move.
  template <int Color>
  [[gnu::always_inline]] void options() {
    constexpr std::array<std::uint8_t, 15> kHandRow = {0, 1, 1, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3};
    constexpr std::array<std::uint8_t, 15> kMobileColumn = {0, 1, 2, 3, 4, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5};
    constexpr std::array<std::uint8_t, 15> kOptionsRow = {0, 1, 2, 3, 3, 4, 4, 5, 5, 5, 6, 6, 6, 6, 6};
    const int mobile[2] = {std::popcount(moving_[0]), std::popcount(moving_[1])};
    sink_.template add<Color>(kPlaceable + 6 * kHandRow[placeable_[Color]] + kMobileColumn[mobile[Color]]);
    sink_.template add<Color>(kOptions + 7 * kOptionsRow[mobile[Color] + placeable_[Color]] +
                              kOptionsRow[mobile[1 - Color] + placeable_[1 - Color]]);
  }

  template <int Color>
  [[gnu::always_inline]] void tempo() {
    sink_.template add<Color>(kTempo);
    sink_.template add<Color>(kRace + 6 * std::min(filled(Color), 5) + std::min(filled(1 - Color), 5));
    if (turn_.resting != kNoPiece && color_of(turn_.resting) == Color) sink_.template add<Color>(kResting);
  }

  const Grid<N>& grid_;
  const Turn& turn_;
  Sink& sink_;
  Surroundings around_;
  Lanes states_[2];                    // the PieceState of each piece, for shapes()
  PieceSet freed_ = 0;                 // see freed_by_holes()
  PieceSet moving_[2] = {0, 0};        // slots that can move by themselves
  PieceSet beside_queen_[2] = {0, 0};  // uncovered slots beside the enemy queen
  PieceSet two_away_[2] = {0, 0};      // slots two steps from the enemy queen; may include slots in hand
  PieceSet four_away_[2] = {0, 0};     // slots at most four steps away; may include slots in hand
  unsigned copied_[2] = {0, 0};        // bugs beside the mosquito; none unless it is on the ground and can move
  int placeable_[2] = {0, 0};          // pieces in hand; 0 if there is no cell to place them on
  int enterable_[2] = {0, 0};          // empty cells beside each queen that a slide can enter
};

// The number of steps, out of kPhaseSteps, from the weights of the opening toward those of the late game.
std::size_t phase_step(PieceSet played) {
  return static_cast<std::size_t>(std::clamp(std::popcount(played), kEarlyPieces, kLatePieces) - kEarlyPieces);
}

// The weights for each step, rounded to the nearest integer, halves away from zero.
constexpr std::array<PhaseWeights, kPhaseSteps + 1> make_mixed_weights() {
  std::array<PhaseWeights, kPhaseSteps + 1> mixed{};
  for (int step = 0; step <= kPhaseSteps; ++step)
    for (int i = 0; i < kFeatures; ++i) {
      const int sum = (kPhaseSteps - step) * kWeights[0][i] + step * kWeights[1][i];
      mixed[step][i] = static_cast<std::int16_t>((sum + (sum < 0 ? -kPhaseSteps : kPhaseSteps) / 2) / kPhaseSteps);
    }
  return mixed;
}
constexpr std::array<PhaseWeights, kPhaseSteps + 1> kMixedWeights = make_mixed_weights();

template <class Sink>
bool run_evaluator(const Position& position, Sink& sink) {
  const Turn turn = position.turn_info();
  return position.on_grid([&](const auto& grid) { return Evaluator(grid, turn, sink).run(); });
}

}  // namespace

template <int N>
int evaluate(const Grid<N>& grid, const Turn& turn) {
  ScoreSink sink{kMixedWeights[phase_step(grid.played)]};
  const bool stuck = Evaluator<N, ScoreSink>(grid, turn, sink).run();
  const int score = turn.color == 0 ? sink.white : -sink.white;
  return stuck ? std::min(score, 0) : score;
}
template int evaluate(const Grid<16>&, const Turn&);
template int evaluate(const Grid<32>&, const Turn&);

int evaluate(const Position& position) {
  const Turn turn = position.turn_info();
  return position.on_grid([&](const auto& grid) { return evaluate(grid, turn); });
}

template <int N>
int evaluate(const Grid<N>& grid, const Turn& turn, const EvaluationNetwork& network) {
  NetworkSink sink{network};
  const bool stuck = Evaluator<N, NetworkSink>(grid, turn, sink).run();
  // Copied, because an array with a variable index would be kept in memory while the features are counted.
  const EvaluationNetwork::Sums white = sink.sums[0], black = sink.sums[1];
  const int late = static_cast<int>(phase_step(grid.played));
  const int score = turn.color == 0 ? network.score(white, black, late) : network.score(black, white, late);
  return stuck ? std::min(score, 0) : score;
}

int evaluate(const Position& position, const EvaluationNetwork& network) {
  const Turn turn = position.turn_info();
  return position.on_grid([&](const auto& grid) { return evaluate(grid, turn, network); });
}

double evaluation_phase(const Position& position) {
  return static_cast<double>(phase_step(position.played())) / kPhaseSteps;
}

bool evaluation_stuck(const Position& position) {
  std::array<std::int8_t, kFeatures> counts{};
  CountSink sink{counts};
  return run_evaluator(position, sink);
}

TermValues evaluation_terms(const Position& position) {
  TermSink sink{kMixedWeights[phase_step(position.played())]};
  const bool stuck = run_evaluator(position, sink);
  const int side = position.turn();
  int ahead = 0;
  for (const auto& value : sink.values) ahead += value[side] - value[1 - side];
  if (stuck && ahead > 0) sink.values[static_cast<int>(Term::kOptions)][side] -= ahead;
  return sink.values;
}

void list_features(const Position& position, std::span<std::int16_t, 2 * kMostNetworkFeatures> features) {
  std::fill(features.begin(), features.end(), std::int16_t{-1});
  ListSink sink{features};
  run_evaluator(position, sink);
}

void count_features(const Position& position, std::span<std::int8_t, kFeatures> counts) {
  std::fill(counts.begin(), counts.end(), 0);
  CountSink sink{counts};
  run_evaluator(position, sink);
}

}  // namespace hexapoda::hive
